import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import type { Posting } from '../../worker/sources/posting.js';
import type { Bench, BenchRow } from '../bench.js';
import { median } from '../lib/quantile.js';
import { materialFolder, realPostings } from '../real/material.js';
import { makeRealSizedPostings } from './real-sized-postings.js';
import { cpuMsOf, normaliseCollection, type StageTools, timeStages } from './stages.js';

const now = new Date('2026-11-21T12:00:00Z');

/** Postings of one collection. */
const board = 400;

/** The CPU of normalising a posting, as a whole and by stage. */
export const normalising: Bench = {
  title: 'Normalising postings',
  how: `Generated postings with 3 kB of text in the markup of Greenhouse, Lever and Ashby, pay in half of them, in one thread; a collection has ${board} of a few companies, whose postings share two paragraphs. Every collection has other postings. Stages are measured one after the other on the same postings, each with the results of the earlier ones; the whole on others.`,
  run({ quick }) {
    const [warmUp, turns] = quick ? [2, 2] : [4, 7];
    const tools = { gazetteer: loadGazetteer(), now };
    const count = 2 * board * (warmUp + turns);
    const postings = makeRealSizedPostings({ seed: 16, postings: count, now });
    const wholes: number[] = [];
    const stages = new Map<string, number[]>();
    for (let turn = -warmUp; turn < turns; turn++) {
      const from = 2 * board * (turn + warmUp);
      const [one, other] = divide(postings.slice(from, from + 2 * board));
      const times = timeStages(one, tools);
      globalThis.gc?.();
      const whole = cpuMsOf(() => normaliseCollection(other, tools));
      if (turn < 0) continue;
      wholes.push(whole / board);
      for (const [name, ms] of times) stages.set(name, [...(stages.get(name) ?? []), ms / board]);
    }
    return Promise.resolve([...rowsOf(median(wholes), stages), ...recordedRows(tools)]);
  },
};

/** Divides the postings of the same companies into two collections. */
const divide = (postings: readonly Posting[]): [Posting[], Posting[]] => [
  postings.filter((_, at) => at % 2 === 0),
  postings.filter((_, at) => at % 2 === 1),
];

/** The recorded postings beside the project, where they are present: one half is timed after the other was read. */
function recordedRows(tools: StageTools): BenchRow[] {
  if (materialFolder === null) return [];
  const [warmUp, timed] = divide(realPostings().map(({ posting }) => posting));
  normaliseCollection(warmUp, tools);
  const ms = cpuMsOf(() => normaliseCollection(timed, tools)) / timed.length;
  return [
    {
      id: 'posting/recorded',
      work: `a recorded posting (${timed.length} of many companies)`,
      ours: `${ms.toFixed(3)} ms of CPU`,
      ...{ against: '–', ratio: '–', target: null, met: null },
    },
  ];
}

/** The target for normalising and indexing a posting leaves this much to normalising, in milliseconds. */
const mostMs = 0.5;

function rowsOf(whole: number, stages: ReadonlyMap<string, readonly number[]>): BenchRow[] {
  const row = (stage: string, ms: number): BenchRow => ({
    ...{
      id: `stage/alone@${stage.toLowerCase().replace(/\W+/g, '-')}`,
      work: stage,
      ours: `${ms.toFixed(3)} ms of CPU`,
      against: 'the whole',
    },
    ...{ ratio: `${((100 * ms) / whole).toFixed(0)} %`, target: null, met: null },
  });
  return [
    {
      id: 'posting/made',
      work: 'a posting',
      ours: `${whole.toFixed(3)} ms of CPU, ${(1000 / whole).toFixed(0)} postings for a CPU second`,
      ...{
        against: `${mostMs} ms`,
        ratio: (whole / mostMs).toFixed(2),
        target: `≤ ${mostMs} ms`,
        met: whole <= mostMs,
      },
    },
    ...[...stages].map(([name, times]) => row(name, median(times))),
  ];
}
