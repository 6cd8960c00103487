import type { Chance } from '../../../demo-board/postings/chance.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { ask } from './ask.js';
import { type Board, boards } from './boards.js';
import type { Fault } from './fault-table.js';
import { freshKeyword, type Load, type Met } from './load.js';
import { ofKind, orphans } from './processes.js';
import { type Scene, until } from './scene.js';

/** The result of one fault. `wrong`: violations, one sentence each. */
export type Suffered = { fault: string; recoveryMs: number; met: Met; wrong: string[] };

/** The maximum time for full recovery without intervention. */
const recoveryMs = 15_000;
const givenUpMs = 40_000;

/** Collections that may have been in flight when a fault began: requested before it, counted after it. */
const concurrency = 8;

type Counts = { results: number; asked: number };

/** Injects one fault under load and checks for violations. */
export async function suffer(scene: Scene, fault: Fault, { load, chance }: { load: Load; chance: Chance }) {
  const before = await readCounts(scene);
  const hitsBefore = hitsOf(scene);
  load.resume();
  await new Promise((resolve) => setTimeout(resolve, chance.int(100, 900)));
  const victim = await fault.inject(scene, chance);
  const recovery = await recover(scene, victim);
  const met = await load.pause();
  const wrong = [...new Set(met.lies)].slice(0, 5);
  if (recovery.ms > recoveryMs) wrong.push(`full service took ${Math.round(recovery.ms)} ms; last: ${recovery.last}`);
  if (!fault.apiAway && met.cut + met.refused > 0) wrong.push(`${met.cut} cut, ${met.refused} refused`);
  wrong.push(...(await strays(scene)));
  // Without recovery there are no counts to check.
  if (recovery.ms < givenUpMs)
    wrong.push(
      ...(await miscounts(scene, { fault, before, hitsBefore, results: met.results + recovery.results, met })),
    );
  if (victim !== null) await heal(scene, victim);
  return { fault: fault.name, recoveryMs: recovery.ms, met, wrong } satisfies Suffered;
}

/** Ends the cooldown of a source as soon as it answers again, so that the next fault starts with a complete service. */
async function heal(scene: Scene, victim: Board): Promise<void> {
  const end = performance.now() + givenUpMs;
  for (let ms = Number.POSITIVE_INFINITY; ms > 1500 && performance.now() < end; ) {
    await scene.redis.del(redisKeys.rest(victim));
    ({ ms } = await recover(scene, null, 5000));
  }
}

const hitsOf = ({ boards: { hits } }: Scene): number => Object.values(hits).reduce((sum, each) => sum + each, 0);

type Recovery = { ms: number; results: number; last: string };
let probes = 0;

/** Makes fresh searches until one is complete: every source except the fault's victim was collected after the fault and not in the future. */
export async function recover(scene: Scene, victim: Board | null, limitMs = givenUpMs): Promise<Recovery> {
  const began = performance.now();
  const over = Date.now();
  let results = 0;
  let last = '';
  while (performance.now() - began < limitMs) {
    probes += 1;
    const got = await ask({
      url: `${scene.url}/api/jobs/search`,
      body: { keyword: freshKeyword(`probe${probes}`) },
      headers: { 'x-forwarded-for': `172.16.${probes >> 8}.${probes & 255}`, prefer: 'wait=3' },
    });
    last = got.kind === 'answer' ? `${got.status} ${got.text}`.slice(0, 1500) : got.kind;
    if (got.kind === 'answer' && got.status === 200) {
      results += 1;
      if (isWhole(JSON.parse(got.text) as Answer, { over, victim })) break;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { ms: performance.now() - began, results, last };
}

type Answer = { collectedAt: string; sources: { name: string; status: string }[] };

/**
 * Stale answers are accepted: a collection is fresh for only a second here, and the slowest source, a page in Chromium, may take
 * longer than that.
 */
function isWhole({ collectedAt, sources }: Answer, { over, victim }: { over: number; victim: Board | null }) {
  const able = sources.filter(({ name, status }) => name === victim || status === 'ok');
  const at = Date.parse(collectedAt);
  return able.length === boards.length && at >= over && at <= Date.now();
}

/** Orphaned processes, and parts of the service that run twice. */
async function strays(scene: Scene): Promise<string[]> {
  let found: string[] = [];
  const look = (): boolean => {
    const processes = scene.processes();
    const left = orphans(processes, scene.roots()).map(({ pid, args }) => `orphan ${pid} ${args.slice(0, 80)}`);
    const many = (['api', 'worker', 'chromium'] as const).flatMap((kind) => {
      const count = ofKind(processes, kind).filter(({ args }) => !args.startsWith('/bin/sh')).length;
      return count > (kind === 'api' ? 1 : 2) ? [`${count} processes of ${kind}`] : [];
    });
    found = [...left, ...many];
    return found.length === 0;
  };
  await until(5000, look);
  return found;
}

type Counted = { fault: Fault; before: Counts; hitsBefore: number; results: number; met: Met };

/** Whether geo-stats counted each answer once, and no collection more than once. */
async function miscounts(scene: Scene, { fault, before, hitsBefore, results, met }: Counted): Promise<string[]> {
  let after = await readCounts(scene);
  const isEnough = () => fault.forgets === true || after.results - before.results >= results;
  await until(2000, async () => {
    after = await readCounts(scene);
    return isEnough();
  });
  const grown = after.results - before.results;
  const wrong: string[] = [];
  if (grown > results + met.cut) wrong.push(`${grown} answers counted for ${results} given`);
  if (!isEnough()) wrong.push(`only ${grown} answers counted for ${results} given`);
  const asked = after.asked - before.asked;
  const hits = hitsOf(scene) - hitsBefore;
  if (asked > hits + concurrency) wrong.push(`${asked} collections counted, sources were asked ${hits} times`);
  return wrong;
}

async function readCounts(scene: Scene): Promise<Counts> {
  // An API process writes its counts within 150 ms, and its answer is at most a second old.
  await new Promise((resolve) => setTimeout(resolve, 1300));
  let counts: Counts | null = null;
  await until(20_000, async () => {
    const got = await ask({ url: `${scene.url}/api/geo-stats` });
    if (got.kind !== 'answer' || got.status !== 200) return false;
    const { searches, sources } = JSON.parse(got.text) as Stats;
    counts = {
      results: searches.cached + searches.collected,
      asked: sources.reduce((sum, source) => sum + source.asked, 0),
    };
    return true;
  });
  if (counts === null) throw new Error(`Geo-stats were not answered for 20 s. What the processes said: ${scene.log}`);
  return counts;
}

type Stats = { searches: { cached: number; collected: number }; sources: { asked: number }[] };
