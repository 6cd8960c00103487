import type { BenchRow, Named } from '../bench.js';
import { median, quantile } from '../lib/quantile.js';
import type { Timing } from './measured.js';

/** The same for all rows: the postings, the questions and the time that ages are counted from. */
export const seed = 16;
export const now = Date.parse('2026-11-21T12:00:00Z');

export const count = (value: number): string => Math.round(value).toLocaleString('en-US');
export const ms = (value: number): string =>
  value >= 10_000 ? `${(value / 1000).toFixed(1)} s` : `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
export const kb = (bytes: number): string => `${(bytes / 1000).toFixed(2)} kB`;
export const mb = (bytes: number): string => `${count(bytes / 2 ** 20)} MB`;

/** A figure for orientation. */
export const plainRow = (named: Named, ours: string, against = '–'): BenchRow => ({
  ...{ ...named, ours, against, ratio: '–', target: null, met: null },
});

/** A row without a figure: what was attempted, and why it failed. */
export const missingRow = (named: Named, why: string): BenchRow => ({
  ...{ ...named, ours: `does not fit: ${why}`, against: '–', ratio: '–', target: null, met: null },
});

/** Median and p99 of some questions, by elapsed time and by CPU time. */
export function spreadOf(times: readonly Timing[]): { median: number; p99: number; cpu: string } {
  const elapsed = times.map((each) => each.ms);
  const cpu = times.map((each) => each.cpuMs);
  return {
    median: median(elapsed),
    p99: quantile(elapsed, 0.99),
    cpu: `CPU ${ms(median(cpu))}, ${ms(quantile(cpu, 0.99))}`,
  };
}

/** The total found by the questions, and the medians of each kind, the slowest first. */
export function kindsOf(times: readonly Timing[]): string {
  const found = times.reduce((sum, { total }) => sum + total, 0);
  const kinds = [...new Set(times.map(({ kind }) => kind))].map((kind) => ({
    kind,
    ...spreadOf(times.filter((each) => each.kind === kind)),
  }));
  const slowestFirst = kinds
    .sort((one, other) => other.median - one.median)
    .map(({ kind, median: middle }) => `${kind} ${ms(middle)}`);
  return `${count(found)} found in all; ${slowestFirst.join(', ')}`;
}
