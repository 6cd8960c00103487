import { renameSync, writeFileSync } from 'node:fs';
import type { Chance } from '../../../demo-board/postings/chance.js';
import type { Scene } from './scene.js';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Puts another file in place of the sources file, as editors and git do: never a part of it is seen. */
function put(scene: Scene, text: string): void {
  writeFileSync(`${scene.sourcesFile}.new`, text);
  renameSync(`${scene.sourcesFile}.new`, scene.sourcesFile);
}

const whole = ({ boards: { sources } }: Scene): string => JSON.stringify({ sources });

/** Changes a setting of every board for a while, so that workers take another file up twice while searches run. */
export async function replaceSources(scene: Scene, chance: Chance): Promise<null> {
  const maxJobs = chance.int(1000, 5000);
  put(scene, JSON.stringify({ sources: scene.boards.sources.map((source) => ({ ...source, maxJobs })) }));
  await sleep(chance.int(500, 4000));
  put(scene, whole(scene));
  return null;
}

/** A file with a mistake, an empty one, or none, for a while: the boards that are in use stay. */
export async function breakSources(scene: Scene, chance: Chance): Promise<null> {
  const text = chance.pick(['{"sources": [', '', '{"sources": [{"id": "a", "kind": "no such kind"}]}', null]);
  if (text === null) renameSync(scene.sourcesFile, `${scene.sourcesFile}.away`);
  else put(scene, text);
  await sleep(chance.int(500, 4000));
  put(scene, whole(scene));
  return null;
}

/** Nobody reads the output of the processes for a while: pipes fill up. */
export async function leaveLogUnread(scene: Scene, chance: Chance): Promise<null> {
  scene.readLog(false);
  await sleep(chance.int(2000, 8000));
  scene.readLog(true);
  return null;
}
