import type { CollectedJob } from '../../shared/search/collections/collection-store.js';
import type { HeldJob, InferableField } from '../../shared/search/job.js';
import { findSkills } from '../../shared/skills/find-skills.js';
import { cutText, withoutGenderMarks } from '../../shared/words/text.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import type { Posting } from '../sources/posting.js';
import { postingBounds } from './bound-posting.js';
import { readJobType } from './classify/job-type.js';
import { readLevel } from './classify/level.js';
import { readWorkplace } from './classify/workplace.js';
import { readInstant } from './date/posted-at.js';
import { payOfOwnBand } from './pay/pay-bands.js';
import { readSalary } from './pay/salary.js';
import { findSalary } from './pay/salary-in-description.js';
import { payForHours, readWeeklyHours } from './pay/weekly-hours.js';
import type { LocationBias, ReadPlaces } from './place/place.js';
import { type PlaceFields, placesOrNamed } from './place/place-in-text.js';
import { readStatedFacts } from './requirements/stated-facts.js';
import { sourceFieldsOf } from './source-fields.js';
import { readCompany } from './text/company.js';
import { readDescription } from './text/description.js';
import { saidLine } from './text/plain-line.js';
import { summarise, withoutCompany } from './text/summary.js';
import { readTitle } from './text/title.js';
import { jobId, readUrl } from './text/url.js';

/**
 * The context for normalising a posting: the name of its source, the gazetteer, the time of collecting and, if known,
 * the locations of the company's other postings.
 */
export type NormaliseTools = { source: string; gazetteer: Gazetteer; now: Date; bias?: LocationBias };

/** Maximum tags stored per posting. */
const tagsAtMost = 50;

/**
 * Converts a posting in its source's words into a job in ours; a `flaw` says why that is impossible. Facts that the
 * posting does not state are `null`.
 */
export function normalise(posting: Posting, tools: NormaliseTools): CollectedJob | { flaw: string } {
  const title = readTitle(posting.title);
  const url = readUrl(posting.url);
  if (title === null) return { flaw: `The posting at ${posting.url.slice(0, 200)} has no title.` };
  if (url === null)
    return { flaw: `The posting "${title}" has no usable address (${JSON.stringify(posting.url.slice(0, 80))}).` };
  const { html, text: description } = readDescription(posting.descriptionHtml, posting.descriptionText);
  const { placed, where } = placesOrNamed(withPlainPlaces(posting), { title, description }, tools);
  const { facts, inferred } = readFacts(posting, {
    title: withoutGenderMarks(title),
    description,
    where,
    ...tools,
  });
  const company = readCompany(posting.company.name);
  const { workplace } = facts;
  const stated = readStatedFacts(
    {
      title,
      description,
      company,
      workplace,
      remoteRegions: where.remoteRegions,
      experienceMonths: posting.experienceMonths,
      education: posting.education,
    },
    tools.gazetteer,
  );
  const tags = tagsOf(posting);
  const skills = findSkills({ title, description: withoutCompany(description, company), tags, company });
  const job: HeldJob = {
    id: jobId(tools.source, posting.sourceJobId ?? url),
    title,
    company: {
      name: company,
      url: readUrl(posting.company.url),
      logoUrl: readUrl(posting.company.logoUrl),
    },
    location: locationOf(placed, where),
    ...facts,
    firstSeenAt: tools.now.toISOString(),
    summary: summarise(description, { title, company }),
    url,
    applyUrl: readUrl(posting.applyUrl),
    source: tools.source,
    inferred,
    description,
    places: where.places,
    remoteRegions: where.remoteRegions,
    tags,
    requisitionId: saidLine(posting.requisitionId),
    ...(stated === undefined ? {} : { stated }),
    ...(skills.length === 0 ? {} : { skills }),
  };
  return { job, descriptionHtml: html, fields: sourceFieldsOf(posting) };
}

/** A posting with its places as plain text; placeholders ("N/A") are left out. */
function withPlainPlaces(posting: Posting): Posting {
  const places = posting.places
    .map(({ text, city, region, country }) => ({
      text: saidLine(text),
      city: saidLine(city),
      region: saidLine(region),
      country: saidLine(country),
    }))
    .filter((place) => Object.values(place).some((part) => part !== null));
  const remoteRegions = posting.remoteRegions.map(saidLine).filter((region) => region !== null);
  return { ...posting, places, remoteRegions };
}

type Facts = Pick<
  HeldJob,
  'workplace' | 'jobType' | 'jobTypes' | 'experienceLevel' | 'experienceLevels' | 'salary' | 'postedAt' | 'validUntil'
>;

/** All stated or deduced facts, with the names of those that were deduced or rounded. */
function readFacts(
  posting: Posting,
  {
    title,
    description,
    where,
    now,
    gazetteer,
  }: { title: string; description: string; where: ReadPlaces; now: Date; gazetteer: Gazetteer },
): { facts: Facts; inferred: InferableField[] } {
  const country = countryOf(where);
  const workplace = readWorkplace({
    stated: posting.workplace,
    location: where.workplace,
    title,
    description,
    hasRemoteRegions: posting.remoteRegions.length > 0,
  });
  const jobType = readJobType({ stated: posting.jobType, title, description });
  const level = readLevel({ stated: posting.level, title, description });
  const context = { country, isTraining: jobType?.value === 'internship' };
  const stated = readSalary(posting.salary, context);
  const sure = stated?.doubtful ? null : stated;
  const pay = sure ?? findSalary(description, context) ?? findSalary(title, context) ?? stated;
  const type = jobType?.value ?? null;
  const fields = [...posting.jobType, posting.salary?.text ?? ''];
  const timed =
    pay === null
      ? null
      : payForHours(payOfOwnBand(pay.salary, { places: where.places, title, gazetteer }), {
          hours: readWeeklyHours({ title, fields, description, jobType: type }),
          jobType: type,
          texts: [...fields, title, description],
        });
  const postedAt = readInstant(posting.postedAt, now, { country });
  const validUntil = readInstant(posting.validUntil, now, { country, future: true });
  const rounded = (precision: string | undefined): boolean => precision !== undefined && precision !== 'instant';
  const guessed: [InferableField, boolean | undefined][] = [
    ['location', where.guessed],
    ['workplace', workplace?.inferred],
    ['jobType', jobType?.inferred],
    ['experienceLevel', level?.inferred],
    ['salary', pay?.inferred || timed?.isGuessed],
    ['postedAt', rounded(postedAt?.precision)],
    ['validUntil', rounded(validUntil?.precision)],
  ];
  return {
    facts: {
      workplace: workplace?.value ?? null,
      jobType: type,
      ...severalOf('jobTypes', jobType?.types),
      experienceLevel: level?.value ?? null,
      ...severalOf('experienceLevels', level?.levels),
      salary: timed?.salary ?? null,
      postedAt: postedAt?.at ?? null,
      validUntil: validUntil?.at ?? null,
    },
    inferred: guessed.filter(([, is]) => is === true).map(([field]) => field),
  };
}

/** A field with several values, left out if there are fewer. */
const severalOf = <Name extends string, Value>(name: Name, values: readonly Value[] = []) =>
  (values.length > 1 ? { [name]: values } : {}) as { [name in Name]?: Value[] };

/**
 * The country that decides the meaning of "$" and "03/04/2026": that of the first place, or else the only country where
 * remote workers may live.
 */
function countryOf({ places, remoteRegions }: ReadPlaces): string | null {
  const first = places.find(({ country }) => country !== null);
  if (first !== undefined) return first.country;
  const countries = new Set(remoteRegions.map(({ country }) => country));
  return countries.size === 1 ? (remoteRegions[0]?.country ?? null) : null;
}

/** The location of the record: its first place in the source's text, which for remote work may name several regions. */
function locationOf(posting: PlaceFields, { places, remoteRegions }: ReadPlaces): HeldJob['location'] {
  const place = places[0] ?? (remoteRegions.length === 1 ? remoteRegions[0] : undefined);
  const stated = posting.places.map(
    ({ text, city, region, country }) => text ?? [city, region, country].filter((part) => part !== null).join(', '),
  );
  const named = remoteRegions.length > 1 ? stated.join('; ') : (stated[0] ?? '');
  const text = saidLine(cutText(named || posting.remoteRegions.join('; '), postingBounds.place));
  return { text, city: place?.city ?? null, region: place?.region ?? null, country: place?.country ?? null };
}

function tagsOf({ tags }: Posting): string[] {
  return [...new Set(tags.map(saidLine).filter((tag) => tag !== null))].slice(0, tagsAtMost);
}
