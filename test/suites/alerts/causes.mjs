import { setTimeout as pause } from 'node:timers/promises';

/** Fails with what was found instead. */
export function expect(found, words) {
  if (!found) throw new Error(words);
}

export const statusOf = async (scene, path) => (await scene.admin(path)).status;
export const isAtLeast = async (scene, expression, least) => ((await scene.value(expression)) ?? -1) >= least;
export const isBelow = async (scene, expression, most) => ((await scene.value(expression)) ?? Infinity) < most;

/** Resolves once it holds; the caller's limit ends what never does. */
export async function until(holds) {
  while (!(await holds().catch(() => false))) await pause(500);
}

/** Searches for something new every so often, until the returned function is called; new ones wait for nobody. */
export function searchOnAndOn(scene, everyMs, { keyword = (made) => `engineer zq${made}`, atOnce = 20 } = {}) {
  let over = false;
  let made = 0;
  const open = new Set();
  const loop = (async () => {
    while (!over) {
      made += 1;
      const search = scene.search(keyword(made)).catch(() => undefined);
      open.add(search);
      void search.finally(() => open.delete(search));
      await (open.size > atOnce ? search : pause(everyMs));
    }
  })();
  return async () => {
    over = true;
    await loop;
    await Promise.all(open);
  };
}

/** Starts the workers again with these settings. */
export async function restartWorkers(scene, settings = {}) {
  for (const name of ['worker-0', 'worker-1']) {
    await scene.stop(name);
    await scene.start(name, settings);
  }
}

/** Has a process run for a part of the time alone, as a limit of its CPU does; returns what ends it. */
export function limitCpu(scene, name, { runsMs, restsMs }) {
  let over = false;
  const loop = (async () => {
    while (!over) {
      process.kill(scene.pid(name), 'SIGSTOP');
      await pause(restsMs);
      process.kill(scene.pid(name), 'SIGCONT');
      await pause(runsMs);
    }
  })();
  return async () => {
    over = true;
    await loop;
  };
}
