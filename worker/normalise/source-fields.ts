/** Stores a posting's fields in its source's words, and rebuilds the posting so that facts can be re-read. */
import type { CollectedJob, SourceFields } from '../../shared/search/collections/collection-store.js';
import { emptyPosting, type Posting } from '../sources/posting.js';

/** The fields that are interpreted; texts and addresses are stored with the job unchanged. */
const interpreted = [
  'places',
  'remoteRegions',
  'workplace',
  'jobType',
  'level',
  'salary',
  'experienceMonths',
  'education',
] as const satisfies readonly (keyof Posting)[];

/** The fields to store of a posting; empty ones are left out. */
export function sourceFieldsOf(posting: Posting): SourceFields {
  const isStated = (value: unknown): boolean =>
    value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(interpreted.map((name) => [name, posting[name]]).filter(([, value]) => isStated(value)));
}

/** The posting of a stored job: its texts and source fields or, from an earlier release, the values read from them. */
export function postingOf({ job, descriptionHtml, fields = fieldsReadIn(job) }: CollectedJob): Posting {
  const { company, tags, requisitionId, applyUrl, postedAt, validUntil } = job;
  return {
    ...emptyPosting(job.title, job.url),
    company: { name: company.name, url: company.url, logoUrl: company.logoUrl },
    tags,
    requisitionId,
    applyUrl,
    postedAt,
    validUntil,
    descriptionHtml: descriptionHtml === '' ? null : descriptionHtml,
    ...(fields as Partial<Posting>),
  };
}

/** The facts that the source stated outside the job's texts, in our words. */
function fieldsReadIn(job: CollectedJob['job']): Partial<Posting> {
  const { places, remoteRegions, workplace, jobType, experienceLevel, salary, inferred } = job;
  const stated = (name: (typeof inferred)[number], word: string | null): string[] =>
    word === null || inferred.includes(name) ? [] : [word];
  return {
    places: places.map(({ text }) => ({ text, city: null, region: null, country: null })),
    remoteRegions: remoteRegions.map(({ text }) => text),
    workplace: stated('workplace', workplace),
    jobType: stated('jobType', jobType),
    level: stated('experienceLevel', experienceLevel),
    ...(salary !== null && !inferred.includes('salary') && { salary: { ...salary, text: salary.text } }),
  };
}
