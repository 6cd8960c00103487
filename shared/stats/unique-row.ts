import { type StatsWorkplace, statsWorkplaces } from '../words/words.js';
import { hourNumber, units } from './buckets.js';
import { addTo, type Histogram } from './histogram.js';
import { sketchLetters } from './stats-event.js';
import { countByHour } from './unique-sketch.js';

/** Numbers by hour since the epoch, as JSON has them. */
type ByHour = Record<string, number>;

/**
 * A place's unique jobs as counted from its sketch: numbers by the hour they were last seen in, so that any window that
 * ends now is a sum. `u`: by letter of workplace or `n` for new ones; `k`: with known pay, by currency; `p`: their pay by
 * hour and yearly amount.
 */
export type UniqueRow = {
  lastSeenAt: number;
  u: Record<string, ByHour>;
  k: Record<string, ByHour>;
  p: Record<string, Record<string, ByHour>>;
};

/** A sketch's version: each writing of it raises it by one. */
export const versionField = 'v';

/** Counts the sketch of a place from its fields, which come in parts, in any order and any of them again. */
export type SketchCount = {
  /** Takes fields, each followed by its value. */
  note(fields: readonly string[]): void;
  /** The sketch as counted; `dropped` are fields older than anything that is kept. Call once, after the last part. */
  finish(): { row: UniqueRow; dropped: string[] };
};

/** Starts to count a sketch of a place that was seen at `at` (epoch milliseconds). */
export function createSketchCount(at: number): SketchCount {
  const oldest = hourNumber(at) - (units.day.kept * units.day.ms) / units.hour.ms;
  const cells = new Map<string, [cell: number, hour: number][]>();
  const row: UniqueRow = { lastSeenAt: at, u: {}, k: {}, p: {} };
  const dropped: string[] = [];
  // A cell that comes again counts once by itself, but not its pay.
  const paid = new Set<string>();
  return {
    note(fields) {
      for (let place = 0; place + 1 < fields.length; place += 2) {
        const [field = '', value = ''] = [fields[place], fields[place + 1]];
        if (field === versionField) continue;
        const [hour = 0, amount] = value.split(':').map(Number);
        if (hour < oldest) {
          dropped.push(field);
          continue;
        }
        const name = field.startsWith('$') ? field.slice(0, 4) : field.slice(0, 1);
        const list = cells.get(name) ?? [];
        cells.set(name, list);
        list.push([Number.parseInt(field.slice(name.length), 36), hour]);
        if (amount === undefined || paid.has(field)) continue;
        paid.add(field);
        addPay(row, { currency: name.slice(1), hour, amount });
      }
    },
    finish() {
      for (const [name, list] of cells) {
        const counts = Object.fromEntries(countByHour(list));
        if (name.startsWith('$')) row.k[name.slice(1)] = counts;
        else row.u[name] = counts;
      }
      return { row, dropped };
    },
  };
}

function addPay(row: UniqueRow, { currency, hour, amount }: { currency: string; hour: number; amount: number }): void {
  row.p[currency] ??= {};
  const hours = row.p[currency];
  hours[hour] ??= {};
  const amounts = hours[hour];
  amounts[amount] = (amounts[amount] ?? 0) + 1;
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

/** Reads a row as it is kept (shared/stats/count-places.ts) and sums the window that begins at `from` (epoch milliseconds). */
export function readUniqueRow(text: string, from: number): UniqueJobs {
  const row = JSON.parse(text.slice(text.indexOf('\t') + 1)) as UniqueRow;
  const first = hourNumber(from);
  const unique = noUniqueJobs();
  const sum = (counts: ByHour | undefined) => sumFrom(counts, first);
  for (const workplace of statsWorkplaces) unique.workplaces[workplace] = sum(row.u[sketchLetters[workplace]]);
  unique.jobs = statsWorkplaces.reduce((total, workplace) => total + unique.workplaces[workplace], 0);
  unique.newJobs = sum(row.u[sketchLetters.new]);
  for (const [currency, counts] of Object.entries(row.k)) {
    const known = sum(counts);
    if (known > 0) unique.pay.set(currency, { known, amounts: payFrom(row.p[currency], first) });
  }
  if (unique.jobs > 0) unique.lastCollectedAt = row.lastSeenAt;
  return unique;
}

function sumFrom(counts: ByHour | undefined, first: number): number {
  let total = 0;
  for (const hour in counts) if (Number(hour) >= first) total += counts[hour] ?? 0;
  return total;
}

function payFrom(hours: Record<string, ByHour> | undefined, first: number): Histogram {
  const amounts: Histogram = new Map();
  for (const hour in hours)
    if (Number(hour) >= first)
      for (const [amount, count] of Object.entries(hours[hour] ?? {})) addTo(amounts, Number(amount), count);
  return amounts;
}
