import type { Bench, BenchOptions, BenchRow } from '../bench.js';
import { ask, askWhole } from '../lib/ask.js';
import { onStage, type Stage, speed } from '../lib/open-stage.js';
import { median, quantile } from '../lib/quantile.js';

/** Latencies of the three sources, in milliseconds. */
const delays = [100, 200, 400] as const;
const [fastest, slowest] = [Math.min(...delays), Math.max(...delays)];

/** The latency of a search that must collect its sources, and the time to the first jobs of a live search. */
export const freshSearch: Bench = {
  title: 'Searches that query their sources',
  how: 'Three sources on loopback, each a host of its own, answer after 100, 200 and 400 ms; every search is new, so that each source is read again. One API process, one worker. “200 at once” are 200 equal requests sent together.',
  run: (options) => onStage((stage) => measure(stage, options)),
};

let searches = 0;
const newSearch = (): { keyword: string } => ({ keyword: `engineer${++searches}` });
const atOnce = 200;

async function measure(stage: Stage, { quick }: BenchOptions): Promise<BenchRow[]> {
  const api = await stage.startApi();
  const hosts = delays.map((_, at) => `127.0.0.${at + 1}`);
  const sources = delays.map((ms, at) => ({
    ...{ id: `slow-${ms}`, kind: 'site', render: 'never', ...speed },
    search: `${stage.board.replace('127.0.0.1', hosts[at] ?? '')}/slow/${ms}/jobs?q={keyword}`,
  }));
  await stage.startWorker(sources, { ALLOW_PRIVATE_HOSTS: hosts.join(',') });
  const url = String(api.ready.url);
  for (let round = 0; round < 10; round++) await askWhole(url, newSearch());
  const full: number[] = [];
  const first: number[] = [];
  const last: number[] = [];
  for (let round = 0; round < (quick ? 15 : 120); round++) {
    full.push((await askWhole(url, newSearch())).tookMs);
    first.push((await firstJobs(url)).tookMs);
    if (round % 10 > 0) continue;
    const search = newSearch();
    const answers = await Promise.all(Array.from({ length: atOnce }, () => askWhole(url, search)));
    last.push(Math.max(...answers.map(({ tookMs }) => tookMs)));
  }
  const count = full.length;
  return [
    row('search/median', `a new search, median of ${count}`, median(full), { source: slowest, most: 25 }),
    row('search/p99', `a new search, p99 of ${count}`, quantile(full, 0.99), { source: slowest, most: 60 }),
    row('search/first-jobs', 'first jobs of a live search, median', median(first), { source: fastest, most: 15 }),
    row('equal/last-answer', '200 equal searches at once, last answer', median(last), { source: slowest, most: null }),
  ];
}

/** The time to the first jobs of a live search. */
const firstJobs = (url: string) =>
  ask(url, newSearch(), {
    headers: { accept: 'text/event-stream' },
    until: (text) => /^event: (?:jobs|result)$/m.test(text),
  });

const ms = (value: number): string => `${value.toFixed(0)} ms`;

type Beside = { source: number; most: number | null };

function row(id: BenchRow['id'], work: string, took: number, { source, most }: Beside): BenchRow {
  const more = took - source;
  return {
    ...{ id, work, ours: ms(took), against: `the ${source === slowest ? 'slowest' : 'fastest'} source: ${ms(source)}` },
    ...{
      ratio: `+ ${ms(more)}`,
      target: most === null ? null : `+ ${ms(most)}`,
      met: most === null ? null : more <= most,
    },
  };
}
