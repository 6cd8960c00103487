import { z } from 'zod';
import { mostSkills } from '../skills/skill-names.js';
import { companySizes } from '../words/company-sizes.js';
import { labelSchema, type Observed, seenSchema } from '../words/seen.js';
import { type JobType, jobTypes, type Level, levels, payPeriods, workplaces } from '../words/words.js';
import { placesListed, type StatedFacts, type StoredFacts, statedFactsShape } from './stated-facts.js';

/**
 * Pay as stated (`min`, `max` in `currency` per `per`) and as yearly pay, for the weekly hours that the posting states,
 * or else full-time; amounts are numbers in full currency units.
 */
export const salarySchema = z.strictObject({
  text: z.string(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  currency: z.string().length(3).nullable(),
  per: z.enum(['hour', 'day', 'week', 'month', 'year']).nullable(),
  yearly: z.strictObject({ min: z.number().nullable(), max: z.number().nullable() }).nullable(),
  proRata: z
    .literal(true)
    .optional()
    .describe(
      'The posting says that the pay is for full-time work, although the job is part time: `yearly` is pay for the stated hours, and `null` where none are stated. Absent otherwise.',
    ),
  bands: z
    .array(z.strictObject({ text: z.string(), min: z.number().nullable(), max: z.number().nullable() }))
    .optional()
    .describe(
      'The bands that the text gives for several places or levels, `text` naming which, in the currency and period of the salary; absent where it gives one. `min` and `max` of the salary are those of the place or level of the posting where a band is known to be for it, else of all bands.',
    ),
});
export type Salary = z.infer<typeof salarySchema>;

/** A place in words and, as far as known, in the gazetteer's terms; `country` is ISO 3166-1 alpha-2. */
export const locationSchema = z.strictObject({
  text: z.string().nullable(),
  city: z.string().nullable(),
  region: z.string().nullable(),
  country: z.string().length(2).nullable(),
});

/** Fields of a job that may be deduced or rounded instead of stated. */
const inferableFields = [
  'location',
  'workplace',
  'jobType',
  'experienceLevel',
  'salary',
  'postedAt',
  'validUntil',
] as const;
export type InferableField = (typeof inferableFields)[number];

/** The company of a job. `industry` and `size` are known for catalogue boards, or stated by the operator. */
export const companySchema = z.strictObject({
  name: z.string().nullable(),
  url: z.string().nullable(),
  logoUrl: z.string().nullable(),
  industry: z.string().nullable().describe('Such as `Financial Services`; `null` unless it is known of the board.'),
  size: z.enum(companySizes).nullable().describe('Employees; `null` unless it is known of the board.'),
});
export type Company = z.infer<typeof companySchema>;

/** The facts of a company that come with its board. */
type BoardFacts = Pick<Company, 'industry' | 'size'>;

/** A stored company: unknown facts of its board may be absent, as in earlier releases. */
export type StoredCompany = Omit<Company, keyof BoardFacts> & Partial<BoardFacts>;

/** The company of a record with all keys. */
export const companyOf = ({ name, url, logoUrl, industry = null, size = null }: StoredCompany): Company => ({
  name,
  url,
  logoUrl,
  industry,
  size,
});

/** The same opening on another board; `says`: facts that this board states differently. */
export const otherBoardSchema = z.strictObject({
  source: z.string(),
  url: z.string(),
  says: z
    .strictObject({
      workplace: z.enum(workplaces.words),
      jobType: z.enum(jobTypes.words),
      experienceLevel: z.enum(levels.words),
      salary: salarySchema,
      postedAt: z.iso.datetime(),
    })
    .partial()
    .optional(),
});

/** One job in an answer (docs/reference/api.md, The answer); every key is present, `null` = not stated. */
export const jobSchema = z.strictObject({
  id: z.string().regex(/^job_[0-9A-Za-z]{16}$/),
  title: z.string(),
  company: companySchema,
  location: locationSchema,
  locations: z
    .array(locationSchema)
    .describe('All places of the job, `location` first, at most 60; `[]` = none is stated.'),
  workplace: z.enum(workplaces.words).nullable(),
  jobType: z.enum(jobTypes.words).nullable(),
  jobTypes: z.array(z.enum(jobTypes.words)).describe('All types of the job, `jobType` first; `[]` = none is stated.'),
  experienceLevel: z.enum(levels.words).nullable(),
  experienceLevels: z
    .array(z.enum(levels.words))
    .describe('All levels of the job, `experienceLevel` first; `[]` = none is stated.'),
  salary: salarySchema.nullable(),
  postedAt: z.iso.datetime().nullable(),
  validUntil: z.iso.datetime().nullable(),
  firstSeenAt: z.iso.datetime().describe('When this service first saw the opening on any of its boards.'),
  seen: seenSchema.describe('This service’s observations of the opening.'),
  label: labelSchema,
  summary: z.string(),
  description: z
    .string()
    .nullable()
    .optional()
    .describe('If `descriptions` requests it: the full text, or Markdown; `null` = no longer stored.'),
  url: z.string(),
  applyUrl: z.string().nullable(),
  source: z.string(),
  alsoOn: z.array(otherBoardSchema),
  repeats: z.int().min(0).describe('How many identical postings its source also lists.'),
  inferred: z.array(z.enum(inferableFields)),
  skills: z
    .array(z.string())
    .max(mostSkills)
    .describe('Skills and technologies of our table that the posting names, those of its title first.'),
  ...statedFactsShape,
  match: z.strictObject({
    score: z.number().min(0).max(1),
    near: z
      .literal(true)
      .optional()
      .describe('The job does not match the keyword, but its title is similar; `why` says what is missing.'),
    inText: z
      .literal(true)
      .optional()
      .describe('The title does not match: the posting only mentions the words, and `why` says where.'),
    why: z.array(z.string()),
  }),
});
export type Job = z.infer<typeof jobSchema>;

/** Whether a job's yearly pay is for full-time work although it is part time: its hours are unknown. */
export function isPayOfFullTime({ salary, jobType }: Pick<Job, 'salary' | 'jobType'>): boolean {
  if (jobType !== 'part time' || (salary?.per !== 'hour' && salary?.per !== 'day')) return false;
  const { min, max, per, yearly } = salary;
  const isFull = (end: number | null, inYear: number | null = null): boolean =>
    end !== null && inYear === Math.round(end * payPeriods[per]);
  return isFull(min, yearly?.min) || isFull(max, yearly?.max);
}

/**
 * A place as far as the gazetteer knows it, named by a location text or a query. `text` is the original. An `area`
 * ("EMEA", "worldwide") is neither city, region nor country; `area` names its row in the gazetteer.
 */
export type Place = {
  text: string;
  level: 'city' | 'region' | 'country' | 'area' | 'unknown';
  area: string | null;
  city: string | null;
  region: string | null;
  country: string | null;
  lat: number | null;
  lon: number | null;
};

/** Facts of which a job may have several: `jobType` and similar fields contain the first. */
type Several = 'jobTypes' | 'experienceLevels' | 'locations';

/** A job as a worker stores it: the record without members of a single answer, plus data for matching. */
export type HeldJob = Omit<
  Job,
  'company' | 'alsoOn' | 'repeats' | 'match' | 'skills' | 'seen' | 'label' | Several | keyof StatedFacts
> & {
  company: StoredCompany;
  /** All types and levels of the job, if it has several; `jobType` and `experienceLevel` are the first. */
  jobTypes?: JobType[];
  experienceLevels?: Level[];
  /** The facts that are `null` unless stated; absent = none, or an earlier release stored the job. */
  stated?: StoredFacts;
  /** Its skills, by their names in the table; absent = none, or an earlier release stored the job. */
  skills?: string[];
  /** Findings from repeated readings of its board; absent = not read in full, or an earlier release stored the job. */
  seen?: Observed;
  /** Readable text of the description, with lists; `''` when the source gave none. */
  description: string;
  /** All places of the job, the first being `location`. */
  places: Place[];
  /** Where a remote worker must live, as stated; empty = not stated. */
  remoteRegions: Place[];
  /** Skills and tags the source states. */
  tags: string[];
  /** The employer's own number of the opening, if the source gives one. */
  requisitionId: string | null;
};

/** All types of a stored job. */
export const typesOf = ({ jobType, jobTypes }: Pick<HeldJob, 'jobType' | 'jobTypes'>): JobType[] =>
  jobTypes ?? (jobType === null ? [] : [jobType]);

/** All levels of a stored job. */
export const levelsOf = ({
  experienceLevel,
  experienceLevels,
}: Pick<HeldJob, 'experienceLevel' | 'experienceLevels'>): Level[] =>
  experienceLevels ?? (experienceLevel === null ? [] : [experienceLevel]);

/** All places of a stored job, as in its record. */
export const locationsOf = ({ places }: Pick<HeldJob, 'places'>): Job['locations'] =>
  places.slice(0, placesListed).map(({ text, city, region, country }) => ({ text, city, region, country }));

/**
 * One complete job, as returned by `GET /api/jobs/{id}`: the record of a search without its match, with the description
 * and whether it is still open.
 */
export const wholeJobSchema = jobSchema.omit({ match: true }).extend({
  lastSeenAt: z.iso.datetime().describe('When its source last listed it.'),
  closedAt: z.iso
    .datetime()
    .nullable()
    .describe('When its source no longer listed it; `null` while it is open. Closed ones are stored for 30 days.'),
  description: z.string().describe('Readable text; lists kept as lists.'),
  skillEvidence: z
    .record(z.string(), z.string())
    .describe('The sentence of this posting, or the tag of its source, that names each of its skills.'),
  descriptionHtml: z.string().describe('Sanitised HTML.'),
});
export type WholeJob = z.infer<typeof wholeJobSchema>;
