import { createHash } from 'node:crypto';
import { type StatsWorkplace, statsWorkplaces } from '../words/words.js';
import { hourNumber } from './buckets.js';
import { addTo, type Histogram } from './histogram.js';
import { readFields } from './read-changes.js';

/** The counted attributes of a job: workplace, whether it is new, pay. */
export type SeenJob = {
  id: string;
  workplace: StatsWorkplace;
  isNew: boolean;
  /** Yearly, in whole units of the currency. */
  pay: { currency: string; amount: number } | null;
};

/** Hexadecimal digits of a job's hash: 48 bits. */
const hashDigits = 12;

/** What a job is called in the hash of its place. */
export const hashOfJob = (id: string): string => createHash('sha1').update(id).digest('hex').slice(0, hashDigits);

const letters: Readonly<Record<StatsWorkplace, string>> = { 'on site': 'o', remote: 'r', hybrid: 'h', unknown: 'u' };
const workplaces = new Map(statsWorkplaces.map((workplace) => [letters[workplace], workplace]));
const isNewMark = '+';

/** Pay is kept to four digits: people agree on round sums, which stay as they are. */
const payDigits = 4;

/** What is counted of a job, with the hour it was seen last: `489532 r+ USD 90000`. Equal jobs have equal values. */
export function valueOfJob({ workplace, isNew, pay }: SeenJob, hour: number): string {
  const paid = pay === null ? '' : ` ${pay.currency} ${Number(pay.amount.toPrecision(payDigits))}`;
  return `${hour} ${letters[workplace]}${isNew ? isNewMark : ''}${paid}`;
}

/** What a place's unique jobs are in a window. */
export type UniqueJobs = {
  jobs: number;
  newJobs: number;
  workplaces: Record<StatsWorkplace, number>;
  /** By currency: how many state it, and how many state each amount. */
  pay: Map<string, { known: number; amounts: Histogram }>;
  lastCollectedAt: number | null;
};

export function noUniqueJobs(): UniqueJobs {
  return {
    jobs: 0,
    newJobs: 0,
    workplaces: { 'on site': 0, remote: 0, hybrid: 0, unknown: 0 },
    pay: new Map(),
    lastCollectedAt: null,
  };
}

/** Sums the counts of a place (`writeStatsEvent`), as `readFields` reads them, over the window that begins at `from` (epoch ms). */
export function readUniqueJobs(text: string, from: number): UniqueJobs {
  const first = hourNumber(from);
  const unique = noUniqueJobs();
  const about = new Map<string, number>();
  const counts: [value: string, count: number][] = [];
  readFields(text, (field, value) => {
    if (/^\d/.test(field)) counts.push([field, Number(value)]);
    else about.set(field, Number(value));
  });
  // Each job that is kept stands for those that were left out.
  const each = 2 ** (about.get('depth') ?? 0);
  for (const [value, count] of counts) addJobs(unique, value, { count: count * each, first });
  if (unique.jobs > 0) unique.lastCollectedAt = about.get('at') ?? null;
  return unique;
}

function addJobs(unique: UniqueJobs, value: string, { count, first }: { count: number; first: number }): void {
  const [hour, kind = '', currency, amount] = value.split(' ');
  const workplace = workplaces.get(kind.charAt(0));
  if (Number(hour) < first || workplace === undefined) return;
  unique.jobs += count;
  unique.workplaces[workplace] += count;
  if (kind.endsWith(isNewMark)) unique.newJobs += count;
  if (currency === undefined) return;
  const pay = unique.pay.get(currency) ?? { known: 0, amounts: new Map() };
  unique.pay.set(currency, pay);
  pay.known += count;
  addTo(pay.amounts, Number(amount), count);
}
