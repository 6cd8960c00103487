import { join } from 'node:path';
import type { Chance } from '../../../demo-board/postings/chance.js';
import { type Board, boards, type Mood, moods } from './boards.js';
import { damageFiles } from './damage-files.js';
import type { Way } from './fault-proxy.js';
import { breakSources, leaveLogUnread, replaceSources } from './hurt-files.js';
import { misuseRedis } from './misuse-redis.js';
import { type Kind, ofKind, signal } from './processes.js';
import type { Scene, SceneName } from './scene.js';

/**
 * One fault. `inject` resolves when its cause is over, with the source that may be missing for a while. `apiAway`: connections
 * may be refused or break, since the API process itself ends. `forgets`: recent counts may be lost with the API or Redis, but
 * are never counted twice.
 */
export type Fault = {
  name: string;
  scenes: readonly SceneName[];
  weight: number;
  apiAway?: boolean;
  forgets?: boolean;
  inject(scene: Scene, chance: Chance): Promise<Board | null>;
};

const both: readonly SceneName[] = ['one tree', 'apart'];
const every: readonly SceneName[] = [...both, 'cluster'];
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Every fault; the suite draws from it by weight. */
export const faults: readonly Fault[] = [
  { name: 'worker killed', scenes: every, weight: 12, inject: kill('worker') },
  { name: 'API killed', scenes: every, weight: 10, apiAway: true, forgets: true, inject: kill('api') },
  { name: 'Chromium killed', scenes: both, weight: 10, inject: kill('chromium') },
  { name: 'Chromium stopped', scenes: both, weight: 6, inject: kill('chromium', 'SIGSTOP') },
  { name: 'Chromium’s page killed', scenes: both, weight: 6, inject: kill('renderer') },
  { name: 'worker and API killed', scenes: both, weight: 5, apiAway: true, forgets: true, inject: killBoth },
  { name: 'Redis killed', scenes: ['one tree'], weight: 10, forgets: true, inject: kill('redis') },
  { name: 'worker told to leave', scenes: both, weight: 6, inject: kill('worker', 'SIGTERM') },
  { name: 'API told to leave', scenes: both, weight: 6, apiAway: true, forgets: true, inject: kill('api', 'SIGTERM') },
  { name: 'worker stopped for a while', scenes: every, weight: 8, inject: freeze('worker', 7000) },
  { name: 'API stopped for a while', scenes: both, weight: 6, forgets: true, inject: freeze('api', 5000) },
  { name: 'Redis stopped for a while', scenes: ['one tree'], weight: 8, forgets: true, inject: freeze('redis', 5000) },
  { name: 'Redis paused', scenes: both, weight: 6, forgets: true, inject: pauseRedis },
  { name: 'Redis full', scenes: both, weight: 10, forgets: true, inject: fillRedis },
  { name: 'Redis emptied', scenes: both, weight: 8, forgets: true, inject: emptyRedis },
  { name: 'Redis’ connections cut', scenes: both, weight: 6, forgets: true, inject: cutRedis },
  { name: 'disk full', scenes: ['one tree'], weight: 8, forgets: true, inject: fillDisk },
  { name: 'files of prepared postings damaged', scenes: both, weight: 10, inject: damageSegments },
  { name: 'the clock jumps', scenes: both, weight: 10, forgets: true, inject: jumpClock },
  { name: 'a source goes wrong', scenes: every, weight: 16, inject: hurtSource },
  { name: 'Redis slow', scenes: ['apart'], weight: 20, forgets: true, inject: slowWay },
  { name: 'Redis unreachable', scenes: ['apart'], weight: 12, forgets: true, inject: closedWay },
  { name: 'Redis silent', scenes: ['apart'], weight: 12, forgets: true, inject: silentWay },
  { name: 'Redis’ connections forgotten', scenes: ['apart'], weight: 12, forgets: true, inject: forgottenWay },
  { name: 'Redis replaced by an empty one', scenes: ['apart'], weight: 12, forgets: true, inject: replaceRedis },
  { name: 'Redis’ answers lost', scenes: ['apart'], weight: 12, forgets: true, inject: muteWay },
  { name: 'Redis server stopped', scenes: ['apart'], weight: 10, forgets: true, inject: freezeApart },
  { name: 'Redis evicting', scenes: both, weight: 12, forgets: true, inject: evict },
  { name: 'cluster node killed', scenes: ['cluster'], weight: 30, forgets: true, inject: killNode },
  { name: 'cluster node stopped', scenes: ['cluster'], weight: 20, forgets: true, inject: freezeNode },
  { name: 'sources file replaced', scenes: every, weight: 12, inject: replaceSources },
  { name: 'sources file broken', scenes: both, weight: 8, inject: breakSources },
  { name: 'a queue’s key of a wrong type', scenes: every, weight: 12, forgets: true, inject: misuseRedis },
  { name: 'log unread', scenes: both, weight: 8, inject: leaveLogUnread },
  { name: 'worker tree killed', scenes: ['apart'], weight: 8, inject: killTree('worker') },
  { name: 'API tree killed', scenes: ['apart'], weight: 8, apiAway: true, forgets: true, inject: killTree('api') },
];

function kill(kind: Kind, how: NodeJS.Signals = 'SIGKILL'): Fault['inject'] {
  return async (scene, chance) => {
    const found = ofKind(scene.processes(), kind);
    // Chromium starts and ends by itself: when none runs, there is nothing to kill.
    if (found.length > 0) signal(chance.pick(found).pid, how);
    return null;
  };
}

async function killBoth(scene: Scene, chance: Chance): Promise<null> {
  await kill('worker')(scene, chance);
  await sleep(chance.int(0, 300));
  await kill('api')(scene, chance);
  return null;
}

function freeze(kind: Kind, longestMs: number): Fault['inject'] {
  return async (scene, chance) => {
    const { pid } = chance.pick(ofKind(scene.processes(), kind));
    signal(pid, 'SIGSTOP');
    await sleep(chance.int(300, longestMs));
    signal(pid, 'SIGCONT');
    return null;
  };
}

/** How far clocks jump, in milliseconds: a correction, a wrong daylight saving change, a day. */
const jumpsMs = [2000, 120_000, 3_600_000, 86_400_000] as const;

async function jumpClock(scene: Scene, chance: Chance): Promise<null> {
  const ms = chance.pick(jumpsMs) * (chance.maybe(0.5) ? 1 : -1);
  // In all processes, as on one machine, or in one process, as on one of several machines.
  const all = [...ofKind(scene.processes(), 'api'), ...ofKind(scene.processes(), 'worker')];
  const hit = chance.maybe(0.5) ? all : [chance.pick(all)];
  scene.setClock(ms, hit);
  await sleep(chance.int(300, 4000));
  scene.setClock(0, hit);
  return null;
}

async function pauseRedis({ redis }: Scene, chance: Chance): Promise<null> {
  const ms = chance.int(300, 4500);
  await redis.call('CLIENT', 'PAUSE', String(ms), 'ALL');
  await sleep(ms);
  return null;
}

async function fillRedis({ redis }: Scene, chance: Chance): Promise<null> {
  await redis.config('SET', 'maxmemory', '1000000');
  await sleep(chance.int(300, 4000));
  await redis.config('SET', 'maxmemory', '0');
  return null;
}

async function emptyRedis({ redis }: Scene): Promise<null> {
  await redis.flushall();
  return null;
}

async function cutRedis({ redis, apart }: Scene): Promise<null> {
  if (apart !== null) apart.cut();
  else {
    await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
  }
  return null;
}

async function fillDisk({ disk }: Scene, chance: Chance): Promise<null> {
  if (!disk.small) return null;
  disk.fill();
  await sleep(chance.int(1000, 4000));
  disk.free();
  return null;
}

/** Damages files while they are searched, and in half of the cases has them opened again by a worker that starts. */
async function damageSegments(scene: Scene, chance: Chance): Promise<null> {
  const folder = join(scene.disk.folder, 'segments');
  for (let round = chance.int(1, 3); round > 0; round--) {
    damageFiles(folder, chance, chance.pick([0.3, 1]));
    await sleep(chance.int(100, 600));
  }
  if (chance.maybe(0.5)) await kill('worker')(scene, chance);
  damageFiles(folder, chance, 1);
  return null;
}

async function hurtSource({ boards: served }: Scene, chance: Chance): Promise<Board> {
  const victim = chance.pick(boards);
  const mood = chance.pick<Mood>(moods.filter((each) => each !== 'well'));
  served.setMood(victim, mood);
  await sleep(chance.int(500, 5000));
  served.setMood(victim, 'well');
  return victim;
}

async function onTheWay({ apart }: Scene, way: Way, ms: number): Promise<null> {
  apart?.setWay(way);
  await sleep(ms);
  apart?.setWay({ kind: 'open' });
  return null;
}

async function slowWay(scene: Scene, chance: Chance): Promise<null> {
  return onTheWay(scene, { kind: 'slow', delayMs: chance.int(50, 1200) }, chance.int(1000, 5000));
}

async function closedWay(scene: Scene, chance: Chance): Promise<null> {
  return onTheWay(scene, { kind: 'closed' }, chance.int(300, 5000));
}

async function silentWay(scene: Scene, chance: Chance): Promise<null> {
  return onTheWay(scene, { kind: 'silent' }, chance.int(500, 5000));
}

async function forgottenWay({ apart }: Scene): Promise<null> {
  apart?.setWay({ kind: 'forgotten' });
  return null;
}

async function muteWay(scene: Scene, chance: Chance): Promise<null> {
  return onTheWay(scene, { kind: 'mute' }, chance.int(500, 5000));
}

/** Stops a server for a while. */
async function freezeServer(pid: number | undefined, ms: number): Promise<null> {
  if (pid === undefined) return null;
  signal(pid, 'SIGSTOP');
  await sleep(ms);
  signal(pid, 'SIGCONT');
  return null;
}

async function freezeApart({ apart }: Scene, chance: Chance): Promise<null> {
  return freezeServer(apart?.pid(), chance.int(300, 5000));
}

/** Evicts part of all data: API keys, jobs, lists of queues, documents. */
async function evict({ redis }: Scene, chance: Chance): Promise<null> {
  const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
  await redis.config('SET', 'maxmemory-policy', 'allkeys-random');
  await redis.config('SET', 'maxmemory', String(Math.round(used * (0.7 + chance.int(0, 25) / 100))));
  await sleep(chance.int(300, 4000));
  await redis.config('SET', 'maxmemory', '0');
  await redis.config('SET', 'maxmemory-policy', 'noeviction');
  return null;
}

/** Kills a node of the cluster, and starts it again, empty, within eight seconds. */
async function killNode({ cluster }: Scene, chance: Chance): Promise<null> {
  const node = chance.int(0, 2);
  await cluster?.kill(node);
  await sleep(chance.int(300, 8000));
  await cluster?.revive(node);
  return null;
}

async function freezeNode({ cluster }: Scene, chance: Chance): Promise<null> {
  const pids = cluster?.pids() ?? [];
  const pid = pids.length === 0 ? undefined : chance.pick(pids);
  await freezeServer(pid, chance.int(300, 6000));
  await cluster?.settled();
  return null;
}

async function replaceRedis({ apart }: Scene): Promise<null> {
  await apart?.replace();
  return null;
}

function killTree(role: 'api' | 'worker'): Fault['inject'] {
  return async (scene) => {
    await scene.killRoot(role);
    return null;
  };
}
