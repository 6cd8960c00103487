import { z } from 'zod';
import { statsWorkplaces } from '../words/words.js';
import { engineKinds } from './ai-engines.js';

/** Sources named in an answer; its counts cover all of them. */
export const maxListedSources = 100;

const count = z.int().min(0);
const time = z.iso.datetime();
/** Percentiles in milliseconds. */
export const percentilesSchema = z.strictObject({ p50: count.nullable(), p95: count.nullable() });
const tookMs = percentilesSchema.describe('Percentiles in milliseconds; `null` where nothing was measured.');
/** How many jobs each workplace has. */
export const workplaceCountsSchema = z.record(z.enum(statsWorkplaces), count);
const share = z.number().min(0).max(1).nullable();

/** Searches and jobs of one place; `place: null` collects everything unplaced, so that the sums add up. */
export const placeStatsSchema = z.strictObject({
  place: z.string().nullable(),
  city: z.string().nullable(),
  region: z.string().nullable(),
  country: z.string().length(2).nullable(),
  lat: z.number().min(-90).max(90).nullable(),
  lon: z.number().min(-180).max(180).nullable(),
  searches: count,
  jobs: count.describe('Counted as unique.'),
  newJobs: count.describe('Posted within a day of being collected.'),
  workplaces: workplaceCountsSchema,
  salary: z.strictObject({
    currency: z.string().length(3).nullable(),
    known: count.describe('Jobs that state their pay in this currency.'),
    medianYearly: z.number().nullable().describe('From five known salaries on.'),
  }),
  tookMs,
  lastCollectedAt: time.nullable(),
});

/** Statistics of one source in the window. */
export const sourceStatsSchema = z.strictObject({
  name: z.string(),
  status: z.enum(['ok', 'resting']),
  asked: count,
  answered: count,
  timedOut: count,
  failed: count,
  jobs: count,
  tookMs,
  lastAnswerAt: time.nullable(),
  restingUntil: time.nullable(),
});

const engineSchema = z.strictObject({
  engine: z.string(),
  requests: count,
  kinds: z.record(z.enum(engineKinds), count),
  lastSeenAt: time,
});

/** The answer of `GET /api/geo-stats` (docs/reference/geo-stats.md). Unmeasured numbers are `null`, never 0. */
export const geoStatsSchema = z.strictObject({
  generatedAt: time,
  window: z.strictObject({ from: time, to: time, hours: z.int().min(1) }),
  definitions: z.string().describe('The page that explains each number.'),
  searches: z.strictObject({ total: count, cached: count, collected: count, failed: count, hitRate: share, tookMs }),
  totals: z
    .strictObject({
      places: count.describe('Places with a search or a job, listed or not.'),
      searches: count,
      jobs: count,
      newJobs: count,
      workplaces: workplaceCountsSchema,
    })
    .describe('The sums over all places of the answer, including those beyond `top`; with `country`, of that country.'),
  places: z.array(placeStatsSchema).describe('Busiest first.'),
  sources: z
    .array(sourceStatsSchema)
    .max(maxListedSources)
    .describe('At most 100: sources that are cooling down first, then those with the most jobs.'),
  sourceCounts: z
    .strictObject({ total: count, ok: count, resting: count })
    .describe('Sources read in the window, of which `sources` names at most 100.'),
  workers: z.array(
    z.strictObject({ id: z.string(), startedAt: time, lastSeenAt: time, running: count, finished: count }),
  ),
  generativeEngines: z
    .strictObject({ requests: count, fromEngines: count, share, engines: z.array(engineSchema) })
    .describe('Assistants and crawlers of generative engines that called this service.'),
  series: z
    .array(z.strictObject({ at: time, searches: count, cached: count, failed: count, jobs: count, fromEngines: count }))
    .describe('Hour by hour or day by day, oldest first.'),
});
export type GeoStats = z.infer<typeof geoStatsSchema>;
