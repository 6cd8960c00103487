import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Posting } from '../../worker/sources/posting.js';
import { median } from '../lib/quantile.js';
import { materialFolder, realPostings } from '../real/material.js';
import { makeRealSizedPostings } from './real-sized-postings.js';

/**
 * `node dist/bench/normalise/compare-builds.js ROUNDS DIST…`: the user CPU of normalising a posting in several builds of the
 * service, by turns and each time in a process of its own; prints the medians in milliseconds. Every build reads the same
 * postings: made ones, and the recorded ones beside the project where they are present. Half of each set is read before the
 * other half is timed.
 */
const now = new Date('2026-11-21T12:00:00Z');
const [first, ...rest] = process.argv.slice(2);
if (first === '--one' && rest[0] !== undefined) console.log(JSON.stringify(await measure(resolve(rest[0]))));
else compare(Number(first), rest);

type Times = { made: number; recorded: number | null };

function compare(rounds: number, builds: readonly string[]): void {
  const times = new Map<string, Times[]>(builds.map((build) => [build, []]));
  const self = fileURLToPath(import.meta.url);
  for (let round = 0; round < rounds; round++)
    for (const [build, each] of times)
      each.push(JSON.parse(execFileSync(process.execPath, [self, '--one', build], { encoding: 'utf8' })) as Times);
  for (const [build, each] of times) {
    const recorded = each.flatMap((one) => one.recorded ?? []);
    const shown = recorded.length === 0 ? '–' : median(recorded).toFixed(3);
    console.log(`${build}: made ${median(each.map(({ made }) => made)).toFixed(3)} ms, recorded ${shown} ms`);
  }
}

async function measure(dist: string): Promise<Times> {
  const load = (path: string): Promise<unknown> => import(pathToFileURL(`${dist}/worker/${path}`).href);
  const { normalise } = (await load('normalise/normalise.js')) as typeof import('../../worker/normalise/normalise.js');
  const { boundPosting } = (await load(
    'normalise/bound-posting.js',
  )) as typeof import('../../worker/normalise/bound-posting.js');
  const { loadGazetteer } = (await load(
    'gazetteer/gazetteer.js',
  )) as typeof import('../../worker/gazetteer/gazetteer.js');
  const tools = { source: 'bench', gazetteer: loadGazetteer(), now };
  const timed = (postings: readonly Posting[]): number => {
    const before = process.cpuUsage();
    for (const each of postings) {
      const { posting } = boundPosting(each);
      if (posting !== null) normalise(posting, tools);
    }
    return process.cpuUsage(before).user / 1000 / postings.length;
  };
  const halves = (postings: readonly Posting[]): number => {
    timed(postings.filter((_, at) => at % 2 === 1));
    return timed(postings.filter((_, at) => at % 2 === 0));
  };
  const made = halves(makeRealSizedPostings({ seed: 16, postings: 3000, now }));
  return { made, recorded: materialFolder === null ? null : halves(realPostings().map(({ posting }) => posting)) };
}
