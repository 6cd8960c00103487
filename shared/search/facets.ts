import { z } from 'zod';
import { companySizes } from '../words/company-sizes.js';
import { languages } from '../words/languages.js';
import { dateWords, jobTypes, levels, seenLabels, workplaces } from '../words/words.js';
import { canonicalQuerySchema, sourceCountsSchema, stateMembers } from './result.js';

/** The fields of a search with fixed words, and the words that facets count. */
export const facetWords = {
  dateSincePosted: dateWords.words,
  jobType: jobTypes.words,
  remoteFilter: workplaces.words,
  experienceLevel: levels.words,
  language: languages.words,
  label: seenLabels.words,
} as const;
export type FacetField = keyof typeof facetWords;
export const facetFields = Object.keys(facetWords) as FacetField[];

/** Lower bounds of the salary histogram, in yearly pay; the last bucket has no upper bound. */
export const payBounds: readonly number[] = Array.from({ length: 21 }, (_, at) => at * 20_000);

/** Rows of busiest places and companies. */
export const busiestRows = 10;

/** Rows of the most wanted skills. */
export const skillRows = 20;

/** Maximum towns on the map of a search. */
export const mostPoints = 500;

const jobs = z.int().min(0);

/** A value and the number of jobs it finds. */
export const facetRowSchema = z.strictObject({ word: z.string(), jobs });

const rows = (max: number, about: string) => z.array(facetRowSchema).max(max).describe(about);

/** The rows of a field; the first is for any value. */
const ofField = (words: readonly string[], further = 1) =>
  rows(words.length + further, '`word` is a value of the field, `""` any.');

/** Jobs by pay. */
export const facetPaySchema = z.strictObject({
  any: jobs.describe('Jobs with `salary: ""`.'),
  unknown: jobs.describe('Those without stated pay.'),
  buckets: z.array(
    z.strictObject({
      from: z.int().min(0),
      to: z.int().min(0).nullable().describe('Not included; `null` = no upper bound.'),
      jobs,
    }),
  ),
});

/** The counts of an answer; stored with the search's document. */
export const facetsSchema = z.strictObject({
  dateSincePosted: ofField(dateWords.words, 2),
  jobType: ofField(jobTypes.words),
  remoteFilter: ofField(workplaces.words),
  experienceLevel: ofField(levels.words),
  language: rows(
    languages.words.length + 1,
    '`word` is the code of a language, `""` any. Those that find nothing are left out.',
  ),
  label: ofField(seenLabels.words),
  places: rows(
    busiestRows + 1,
    'The busiest places within that of the search, the busiest first: `word` is a value of `location`, `""` anywhere; a town stands for all within 50 km.',
  ),
  companies: rows(
    busiestRows,
    'The companies with the most jobs of this search, the busiest first; `company:"…"` added to the keyword finds those of one.',
  ),
  industries: rows(
    busiestRows,
    'The industries of the companies with the most jobs of this search, as far as they are known, the busiest first; `industry:"…"` added to the keyword finds those of one.',
  ),
  sizes: rows(
    companySizes.length,
    'The sizes of the companies in employees, as far as they are known, the smallest first; `size:"…"` added to the keyword finds those of one. Those that find nothing are left out.',
  ),
  skills: rows(
    skillRows,
    'The skills that most jobs of this search name, the most wanted first; `skill:"…"` added to the keyword finds those of one.',
  ),
  salary: facetPaySchema.describe('Jobs by their highest yearly pay, in the currency that the search compares pay in.'),
  map: z
    .strictObject({
      points: z
        .array(
          z.strictObject({
            word: z.string().describe('A value of `location`.'),
            lat: z.number().describe('Degrees north.'),
            lon: z.number().describe('Degrees east.'),
            jobs,
          }),
        )
        .max(mostPoints)
        .describe(
          'The towns that most jobs state, within the place of the search, the busiest first; a job of several towns counts at each.',
        ),
      unplaced: jobs.describe('Jobs that state none of these towns.'),
    })
    .describe('Where the jobs of this search are.'),
});
export type Facets = z.infer<typeof facetsSchema>;

/** The stored part of a search's facets. */
export type StoredFacets = { total: number; exact: number; facets: Facets; notices: string[] };

/** The answer to `POST /api/jobs/facets`. */
export const facetsAnswerSchema = z.strictObject({
  query: canonicalQuerySchema,
  total: jobs.describe('Stored jobs of this search, including near matches.'),
  exact: jobs.describe('Exact matches.'),
  facets: facetsSchema.describe(
    'For each field, the `page.exact` of the search with the value: in place of its own, or, where a field takes several, next to its own.',
  ),
  ...stateMembers,
  sourceCounts: sourceCountsSchema,
});
export type FacetsAnswer = z.infer<typeof facetsAnswerSchema>;
