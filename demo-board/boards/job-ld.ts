import type { JobType } from '../../shared/words/words.js';
import { type Chance, chanceOf } from '../postings/chance.js';
import type { Pay } from '../postings/pay.js';
import type { DemoPosting } from '../postings/posting.js';
import { countries } from '../vocabulary/countries.js';
import type { DemoPlace } from '../vocabulary/places.js';
import type { RemoteRegion } from '../vocabulary/remote-regions.js';

/** Plain data that can be serialized as JSON. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/**
 * A posting as schema.org JobPosting (https://schema.org/JobPosting), in the shapes sites really use: amounts as numbers or
 * texts, countries as codes, names or objects, one place or several. The shape depends on nothing but the posting's id.
 */
export function jobLd(posting: DemoPosting, origin: string): { [name: string]: Json } {
  const chance = chanceOf('json-ld', posting.id);
  const { opening, pay, payText, stated } = posting;
  return {
    '@context': chance.maybe(0.8) ? 'https://schema.org' : 'https://schema.org/',
    '@type': 'JobPosting',
    title: posting.title,
    description: posting.descriptionHtml,
    url: `${origin}${posting.path}`,
    datePosted: chance.maybe(0.35) ? posting.postedAt.slice(0, 10) : posting.postedAt,
    ...(posting.validUntil ? { validThrough: posting.validUntil } : {}),
    ...(stated.jobType === 'field' ? { employmentType: employmentType(opening.jobType, chance) } : {}),
    hiringOrganization: employer(posting, origin, chance),
    ...(opening.remoteRegion ? remoteWork(opening.remoteRegion) : { jobLocation: places(opening.places, chance) }),
    ...(pay && payText && stated.pay === 'field' ? baseSalary(pay, payText, chance) : {}),
    ...identifier(posting, chance),
    ...(chance.maybe(0.5) ? { directApply: chance.maybe(0.5) } : {}),
    ...(chance.maybe(0.4) ? { skills: [...opening.tools, ...opening.skills].join(', ') } : {}),
    ...(chance.maybe(0.3) ? { industry: opening.occupation.department } : {}),
  };
}

const schemaTypes: Record<JobType, string> = {
  'full time': 'FULL_TIME',
  'part time': 'PART_TIME',
  contract: 'CONTRACTOR',
  temporary: 'TEMPORARY',
  volunteer: 'VOLUNTEER',
  internship: 'INTERN',
};

function employmentType(jobType: JobType, chance: Chance): Json {
  const word = schemaTypes[jobType];
  return chance.weigh<Json>([
    [word, 7],
    [[word], 2],
    [word.toLowerCase().replace('_', ' '), 1],
  ]);
}

function employer({ companyName, opening: { company } }: DemoPosting, origin: string, chance: Chance): Json {
  const logo = `${origin}/logos/${company.slug}.svg`;
  return {
    '@type': 'Organization',
    name: companyName,
    sameAs: company.url,
    ...(chance.maybe(0.75) ? { logo: chance.maybe(0.7) ? logo : { '@type': 'ImageObject', url: logo } } : {}),
  };
}

function remoteWork({ name, countries: inside, worldwide }: RemoteRegion): { [name: string]: Json } {
  const country = (code: keyof typeof countries): Json => ({ '@type': 'Country', name: countries[code].name });
  const [first, second, third] = inside;
  if (worldwide || !first) return { jobLocationType: 'TELECOMMUTE' };
  const where = !second
    ? country(first)
    : third
      ? { '@type': 'AdministrativeArea', name }
      : [country(first), country(second)];
  return { jobLocationType: 'TELECOMMUTE', applicantLocationRequirements: where };
}

function places(list: readonly DemoPlace[], chance: Chance): Json {
  const style = chance.int(0, 3);
  const written = list.map((place) => ({ '@type': 'Place', address: address(place, style) }));
  const [only] = written;
  return written.length === 1 && only && chance.maybe(0.8) ? only : written;
}

function address({ city, region, regionCode, country }: DemoPlace, style: number): Json {
  const { code, name } = countries[country];
  return {
    '@type': 'PostalAddress',
    addressLocality: city,
    ...(style === 3 && !regionCode ? {} : { addressRegion: style === 1 ? region : (regionCode ?? region) }),
    addressCountry: style === 1 ? name : style === 2 ? { '@type': 'Country', name: code } : code,
  };
}

/** The ways sites state pay: a range, one value, texts for numbers, a list of one, or a sentence. */
function baseSalary(pay: Pay, payText: string, chance: Chance): { [name: string]: Json } {
  const asText = chance.maybe(0.2);
  const unitText = chance.maybe(0.9) ? pay.per.toUpperCase() : pay.per;
  const value = { '@type': 'QuantitativeValue', ...amounts(pay, asText), unitText };
  const amount = { '@type': 'MonetaryAmount', currency: pay.currency, value };
  const single = pay.min !== null && pay.min === pay.max ? pay.min : null;
  return chance.weigh<{ [name: string]: Json }>([
    [{ baseSalary: amount }, 14],
    [{ baseSalary: [amount] }, 1],
    [
      { baseSalary: { '@type': 'MonetaryAmount', currency: pay.currency, ...amounts(pay, asText) } },
      pay.per === 'year' && single === null ? 1 : 0,
    ],
    [
      { baseSalary: { ...amount, value: single }, salaryCurrency: pay.currency },
      pay.per === 'year' && single !== null ? 5 : 0,
    ],
    [{ baseSalary: payText, salaryCurrency: pay.currency }, 2],
  ]);
}

function amounts({ min, max }: Pay, asText: boolean): { [name: string]: Json } {
  const write = (amount: number): Json => (asText ? amount.toFixed(2) : amount);
  if (min !== null && min === max) return { value: write(min) };
  return { ...(min === null ? {} : { minValue: write(min) }), ...(max === null ? {} : { maxValue: write(max) }) };
}

function identifier({ id, requisitionId, companyName }: DemoPosting, chance: Chance): { [name: string]: Json } {
  const value = requisitionId ?? id;
  return chance.weigh<{ [name: string]: Json }>([
    [{ identifier: { '@type': 'PropertyValue', name: companyName, value } }, 6],
    [{ identifier: value }, 2],
    [{}, 2],
  ]);
}

/** JSON escaped for a script element. */
export function scriptJson(value: Json): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
