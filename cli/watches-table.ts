import { z } from 'zod';
import { alignColumns } from '../shared/cli/columns.js';
import { type FieldName, fieldNames } from '../shared/search/fields.js';
import { fieldOptions } from './options.js';
import { plainText } from './screen.js';

/** The members of a watch that the commands print; others are kept unchanged for `--json`. */
export const shownWatchSchema = z.looseObject({
  id: z.string(),
  search: z.record(z.string(), z.string()),
  url: z.string(),
  /** Services before 0.3 know none. */
  rhythm: z.string().default('at once'),
  quietHours: z.string().default(''),
  timeZone: z.string().default('UTC'),
  state: z.string(),
  reason: z.string().nullable(),
  createdAt: z.string(),
  lastDeliveryAt: z.string().nullable(),
  /** Only in the answer that made the watch. */
  secret: z.string().optional(),
});
export type ShownWatch = z.infer<typeof shownWatchSchema>;

/** What became of a test delivery. */
export const shownTestSchema = z.looseObject({ id: z.string(), accepted: z.boolean(), reason: z.string().nullable() });

/** The members of an attempt to deliver that are printed. */
export const shownAttemptSchema = z.looseObject({
  ...{ n: z.number(), at: z.string(), type: z.string(), jobs: z.number(), accepted: z.boolean() },
  ...{ status: z.number().nullable(), answer: z.string().nullable(), reason: z.string().nullable() },
  nextAt: z.string().nullable(),
});
export type ShownAttempt = z.infer<typeof shownAttemptSchema>;

/** Attempts to deliver as a table. */
export function attemptsTable(attempts: readonly ShownAttempt[]): string {
  const rows = attempts.map(({ n, at, type, jobs, accepted, status, answer, reason, nextAt }) => {
    const what = type === 'watch.test' ? 'test' : `${jobs}`;
    const became = accepted ? 'accepted' : (reason ?? 'not accepted');
    const said = [status ?? '', became, answer ?? '', nextAt === null ? '' : `tried again at ${nextAt}`];
    return [n, at, what, said.filter((part) => part !== '').join(' · ')].map((cell) => plainText(String(cell)));
  });
  return textOf([['n', 'at', 'jobs', ''], ...rows]);
}

/** Watches as a table, with why each is failing or paused; control characters are removed from what others wrote. */
export function watchesTable(watches: readonly ShownWatch[]): string {
  const rows = watches.map(({ id, state, search, url, lastDeliveryAt, reason }) => [
    ...[id, state, searchText(search), url, lastDeliveryAt ?? 'never', reason ?? ''].map(plainText),
  ]);
  return textOf([['id', 'state', 'search', 'url', 'last delivery', ''], ...rows]);
}

/** A watch as a block, with its secret where the answer has one. */
export function watchBlock(watch: ShownWatch): string {
  const { id, state, search, url, createdAt, lastDeliveryAt, reason, secret } = watch;
  const rows: [string, string][] = [
    ['id', id],
    ['state', reason === null ? state : `${state}: ${reason}`],
    ['search', searchText(search)],
    ['url', url],
    ['rhythm', timesText(watch)],
    ['created', createdAt],
    ['last delivery', lastDeliveryAt ?? 'never'],
    ...(secret === undefined ? [] : ([['secret', secret]] satisfies [string, string][])),
  ];
  return textOf(rows.map(([name, value]) => [name, plainText(value)]));
}

const timesText = ({ rhythm, quietHours, timeZone }: ShownWatch): string =>
  `${rhythm}${quietHours === '' ? '' : `, quiet ${quietHours}`}${timeZone === 'UTC' ? '' : ` (${timeZone})`}`;

const textOf = (table: readonly (readonly string[])[]): string =>
  alignColumns(table)
    .map((line) => `${line}\n`)
    .join('');

/** A search as the arguments that ask for it. */
function searchText(search: Readonly<Record<string, string>>): string {
  const wanted = fieldNames.flatMap((name: FieldName) => {
    const value = search[name] ?? '';
    if (value === '') return [];
    return name === 'keyword' ? [quoted(value)] : [`--${fieldOptions[name][0]} ${quoted(value)}`];
  });
  return wanted.length === 0 ? 'every job' : wanted.join(' ');
}

/** A value as a shell takes it for one argument (POSIX, 2.2.2 Single-Quotes). */
const quoted = (value: string): string =>
  /^[\w.+][\w.+-]*$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
