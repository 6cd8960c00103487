import { describe, expect, test } from '@jest/globals';
import { type ChunkStore, chunkIndexOf, openChunkStore } from '../../../../shared/cluster/chunk-store.js';
import { EngineUnavailable } from '../../../../shared/cluster/engine-unavailable.js';
import { redisKeys } from '../../../../shared/redis/redis-keys.js';
import { createTurns } from '../../../../shared/redis/turns.js';
import { readCollectedJobs } from '../../../../shared/search/collections/collected-jobs.js';
import {
  readCollectionStates,
  readJob,
  readPackedJobs,
  renewCollection,
  unpackJobs,
} from '../../../../shared/search/collections/collection-store.js';
import type { HeldPostings } from '../../../../shared/search/collections/read-chunks.js';
import { readDescriptions } from '../../../../shared/search/collections/read-descriptions.js';
import { createPostingMover } from '../../../../worker/engine/opensearch/keep-indexed.js';
import { readSourcesFile } from '../../../../worker/sources/config/sources-file.js';
import { closeLater } from '../../../lib/close-later.js';
import { freePort } from '../../../lib/free-port.js';
import { holdCollection } from '../../../lib/hold-collection.js';
import { openSearchSettings, openSearchUrl } from '../../../lib/processes/test-opensearch.js';
import { suiteRedis } from '../../../lib/suite-redis.js';

const later = closeLater();
const { redis } = await suiteRedis('working');
const [source] = readSourcesFile('{"sources":[{"id":"acme","kind":"greenhouse","board":"acme"}]}', 'test');
if (source === undefined) throw new Error('There is no source.');
const size = 120;
const never = new AbortController().signal;

/** Chunks in memory, as a cluster keeps them. */
function memoryStore(): ChunkStore {
  const kept = new Map<string, { key: string; version: string; chunks: Map<string, Buffer> }>();
  return {
    read: async ({ key, version }, fields) =>
      fields.map((field) => kept.get(`${key} ${version}`)?.chunks.get(field) ?? null),
    async write({ key, version }, chunks) {
      const before = kept.get(`${key} ${version}`)?.chunks ?? new Map<string, Buffer>();
      kept.set(`${key} ${version}`, { key, version, chunks: new Map([...before, ...chunks]) });
    },
    async *list() {
      yield [...kept.values()].map(({ key, version }) => ({ key, version, writtenAt: Date.now() }));
    },
    remove: async ({ key, version }) => void kept.delete(`${key} ${version}`),
  };
}

/** The postings of the cluster at this address, in an index of their own. */
function clusterStore(url: string): { store: ChunkStore; index: string } {
  const settings = openSearchSettings(url);
  const opened = openChunkStore(settings, () => new Date());
  if (opened === undefined) throw new Error('The settings name no cluster.');
  return { store: later(opened, (each) => each.close()), index: chunkIndexOf(settings.OPENSEARCH_PREFIX) };
}

/** A board with its postings in Redis, and what moves these; `minutes`: how much later the clock of the mover is. */
async function openBoard(store: ChunkStore, minutes = 0) {
  await redis.flushall();
  const now = () => new Date(Date.now() + minutes * 60_000);
  const mover = createPostingMover({ redis, chunks: store, turn: createTurns(redis, redisKeys.engineWriter), now });
  const ref = await holdCollection(redis, source as NonNullable<typeof source>, { size });
  const name = redisKeys.collection(ref.key);
  const inRedis = async () => (await redis.hkeys(name)).filter((field) => /^[jh]\d+$/.test(field)).length;
  return { mover, ref, name, inRedis, held: { redis, chunks: store } satisfies HeldPostings };
}

type Ref = { key: string; version: string };

/** What every reader of postings gives of a board. */
async function readAll(held: HeldPostings, { key, version }: Ref) {
  const [state] = await readCollectionStates(redis, [key]);
  const packed = await readPackedJobs(held, key, version);
  const jobs = packed === null ? [] : await unpackJobs(packed);
  const ids = jobs.map(({ id }) => id);
  const head = state?.head;
  if (!head) throw new Error('The board is not held.');
  return {
    jobs,
    first: await readJob(held, ids[0] ?? ''),
    last: await readJob(held, ids.at(-1) ?? ''),
    whole: await readCollectedJobs(held, key, { head, indexes: null }),
    some: [...(await readCollectedJobs(held, key, { head, indexes: [3, 70] })).keys()],
    texts: await readDescriptions(held, [ids[1] ?? '', ids[110] ?? ''], 'text'),
    markdown: await readDescriptions(held, [ids[1] ?? ''], 'markdown'),
  };
}

const stores: (readonly [string, () => ChunkStore])[] = [['memory', memoryStore]];
if (openSearchUrl !== null) stores.push(['OpenSearch', () => clusterStore(openSearchUrl ?? '').store]);

describe.each(stores)('postings moved to %s', (_name, open) => {
  test('are read as they were in Redis, which no longer has them', async () => {
    const { mover, ref, inRedis, held } = await openBoard(open());
    const before = await readAll({ redis }, ref);
    expect([before.jobs.length, await inRedis()]).toEqual([size, 6]);
    await mover.move([ref], never);
    expect(await inRedis()).toBe(0);
    expect(await readAll(held, ref)).toEqual(before);
    // Whoever does not know where they lie must not take the board for an empty one.
    await expect(readJob({ redis }, before.jobs[0]?.id ?? '')).rejects.toBeInstanceOf(EngineUnavailable);
  });

  test('are moved without the fields that an earlier release did not store', async () => {
    const { mover, ref, name, inRedis, held } = await openBoard(open());
    await redis.hdel(name, 'f0', 'f1', 'f2');
    const before = await readAll({ redis }, ref);
    await mover.move([ref], never);
    expect(await inRedis()).toBe(0);
    expect(await readAll(held, ref)).toEqual(before);
  });

  test('stay there while the board is renewed, and lie in Redis again when it is written anew', async () => {
    const { mover, ref, inRedis, held } = await openBoard(open());
    await mover.move([ref], never);
    const [{ head, attempt } = { head: null, attempt: null }] = await readCollectionStates(redis, [ref.key]);
    if (head === null || attempt === null) throw new Error('The board is not held.');
    const renewed = { ...head, freshUntil: head.freshUntil + 1000, staleUntil: head.staleUntil + 1000 };
    expect(await renewCollection(redis, ref.key, { head: renewed, attempt, manifest: {} })).toBe(true);
    expect((await readPackedJobs(held, ref.key, ref.version))?.chunks.length).toBe(3);
    const next = await holdCollection(redis, source as NonNullable<typeof source>, { size: 60, version: 'next' });
    expect([await inRedis(), await readPackedJobs(held, ref.key, ref.version)]).toEqual([4, null]);
    // The former version is not moved after the next one has replaced it.
    await mover.move([ref], never);
    expect(await inRedis()).toBe(4);
    await mover.move([next], never);
    expect([await inRedis(), (await readAll(held, next)).jobs.length]).toEqual([0, 60]);
  });

  test('are removed there when the board has another version, unless they are being written', async () => {
    const store = open();
    const { mover, ref } = await openBoard(store);
    await mover.move([ref], never);
    const next = await holdCollection(redis, source as NonNullable<typeof source>, { size: 60, version: 'next' });
    await mover.move([next], never);
    const firstOf = async (of: Ref) => (await store.read(of, ['j0']))[0];
    await settled(store, 2);
    await mover.sweep(never);
    expect(await firstOf(ref)).not.toBeNull();
    const muchLater = createPostingMover({
      ...{ redis, chunks: store, turn: createTurns(redis, redisKeys.engineWriter) },
      now: () => new Date(Date.now() + 3_600_000),
    });
    await muchLater.sweep(never);
    expect([await firstOf(ref), (await firstOf(next))?.length]).toEqual([null, expect.any(Number)]);
  });

  test('that were lost there have the board forgotten, so that it is read again', async () => {
    const store = open();
    const { mover, ref, held } = await openBoard(store);
    await mover.move([ref], never);
    await settled(store, 1);
    await store.remove(ref);
    expect(await readPackedJobs(held, ref.key, ref.version)).toBeNull();
    expect(await readCollectionStates(redis, [ref.key])).toEqual([{ head: null, attempt: null }]);
  });
});

/** Waits until so many versions are listed: what was written is read at once, and listed a second later. */
async function settled(store: ChunkStore, versions: number): Promise<void> {
  for (const end = Date.now() + 20_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    let listed = 0;
    for await (const some of store.list()) listed += some.length;
    if (listed === versions) return;
    if (Date.now() > end) throw new Error(`${listed} versions are listed.`);
  }
}

test('a cluster that is away leaves postings in Redis, and those that lie there cannot be read', async () => {
  const { store } = clusterStore(`http://127.0.0.1:${await freePort()}`);
  const { mover, ref, name, inRedis, held } = await openBoard(store);
  await expect(mover.move([ref], never)).rejects.toBeInstanceOf(EngineUnavailable);
  expect([await inRedis(), (await readAll(held, ref)).jobs.length]).toEqual([6, size]);
  await redis.hset(name, 'apart', '1');
  await expect(readPackedJobs(held, ref.key, ref.version)).rejects.toBeInstanceOf(EngineUnavailable);
  expect(await redis.exists(name)).toBe(1);
});
