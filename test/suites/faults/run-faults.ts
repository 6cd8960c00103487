import { rmSync } from 'node:fs';
import { chanceOf } from '../../../demo-board/postings/chance.js';
import { type Fault, faults } from './fault-table.js';
import { startLoad } from './load.js';
import { openScene, type SceneName, sceneNames } from './scene.js';
import { recover, type Suffered, suffer } from './suffer.js';

/** How many faults, which ones, and where; a seed always selects the same faults. */
export type FaultRun = {
  seed: string;
  counts: Readonly<Record<SceneName, number>>;
  /** Names of faults must match it. */
  only?: RegExp;
  /** Ends the run after the current fault and closes everything. */
  stop?: AbortSignal;
  say(line: string): void;
};

/** Runs faults one at a time in a service under constant mixed load, and returns the result of each. */
export async function runFaults({
  seed,
  counts,
  only = /./,
  stop = new AbortController().signal,
  say,
}: FaultRun): Promise<Suffered[]> {
  const all: Suffered[] = [];
  for (const name of sceneNames) {
    const able = faults.filter((fault) => fault.scenes.includes(name) && only.test(fault.name));
    if (stop.aborted || counts[name] === 0 || able.length === 0) continue;
    all.push(...(await runScene(name, { able, count: counts[name], seed, say, stop })));
  }
  return all;
}

type SceneRun = { able: readonly Fault[]; count: number } & Required<Pick<FaultRun, 'seed' | 'say' | 'stop'>>;

async function runScene(name: SceneName, { able, count, seed, say, stop }: SceneRun): Promise<Suffered[]> {
  const scene = await openScene(name, say);
  const load = startLoad(scene.url, chanceOf(seed, name, 'load'));
  const suffered: Suffered[] = [];
  try {
    // Every part has worked once, including Chromium, before the first fault.
    for (let warm = 0; warm < 3; warm++) await recover(scene, null);
    await load.pause();
    for (let number = 1; number <= count && !stop.aborted; number++) {
      const chance = chanceOf(seed, name, number);
      const fault = chance.weigh(able.map((each) => [each, each.weight] as const));
      const one = await suffer(scene, fault, { load, chance });
      suffered.push(one);
      say(lineOf(name, number, one));
    }
  } finally {
    await load.stop();
    await scene.close();
  }
  const left = scene.processes().map(({ pid, args }) => `${pid} ${args.slice(0, 100)} is left at the end`);
  suffered.at(-1)?.wrong.push(...left);
  if (left.length > 0) say(left.join('\n'));
  if (suffered.some(({ wrong }) => wrong.length > 0)) say(`What the processes said: ${scene.log}`);
  else rmSync(scene.log, { force: true });
  return suffered;
}

function lineOf(name: SceneName, number: number, { fault, recoveryMs, met, wrong }: Suffered): string {
  const statuses = [...met.byStatus].sort(([a], [b]) => a - b).map(([status, count]) => `${status}×${count}`);
  const told = [
    new Date().toISOString().slice(11, 23),
    `${name} ${number}`,
    fault,
    `${Math.round(recoveryMs)} ms`,
    statuses.join(' '),
  ];
  if (met.cut + met.refused > 0) told.push(`${met.cut} cut, ${met.refused} refused`);
  return [told.join(' · '), ...wrong.map((each) => `    WRONG ${each}`)].join('\n');
}
