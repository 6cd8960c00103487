import type { Tally } from './apply-load.js';
import { figure, type Series } from './sample.js';
import { type Point, secondHalf, slopeOf, verdictOf } from './slope.js';

/** All results of a run. */
export type Run = {
  minutes: number;
  perSecond: number;
  series: Series;
  tallies: ReadonlyMap<string, Tally>;
  skipped: number;
  errors: readonly string[];
};

/** The report of a run: a page of Markdown, and every violation. */
export type Report = { text: string; complaints: string[] };

/** Means over this many hours are evaluated, since consecutive samples are correlated. */
const bucketOf = (minutes: number): number => Math.min(20, (minutes * 60) / 30) / 3600;

/** Two pages at once, a browser that replaces a retired one, and a few helper processes of each. */
const mostChromiums = 24;

const round = (value: number): string => (Math.abs(value) < 10 ? value.toFixed(1) : value.toFixed(0));

type Row = { line: string; complaint: string | null };

function row(name: string, points: readonly Point[], bucketHours: number): Row | null {
  const unit = /(?:memory|heap|buffers)$/.test(name) ? 'MB' : 'count';
  const slope = slopeOf(secondHalf(points, bucketHours));
  if (slope === null) return null;
  const values = points.map(({ value }) => value);
  const verdict = verdictOf(slope);
  const bounds = `${round(slope.low)} to ${round(slope.high)}`;
  const [most, last] = [Math.max(...values), values.at(-1) ?? 0];
  return {
    line: `| ${name} | ${unit} | ${round(slope.mean)} | ${round(most)} | ${round(last)} | ${round(slope.perHour)} | ${bounds} | ${verdict} |`,
    complaint: verdict !== 'rises' ? null : `${name} rises by ${round(slope.perHour)} ${unit} an hour (${bounds}).`,
  };
}

/** Builds the tables of a run. */
export function reportOf(run: Run): Report {
  const { series } = run;
  const rows = [...series].flatMap(([name, points]) => {
    const made = row(name, points, bucketOf(run.minutes));
    return made === null ? [] : [made];
  });
  const chromiums = Math.max(0, ...(series.get(figure.count('Chromium')) ?? []).map(({ value }) => value));
  // The browser starts and ends with its pages: only its upper bound is checked.
  const complaints = rows.flatMap(({ complaint }) =>
    complaint === null || complaint.startsWith('Chromium') ? [] : [complaint],
  );
  if (chromiums > mostChromiums) complaints.push(`${chromiums} Chromium processes at once.`);
  for (const [name, { unexpected }] of run.tallies)
    for (const [outcome, times] of unexpected) complaints.push(`${name}: ${times} × ${outcome}.`);
  if (run.errors.length > 0)
    complaints.push(`${run.errors.length} errors in the log, the first: ${run.errors[0]?.slice(0, 300)}`);
  return {
    text: [...head(run), ...rows.map(({ line }) => line), '', ...requests(run), '', ending(complaints)].join('\n'),
    complaints,
  };
}

function head({ minutes, perSecond }: Run): string[] {
  return [
    `${perSecond} requests a second for ${minutes} minutes.`,
    `Slopes an hour, of the second ${minutes / 2} minutes, with the bounds of 95 %. Heaps, buffers and handles are those left after a collection of garbage.`,
    '',
    '| figure | unit | mean | most | last | slope | bounds | |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
  ];
}

function requests({ tallies, skipped }: Run): string[] {
  const quantile = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  const lines = [...tallies].map(([name, { requests: count, milliseconds, refused, unexpected }]) => {
    const sorted = [...milliseconds].sort((a, b) => a - b);
    const wrong = [...unexpected.values()].reduce((sum, times) => sum + times, 0);
    return `| ${name} | ${count} | ${round(quantile(sorted, 0.5))} | ${round(quantile(sorted, 0.99))} | ${refused} | ${wrong} |`;
  });
  const left = skipped === 0 ? [] : ['', `${skipped} requests were skipped, since too many were waiting.`];
  return [
    '| request | count | p50 ms | p99 ms | refused | unexpected |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
    ...left,
  ];
}

const ending = (complaints: readonly string[]): string =>
  complaints.length === 0
    ? 'Nothing rises, and every request ended as it should.'
    : ['Not as it should be:', '', ...complaints.map((each) => `- ${each}`)].join('\n');
