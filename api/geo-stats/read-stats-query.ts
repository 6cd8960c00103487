import { z } from 'zod';
import type { Problem } from '../../shared/problems/problem.js';
import type { FieldError } from '../../shared/search/query/parse-query.js';
import { type Span, units } from '../../shared/stats/keys.js';
import { tableOf } from '../../shared/table-of.js';
import { invalidRequest } from '../middleware/invalid-request.js';
import { unknownParameter } from '../middleware/refuse-parameters.js';

/** Levels at which geo-stats groups places. */
export const placeLevels = ['city', 'region', 'country'] as const;
export type PlaceLevel = (typeof placeLevels)[number];

const number = (least: number, most: number) => {
  const rule = `Digits only, from ${least} to ${most}.`;
  return z
    .string(rule)
    .regex(/^\d{1,4}$/, rule)
    .transform(Number)
    .pipe(z.int().min(least, rule).max(most, rule));
};

/** The query parameters of geo-stats, all optional (docs/reference/geo-stats.md). */
export const statsQuerySchema = z.strictObject({
  hours: number(1, units.hour.kept).optional().describe('Time window in hours; 24 by default.'),
  days: number(1, units.day.kept).optional().describe('Time window in days (UTC); use instead of `hours`.'),
  country: z
    .string('Send one country, by its two letters.')
    .regex(/^[A-Za-z]{2}$/, 'A country by its two letters (ISO 3166-1), such as DE.')
    .transform((code) => code.toUpperCase())
    .pipe(z.string().length(2))
    .optional()
    .describe('Only places in this country, by its two letters (ISO 3166-1).'),
  level: z
    .enum(placeLevels, `One of ${placeLevels.join(', ')}.`)
    .default('city')
    .describe('Level at which places are grouped.'),
  top: number(1, 500).default(100).describe('Maximum number of places, ordered by searches, then by jobs.'),
});

export type StatsQuery = Omit<z.infer<typeof statsQuerySchema>, 'hours' | 'days'> & { span: Span };

/** Parses the parameters of geo-stats; throws one problem that lists every error. */
export function readStatsQuery(parameters: Record<string, unknown>): StatsQuery {
  const read = statsQuerySchema.safeParse(parameters);
  if (!read.success) throw badQuery(read.error.issues.flatMap(explain));
  const { hours, days, ...rest } = read.data;
  if (hours !== undefined && days !== undefined)
    throw badQuery([{ pointer: '#/days', code: 'conflict', detail: 'Send "hours" or "days", not both.' }]);
  const span: Span = days !== undefined ? { unit: 'day', count: days } : { unit: 'hour', count: hours ?? 24 };
  return { ...rest, span };
}

const allowed: Readonly<Record<string, FieldError['allowed']>> = tableOf({
  hours: { min: '1', max: String(units.hour.kept) },
  days: { min: '1', max: String(units.day.kept) },
  level: placeLevels,
  top: { min: '1', max: '500' },
});

function explain(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => unknownParameter(key, Object.keys(statsQuerySchema.shape)));
  const name = String(issue.path[0]);
  const code = name === 'level' || name === 'country' ? 'unknown-value' : 'out-of-range';
  const words = allowed[name];
  return [{ pointer: `#/${name}`, code, detail: issue.message, ...(words === undefined ? {} : { allowed: words }) }];
}

function badQuery(errors: FieldError[]): Problem {
  return invalidRequest({ errors, count: errors.length }, 'parameters');
}
