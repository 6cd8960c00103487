import type { Bench, BenchRow, Named } from '../bench.js';
import { type Boards, type CollectedBoards, collectBoards } from './collect-boards.js';

const how =
  'One worker with its threads, one API and one Redis; one live search names every board, none of which is held. Boards answer on loopback, whole, with postings of some 3 kB of text, every other one with its pay. Memory is the most that the worker held, threads included; a delay is how long the thread that renews the locks of jobs was blocked.';

/** Targets of one size. */
type Targets = { firstMs: number; allMs: number; peakMb: number };

const small: Targets = { firstMs: 1000, allMs: 18_000, peakMb: 450 };

/** The longest that the thread that renews locks may be blocked, in milliseconds. */
const mostDelayMs = 50;

/** A slow arrival may cost this much more processor time than the same boards at once. */
const mostForTrickle = 1.1;

/** 100 boards of 400 postings, at once and one after the other. */
export const boards: Bench = {
  title: 'Collecting many boards',
  how: `${how} Boards that trickle in answer evenly over 60 seconds.`,
  async run({ quick }) {
    const size: Boards = quick ? { boards: 20, postings: 100 } : { boards: 100, postings: 400 };
    const atOnce = await collectBoards(size);
    const trickling = await collectBoards({ ...size, delayMs: quick ? 10_000 : 60_000 });
    return [...rowsOf(size, atOnce, small), trickleRow(size, atOnce, trickling)];
  },
};

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const named = ({ boards: count, postings }: Boards): string => `${count} boards × ${postings.toLocaleString('en-US')}`;

function rowsOf(size: Boards, found: CollectedBoards, targets: Targets): BenchRow[] {
  const all = size.boards * size.postings;
  const row = (
    { id, work }: Named,
    ours: string,
    about: [against: string, target: string, met: boolean],
  ): BenchRow => ({
    ...{ id: `${id}@${size.boards}x${size.postings}` as const, work: `${named(size)}: ${work}` },
    ours,
    against: about[0],
    ratio: '–',
    target: about[1],
    met: about[2],
  });
  return [
    row({ id: 'boards/first-shown', work: 'first board shown' }, seconds(found.firstMs), [
      `${found.jobEvents} updates with jobs, ${found.sourceEvents} reports of sources`,
      `≤ ${seconds(targets.firstMs)}`,
      found.firstMs <= targets.firstMs,
    ]),
    row({ id: 'boards/all-shown', work: 'all boards' }, seconds(found.allMs), [
      `${seconds(found.cpuMs)} of CPU, ${(found.cpuMs / all).toFixed(2)} ms a posting; ${seconds(found.workerCpuMs)} of it the worker`,
      `≤ ${seconds(targets.allMs)}`,
      found.allMs <= targets.allMs,
    ]),
    row({ id: 'boards/memory', work: 'memory' }, `${found.peakMb.toFixed(0)} MB`, [
      `${all.toLocaleString('en-US')} postings held at the end`,
      `≤ ${targets.peakMb} MB`,
      found.peakMb <= targets.peakMb,
    ]),
    row({ id: 'boards/locks-lost', work: 'locks lost' }, String(found.locksLost), ['–', '0', found.locksLost === 0]),
    row(
      { id: 'boards/delay', work: 'longest delay of the thread that renews locks' },
      `${found.delayMs.toFixed(0)} ms`,
      ['–', `≤ ${mostDelayMs} ms`, found.delayMs <= mostDelayMs],
    ),
  ];
}

function trickleRow(size: Boards, atOnce: CollectedBoards, trickling: CollectedBoards): BenchRow {
  const ratio = trickling.cpuMs / atOnce.cpuMs;
  return {
    id: `boards/trickle@${size.boards}x${size.postings}`,
    work: `${named(size)}: CPU when they trickle in`,
    ours: `${seconds(trickling.cpuMs)}, first shown after ${seconds(trickling.firstMs)}, ${trickling.jobEvents} updates with jobs, delay ≤ ${trickling.delayMs.toFixed(0)} ms, ${trickling.peakMb.toFixed(0)} MB, ${trickling.locksLost} locks lost`,
    against: `at once: ${seconds(atOnce.cpuMs)}`,
    ratio: ratio.toFixed(2),
    target: `≤ ${mostForTrickle}`,
    met: ratio <= mostForTrickle,
  };
}
