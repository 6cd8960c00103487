import type { LinkedData } from '../../structured-data/json-ld.js';
import { emptyPosting, type Posting, type PostingPlace, type PostingSalary } from '../posting.js';
import { applicantRegions } from './applicant-regions.js';

/**
 * Converts a schema.org JobPosting to a posting, in the source's own words. Accepts every form that its properties take
 * in practice: text, number, object, or a list of them. `null` when it has no title. See https://schema.org/JobPosting.
 */
export function readJobPostingNode(node: LinkedData, pageUrl: string): Posting | null {
  const title = text(node.title) ?? text(node.name);
  if (title === null) return null;
  const organization = first(node.hiringOrganization);
  return {
    ...emptyPosting(title, absolute(text(node.url), pageUrl) ?? pageUrl),
    sourceJobId: identifier(node.identifier),
    company: {
      name: text(organization) ?? text(member(organization, 'name')),
      url: text(member(organization, 'sameAs')) ?? text(member(organization, 'url')),
      logoUrl: text(member(organization, 'logo')) ?? text(member(first(member(organization, 'logo')), 'url')),
    },
    places: list(node.jobLocation).flatMap((place) => places(place)),
    remoteRegions: applicantRegions(node.applicantLocationRequirements),
    workplace: texts(node.jobLocationType),
    jobType: texts(node.employmentType),
    level: texts(node.experienceLevel),
    salary: salary(node),
    postedAt: moment(node.datePosted),
    validUntil: moment(node.validThrough),
    descriptionHtml: text(node.description),
    ...requirements(node),
    tags: [...texts(node.skills), ...texts(node.occupationalCategory)].filter((tag) => tag.length <= 60),
  };
}

/** The fields in Google's documentation of JobPosting: months of experience, and degrees any of which is accepted. */
function requirements(node: LinkedData): Pick<Posting, 'experienceMonths' | 'education'> {
  const months = Number(number(member(first(node.experienceRequirements), 'monthsOfExperience')) ?? Number.NaN);
  const education = list(node.educationRequirements).flatMap((each) => texts(member(each, 'credentialCategory')));
  return {
    ...(months > 0 && { experienceMonths: months }),
    ...(education.length > 0 && { education }),
  };
}

const list = (value: unknown): unknown[] => (value === undefined || value === null ? [] : [value].flat());
const first = (value: unknown): unknown => list(value)[0];

function member(value: unknown, key: string): unknown {
  const object = first(value);
  return typeof object === 'object' && object !== null ? (object as LinkedData)[key] : undefined;
}

/** The text of a value that is text, a number, or a JSON-LD value object. */
function text(value: unknown): string | null {
  const one = first(value);
  if (typeof one === 'number') return String(one);
  if (typeof one === 'string') return one.trim() === '' ? null : one.trim();
  const inner = member(one, '@value');
  return typeof inner === 'string' && inner.trim() !== '' ? inner.trim() : null;
}

const texts = (value: unknown): string[] =>
  list(value)
    .map((each) => text(each) ?? text(member(each, 'name')))
    .filter((each) => each !== null);

/** The board's own id: `identifier` is a PropertyValue or only its value. */
function identifier(value: unknown): string | null {
  return text(value) ?? text(member(value, 'value'));
}

function moment(value: unknown): string | number | null {
  const one = first(value);
  return typeof one === 'number' ? one : text(value);
}

function absolute(url: string | null, base: string): string | null {
  return url !== null && URL.canParse(url, base) ? new URL(url, base).href : null;
}

/** The deepest list of lists of places. */
const deepestList = 3;

/**
 * Accepts a Place with an address in parts or as text, a bare PostalAddress, text, or an ItemList of any of them; there may
 * be several addresses.
 */
function places(place: unknown, depth = 0): PostingPlace[] {
  const plain = text(place);
  if (plain !== null) return [textPlace(plain)];
  const listed = list(member(place, 'itemListElement'));
  if (listed.length > 0)
    return depth < deepestList ? listed.flatMap((each) => places(member(each, 'item') ?? each, depth + 1)) : [];
  const addresses = list(member(place, 'address'));
  if (addresses.length === 0 && !addressParts.some((part) => text(member(place, part)) !== null)) {
    const name = text(member(place, 'name'));
    return name === null ? [] : [textPlace(name)];
  }
  return (addresses.length === 0 ? [place] : addresses).flatMap((address) =>
    list(member(address, 'itemListElement')).length > 0 ? places(address, depth) : [addressPlace(address)],
  );
}

const addressParts = ['addressLocality', 'addressRegion', 'addressCountry', 'streetAddress'];

const textPlace = (plain: string): PostingPlace => ({ text: plain, city: null, region: null, country: null });

/** An address in parts; without a locality its street is read as text, since many sites write the city there. */
function addressPlace(address: unknown): PostingPlace {
  const part = (key: string): string | null => text(member(address, key)) ?? text(member(member(address, key), 'name'));
  const city = part('addressLocality');
  const region = part('addressRegion');
  const street = city === null ? part('streetAddress') : null;
  const country = part('addressCountry');
  return { text: text(address) ?? (street === null ? null : withRegion(street, region)), city, region, country };
}

const withRegion = (street: string, region: string | null): string =>
  region === null || street.includes(region) ? street : `${street}, ${region}`;

/** Accepts a MonetaryAmount with a number, a QuantitativeValue or its own range, or plain text that is parsed later. */
function salary(node: LinkedData): PostingSalary | null {
  const base = first(node.baseSalary) ?? first(node.estimatedSalary);
  if (base === undefined) return null;
  const currency = text(member(base, 'currency')) ?? text(node.salaryCurrency);
  if (typeof base === 'string') return { text: base, min: null, max: null, currency, per: null };
  const value = typeof base === 'number' ? base : (first(member(base, 'value')) ?? base);
  const single = typeof value === 'object' ? member(value, 'value') : value;
  const amount = (key: string) => number(member(value, key)) ?? number(member(base, key));
  const per = text(member(value, 'unitText')) ?? text(member(base, 'unitText'));
  const min = amount('minValue');
  const max = amount('maxValue');
  if (min !== null || max !== null) return { text: null, min, max, currency, per };
  const one = number(single);
  return one === null ? null : { text: null, min: one, max: one, currency, per };
}

function number(value: unknown): number | string | null {
  return typeof value === 'number' ? value : text(value);
}
