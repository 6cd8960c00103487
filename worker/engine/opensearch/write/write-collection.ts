import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { type SearchCluster, sendLines } from '../../../../shared/cluster/cluster.js';
import type { RedisConnection } from '../../../../shared/redis/redis.js';
import { redisKeys } from '../../../../shared/redis/redis-keys.js';
import type { HeldJob } from '../../../../shared/search/job.js';
import { findPairs } from '../../../match/dedupe/find-pairs.js';
import type { LocationSet } from '../../../match/segment/fact-columns.js';
import type { CollectionRef } from '../../../match/segment/segment-files.js';
import { runCooperatively } from '../../../process/cooperative.js';
import { type FoundOpening, findOpenings } from '../find-openings.js';
import type { IndexNames } from '../index-schema.js';
import { type IndexedPosting, keyText, openingsOf, preparingPostings } from '../opening-document.js';
import type { OpeningCache } from '../packed-posting.js';

/** A turn is lost when its process has not renewed it for so long, in milliseconds. */
const turnMs = 30_000;
const renewMs = 10_000;

/** How often a process asks whether the turn is free, in milliseconds: nothing tells. */
const askMs = 50;

/** Runs steps one after the other, in whatever process. */
export type WriteTurn = <Result>(step: () => Promise<Result>) => Promise<Result>;

/**
 * Makes the turns in which an index is written. Postings of two boards that are joined as one opening must be seen by the
 * second writer, so that no two boards are written at the same time.
 */
export function createWriteTurn(redis: RedisConnection): WriteTurn {
  let last: Promise<unknown> = Promise.resolve();
  const alone = async <Result>(step: () => Promise<Result>): Promise<Result> => {
    const mine = randomUUID();
    while ((await redis.set(redisKeys.engineWriter, mine, 'PX', turnMs, 'NX')) === null) await pause(askMs);
    const renewing = setInterval(() => {
      redis.pexpire(redisKeys.engineWriter, turnMs).catch(() => undefined);
    }, renewMs);
    renewing.unref();
    try {
      return await step();
    } finally {
      clearInterval(renewing);
      // One that was lost to another process meanwhile stays that one's.
      if ((await redis.get(redisKeys.engineWriter).catch(() => null)) === mine)
        await redis.del(redisKeys.engineWriter).catch(() => undefined);
    }
  };
  return (step) => {
    const run = last.then(() => alone(step));
    last = run.catch(() => undefined);
    return run;
  };
}

/** Writes a collection into the index: which postings are one opening is decided here, among all that the index has. */

export type WriteTools = { cluster: SearchCluster; names: IndexNames; cache: OpeningCache; turn: WriteTurn };

/** A document was written or removed. */
const changed = z.object({ result: z.string() });

/** Values of one query: an index takes 65,536. */
const valuesAtOnce = 20_000;

/** Characters of one request that writes, about. */
const writtenAtOnce = 4_000_000;

/**
 * Replaces what the index has of a collection, with the openings that this joins or parts, and notes its version. What has not
 * changed is not written again. All of it is visible when it resolves.
 */
export async function indexCollection(
  tools: WriteTools,
  { key, version, source, isBoard = false }: CollectionRef,
  jobs: readonly HeldJob[],
): Promise<void> {
  const { cluster, names, turn } = tools;
  const next = await runCooperatively(preparingPostings({ key, source, isBoard }, jobs));
  await turn(async () => {
    // What a writer that was ended has left is seen, too.
    await refresh(tools);
    await replacePostings(tools, key, next);
    const body = { key, version, source, isBoard };
    await cluster.ask({ method: 'PUT', path: `/${names.collections}/_doc/${key}`, body }, changed);
  });
}

/** Removes a collection from the index. */
export async function removeCollection(tools: WriteTools, key: string): Promise<void> {
  await indexCollection(tools, { key, version: '', source: '' }, []);
  const { cluster, names } = tools;
  await cluster.ask({ method: 'DELETE', path: `/${names.collections}/_doc/${key}` }, changed);
}

const refresh = ({ cluster, names }: WriteTools): Promise<unknown> =>
  cluster.ask({ method: 'POST', path: `/${names.openings}/_refresh` }, z.object({ _shards: z.looseObject({}) }));

/** Replaces the postings of a collection, and writes the openings that are others now. */
async function replacePostings(
  tools: WriteTools,
  key: string,
  next: ReadonlyMap<string, IndexedPosting>,
): Promise<void> {
  const having = await findHaving(tools, 'collections', [key]);
  const before = new Map(
    having.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.collection === key ? [[part.name, part] as const] : [])),
    ),
  );
  const added = [...next.values()].filter(({ name, content }) => before.get(name)?.content !== content);
  const removed = new Set(
    [...before.values()].flatMap((part) => (next.get(part.name)?.content === part.content ? [] : [part.name])),
  );
  if (added.length + removed.size === 0) return;
  const keys = new Set(added.flatMap(({ prepared }) => prepared.entryAt(0).keys.map(keyText)));
  const alike = await findHaving(tools, 'keys', [...keys]);
  const touched = [...alike, ...having.filter(({ parts }) => parts.some(({ name }) => removed.has(name)))];
  const affected = await findHaving(tools, 'group', [...new Set(touched.map(({ group }) => group))]);
  const staying = (await postingsOf(tools, affected)).filter(({ name }) => !removed.has(name));
  const groups = await groupsOf([...staying, ...added]);
  await writeOpenings(tools, groups, new Map(affected.map(({ name, content }) => [name, content])));
  await refresh(tools);
}

/** The openings that have any of these values. */
async function findHaving(
  { cluster, names }: WriteTools,
  field: 'collections' | 'keys' | 'group',
  values: readonly string[],
): Promise<FoundOpening[]> {
  const found = new Map<string, FoundOpening>();
  for (let from = 0; from < values.length; from += valuesAtOnce) {
    const query = { terms: { [field]: values.slice(from, from + valuesAtOnce) } };
    const { openings } = await findOpenings({ cluster, names, query, withParts: true });
    for (const opening of openings) found.set(opening.name, opening);
  }
  return [...found.values()];
}

async function postingsOf({ cache }: WriteTools, openings: readonly FoundOpening[]): Promise<IndexedPosting[]> {
  const fetched = await cache.fetch(openings);
  if (fetched === null) throw new Error('A document was changed by a process that had no turn to write.');
  return fetched.flatMap((postings, at) => {
    const parts = new Map(openings[at]?.parts.map((part) => [part.name, part]));
    return postings.flatMap((posting) => {
      const part = parts.get(posting.name);
      return part === undefined ? [] : [{ ...posting, collection: part.collection, isBoard: part.isBoard }];
    });
  });
}

/** Postings connected by pairs that may be one opening. */
async function groupsOf(postings: readonly IndexedPosting[]): Promise<IndexedPosting[][]> {
  const entries = postings.map(({ prepared }) => prepared.entryAt(0));
  const root = Int32Array.from(postings, (_, at) => at);
  const rootOf = (at: number): number => {
    let found = at;
    while (root[found] !== found) found = root[found] ?? found;
    root[at] = found;
    return found;
  };
  for (const { one, other } of await runCooperatively(findPairs(entries))) root[rootOf(one)] = rootOf(other);
  const groups = new Map<number, IndexedPosting[]>();
  for (const [at, posting] of postings.entries()) {
    const group = groups.get(rootOf(at));
    if (group === undefined) groups.set(rootOf(at), [posting]);
    else group.push(posting);
  }
  return [...groups.values()];
}

/**
 * Writes the openings of groups that are new or others than `before` (contents by name), and removes those that are no more. The
 * location sets of documents are written before these, so that whoever finds a document finds its set.
 */
async function writeOpenings(
  { cluster, names }: WriteTools,
  groups: readonly IndexedPosting[][],
  before: ReadonlyMap<string, string>,
): Promise<void> {
  const gone = new Set(before.keys());
  let documents: object[] = [];
  let sets = new Map<string, LocationSet>();
  let size = 0;
  const send = async (): Promise<void> => {
    const lines = [...sets].flatMap(([name, set]) => [{ index: { _id: name } }, { set: JSON.stringify(set) }]);
    if (lines.length > 0) await sendLines(cluster, names.locations, lines);
    if (documents.length > 0) await sendLines(cluster, names.openings, documents);
    [documents, sets, size] = [[], new Map(), 0];
  };
  for (const group of groups) {
    const made = openingsOf(group);
    for (const [name, set] of made.sets) sets.set(name, set);
    for (const { name, content, document } of made.openings) {
      gone.delete(name);
      if (before.get(name) === content) continue;
      documents.push({ index: { _id: name } }, document);
      size += group.reduce((sum, { segment }) => sum + segment.length, 0);
      if (size >= writtenAtOnce) await send();
    }
  }
  documents.push(...[...gone].map((name) => ({ delete: { _id: name } })));
  await send();
}
