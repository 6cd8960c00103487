import { readKnownBoards } from '../../shared/catalogue/known-board.js';
import { describeSeconds } from '../../shared/words/describe-seconds.js';
import type { Bench, BenchRow } from '../bench.js';
import { type CatalogueReading, postingsEach, readCatalogue, speed } from './read-catalogue.js';

/** Boards of a quick run. */
const quickBoards = 300;

const targets = { firstMs: 5000, workerMb: 1500 } as const;

/** The whole catalogue, read for the first time. */
export const catalogue: Bench = {
  title: 'Reading the whole catalogue',
  how: `One worker with its threads, one API and one Redis are started with all boards of shared/catalogue/boards.csv as sources. Each board answers on loopback as its system does, with ${postingsEach} postings of real size; each of the real hosts is a host of its own, which is asked ${speed} times as fast as in earnest. The first jobs are those that a search shows that is asked as the page asks it. The plan is what \`npx job-search sources catalogue\` says, divided by ${speed}. Boards of hosts that answer slowly, refuse or are gone are not part of it.`,
  async run({ quick, boards: count = quick ? quickBoards : Number.POSITIVE_INFINITY }) {
    const all = readKnownBoards();
    const step = Math.max(1, all.length / count);
    const some = all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
    const found = await readCatalogue(some);
    for (const [kind, failures] of byKind(found.failures)) console.log(`  ${failures} boards of ${kind}`);
    return rowsOf(found);
  },
};

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const count = new Intl.NumberFormat('en');

function rowsOf(found: CatalogueReading): BenchRow[] {
  const { plan, requests, postings, failures } = found;
  const size = `${count.format(plan.boards)} boards on ${count.format(plan.hosts)} hosts`;
  const plannedMs = (plan.seconds / speed) * 1000;
  return [
    {
      ...{ id: 'catalogue/first-jobs', work: `${size}: first jobs answered` },
      ...{ ours: seconds(found.firstMs), against: 'after the start of the worker', ratio: '–' },
      ...{ target: `≤ ${seconds(targets.firstMs)}`, met: found.firstMs <= targets.firstMs },
    },
    {
      ...{ id: 'catalogue/all-read', work: `${size}: all of them read` },
      ...{ ours: `${seconds(found.allMs)}, ${seconds(found.cpuMs)} of CPU, ${count.format(requests)} requests` },
      against: `plan: ${seconds(plannedMs)} (${describeSeconds(plan.seconds)} at the hosts’ own pace)`,
      ...{ ratio: (found.allMs / plannedMs).toFixed(2), target: null, met: null },
    },
    {
      ...{ id: 'catalogue/failures', work: `${size}: boards not read whole` },
      ...{ ours: String(failures.length), against: `${count.format(postings)} postings held`, ratio: '–' },
      ...{ target: '0', met: failures.length === 0 },
    },
    {
      ...{ id: 'catalogue/memory', work: `${size}: most memory of the worker` },
      ours: `${found.workerMb.toFixed(0)} MB`,
      against: `API ${found.apiMb.toFixed(0)} MB, Redis ${found.redisMb.toFixed(0)} MB`,
      ...{ ratio: '–', target: `≤ ${targets.workerMb} MB`, met: found.workerMb <= targets.workerMb },
    },
  ];
}

/** How often each kind failed, with one of the reasons. */
function byKind(failures: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const failure of failures) counts.set(failure, (counts.get(failure) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 30);
}
