import { z } from 'zod';
import { companySizes } from '../words/company-sizes.js';
import { languages } from '../words/languages.js';
import { dateWords, jobTypes, levels, seenLabels, workplaces } from '../words/words.js';
import { canonicalQuerySchema, sourceCountsSchema } from './result.js';

/** The fields of a search that have words, with the words that facets count. */
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

/** Lower bounds of the salary histogram, in yearly pay; the last one has no upper bound. */
export const payBounds: readonly number[] = Array.from({ length: 21 }, (_, at) => at * 20_000);

/** Rows of busiest places and companies. */
export const busiestRows = 10;

/** Rows of the most wanted skills. */
export const skillRows = 20;

/** Towns on the map of a search, at most. */
export const mostPoints = 500;

const jobs = z.int().min(0);

const rows = (word: string, max: number) => z.array(z.strictObject({ word: z.string().describe(word), jobs })).max(max);

/** The counts of an answer; stored with the search's document. */
export const facetsSchema = z.strictObject({
  dateSincePosted: rows('A value of the field; `""` = any.', dateWords.words.length + 2),
  jobType: rows('A value of the field; `""` = any.', jobTypes.words.length + 1),
  remoteFilter: rows('A value of the field; `""` = any.', workplaces.words.length + 1),
  experienceLevel: rows('A value of the field; `""` = any.', levels.words.length + 1),
  language: rows('A code; `""` = any. Those that find nothing are left out.', languages.words.length + 1),
  label: rows('A value of the field; `""` = any.', seenLabels.words.length + 1),
  places: rows('A value of `location`; `""` = anywhere.', busiestRows + 1).describe(
    'The busiest places within that of the search, the busiest first; a town stands for all within 50 km.',
  ),
  companies: rows('A name; `company:"…"` added to the keyword finds its jobs.', busiestRows).describe(
    'The companies with the most jobs of this search, the busiest first.',
  ),
  industries: rows('An industry; `industry:"…"` added to the keyword finds its jobs.', busiestRows).describe(
    'The industries of the companies with the most jobs of this search, as far as they are known, the busiest first.',
  ),
  sizes: rows('Employees; `size:"…"` added to the keyword finds its jobs.', companySizes.length).describe(
    'The sizes of the companies, as far as they are known, the smallest first. Those that find nothing are left out.',
  ),
  skills: rows('A skill; `skill:"…"` added to the keyword finds its jobs.', skillRows).describe(
    'The skills that most jobs of this search name, the most wanted first.',
  ),
  salary: z
    .strictObject({
      any: jobs.describe('Jobs with `salary: ""`.'),
      unknown: jobs.describe('Those of them that state no pay.'),
      buckets: z.array(
        z.strictObject({
          from: z.int().min(0),
          to: z.int().min(0).nullable().describe('Not included; `null` = no upper bound.'),
          jobs,
        }),
      ),
    })
    .describe('Jobs by their highest yearly pay, in the currency each states.'),
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
      unplaced: jobs.describe('Jobs that state no such town.'),
    })
    .describe('Where the jobs of this search are.'),
});
export type Facets = z.infer<typeof facetsSchema>;

/** What is stored of a search's facets. */
export type StoredFacets = { total: number; exact: number; facets: Facets; notices: string[] };

/** The answer to `POST /api/jobs/facets`. */
export const facetsAnswerSchema = z.strictObject({
  query: canonicalQuerySchema,
  total: jobs.describe('Jobs held for this search, near matches included.'),
  exact: jobs.describe('Those that meet everything.'),
  facets: facetsSchema.describe(
    'For each field, the `page.exact` of the search with the value: in place of its own, or, where a field takes several, beside its own.',
  ),
  notices: z.array(z.string()).describe('Sentences worth showing, as in a search.'),
  partial: z.boolean().describe('At least one source is missing: see `sourceCounts`.'),
  stale: z.boolean().describe('Older than its fresh lifetime; a fresh one is being collected.'),
  collectedAt: z.iso.datetime().nullable(),
  ageSeconds: z.int().min(0).nullable(),
  tookMs: z.int().min(0).describe('How long you waited.'),
  sourceCounts: sourceCountsSchema,
});
export type FacetsAnswer = z.infer<typeof facetsAnswerSchema>;
