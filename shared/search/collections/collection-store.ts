import { lineOf } from '../../redis/listener.js';
import type { RedisConnection } from '../../redis/redis.js';
import { redisChannels, redisKeys } from '../../redis/redis-keys.js';
import { runScript } from '../../redis/run-script.js';
import type { HeldJob } from '../job.js';
import { packJson, unpackJson } from '../packed-text.js';
import type { SourceReport } from '../result.js';
import { bytesOf, type RetentionFields } from '../retention.js';
import { type StoredManifest, storedFields } from './collection-manifest.js';
import { isInFuture } from './is-in-future.js';
import { chunkSize, firstSeenSeconds, pointAtJobs, pointersAtOnce, pointersUntil } from './job-pointers.js';
import { type HeldPostings, readCollectionFields } from './read-chunks.js';
import { type CollectionWords, collectionWordsField, packWords } from './word-counts.js';

/** The head of a collection; times are epoch milliseconds. */
export type CollectionHead = {
  v: 1;
  source: string;
  /** Identifies this version of the collection; the next one gets a new id. */
  version: string;
  collectedAt: number;
  freshUntil: number;
  staleUntil: number;
  jobs: number;
  /** The company of all its jobs; absent = several. */
  company?: string;
  /**
   * Its jobs that the last reading did not list (worker/openings); absent = none. If there are any, an unchanged
   * reading still counts: the collection is written again.
   */
  kept?: number;
  /** Remarks on its reading, for the response (`null` = none). */
  detail: string | null;
  /** The analysis version of its postings (collect/crawl/crawl-manifest.ts); absent = an earlier release's. */
  analysis?: string;
  /** The version of its last reading, if its stored postings have been analysed again since; see `readingOf`. */
  reading?: string;
};

/** The version of a collection's last reading: descriptions of the reading (manifests, openings) name this one. */
export const readingOf = ({ version, reading }: Pick<CollectionHead, 'version' | 'reading'>): string =>
  reading ?? version;

/** The outcome of the latest attempt to collect, good or bad. */
export type CollectionAttempt = Omit<SourceReport, 'name' | 'company'> & {
  at: number;
  /** Requests sent by the reading; absent = none. */
  pages?: number;
  /** The owner of the source forbids reading it. */
  forbidden?: true;
  /** Our Chromium crashed, which is not the source's fault: no cooldown starts, and a retry may follow at once. */
  ours: boolean;
};

export type CollectionState = { head: CollectionHead | null; attempt: CollectionAttempt | null };

/** Whether a collection is usable without collecting again; one made before `newerThan` (epoch ms) is stale. */
export function isFresh({ head }: Pick<CollectionState, 'head'>, now: number, newerThan: number): boolean {
  if (head === null || isInFuture(head.collectedAt, now)) return false;
  return now < head.freshUntil && head.collectedAt >= newerThan;
}

/** A posting's fields in its source's form, for later releases to read again; only workers know them. */
export type SourceFields = Readonly<Record<string, unknown>>;

/** A collected job, its sanitised HTML, and its fields in its source's form; absent if an earlier release stored it. */
export type CollectedJob = { job: HeldJob; descriptionHtml: string; fields?: SourceFields };

/** The names of a collection's chunks: jobs, HTML and source fields, which an earlier release did not store. */
export const chunkFields = (chunk: number): [jobs: string, html: string, fields: string] => [
  `j${chunk}`,
  `h${chunk}`,
  `f${chunk}`,
];

/** Whether a collection may lack this chunk: an earlier release stored no fields. */
export const isOptionalChunk = (name: string): boolean => name.startsWith('f');

/** Reads the heads of several collections, without their jobs, in one round trip. */
export async function readCollectionStates(redis: RedisConnection, keys: string[]): Promise<CollectionState[]> {
  const rows = await Promise.all(keys.map((key) => redis.hmget(redisKeys.collection(key), 'head', 'attempt')));
  return rows.map(([head, attempt]) => ({
    head: head ? readHead(head) : null,
    attempt: attempt ? (JSON.parse(attempt) as CollectionAttempt) : null,
  }));
}

/** A collection of another release counts as missing: during a rolling update each release writes its own. */
function readHead(text: string): CollectionHead | null {
  const head = JSON.parse(text) as CollectionHead;
  return head.v === 1 ? head : null;
}

/** Packed jobs of a collection, in chunks, and their time of collection (epoch ms). */
export type PackedJobs = { chunks: Uint8Array[]; collectedAt: number };

/**
 * Reads a collection's packed jobs; `null` when it no longer exists or a newer version has replaced it. If its jobs
 * were lost in storage it is dropped, so that its source is read again.
 */
export async function readPackedJobs(held: HeldPostings, key: string, version: string): Promise<PackedJobs | null> {
  const { redis } = held;
  const name = redisKeys.collection(key);
  const [text] = await redis.hmget(name, 'head');
  const head = text ? readHead(text) : null;
  if (!head || head.version !== version) return null;
  const asked = Array.from({ length: Math.ceil(head.jobs / chunkSize) }, (_, chunk) => `j${chunk}`);
  const { head: again, chunks, isApart } = await readCollectionFields(held, key, { chunks: asked });
  // The collection may have been replaced between the two reads.
  if (again?.toString() !== text) return null;
  const packed = chunks.filter((chunk) => chunk !== null);
  if (packed.length === asked.length) return { chunks: packed, collectedAt: head.collectedAt };
  if (!isApart) throw new Error(`A chunk of collection ${key} is missing.`);
  if ((await redis.hget(name, 'head')) === text) await redis.unlink(name);
  return null;
}

/** Unpacks jobs read by `readPackedJobs`. */
export async function unpackJobs({ chunks, collectedAt }: PackedJobs): Promise<HeldJob[]> {
  const jobs: HeldJob[] = [];
  for (const chunk of chunks) jobs.push(...(await unpackJson<HeldJob[]>(chunk)));
  return withFirstSeen(jobs, { collectedAt });
}

/** Jobs written by an earlier release lack the time they were first seen: not later than they were collected. */
export function withFirstSeen(jobs: HeldJob[], { collectedAt }: Pick<CollectionHead, 'collectedAt'>): HeldJob[] {
  const firstSeenAt = new Date(collectedAt).toISOString();
  return jobs.every((job) => job.firstSeenAt)
    ? jobs
    : jobs.map((job) => ({ ...job, firstSeenAt: job.firstSeenAt || firstSeenAt }));
}

/** A collection to write; with `retention` it is kept until then (epoch ms) for an owner unless requested again. */
type WrittenCollection = {
  head: CollectionHead;
  attempt: CollectionAttempt;
  jobs: CollectedJob[];
  /** Its jobs that the last reading did not list → when one did, in epoch seconds. */
  unlisted?: ReadonlyMap<string, number> | undefined;
  retention?: { until: number; owner: string };
  manifest?: StoredManifest;
  /** The suggested words of its postings. */
  words?: CollectionWords;
};

/**
 * Replaces the previous collection, records the attempt and notifies listeners. Returns its Redis key, its size in
 * bytes and its expiry.
 */
export async function writeCollection(
  redis: RedisConnection,
  key: string,
  { head, attempt, jobs, unlisted, retention, manifest, words }: WrittenCollection,
): Promise<{ key: string; bytes: number; until: number }> {
  const fields: Record<string, string | Buffer> = { head: JSON.stringify(head), attempt: JSON.stringify(attempt) };
  if (retention !== undefined)
    Object.assign(fields, {
      owner: retention.owner,
      until: String(Math.ceil(head.staleUntil)),
    } satisfies RetentionFields);
  if (unlisted !== undefined && unlisted.size > 0) fields.unlisted = JSON.stringify(Object.fromEntries(unlisted));
  if (manifest !== undefined) Object.assign(fields, storedFields(manifest));
  if (words !== undefined) Object.assign(fields, { [collectionWordsField]: await packWords(words) });
  for (let from = 0; from < jobs.length; from += chunkSize) {
    const chunk = jobs.slice(from, from + chunkSize);
    const [held, html, stated] = await Promise.all([
      packJson(chunk.map(({ job }) => job)),
      packJson(chunk.map(({ descriptionHtml }) => descriptionHtml)),
      packJson(chunk.map((each) => each.fields ?? null)),
    ]);
    const [jobsName, htmlName, fieldsName] = chunkFields(from / chunkSize);
    Object.assign(fields, { [jobsName]: held, [htmlName]: html, [fieldsName]: stated });
  }
  const name = redisKeys.collection(key);
  // Write the pointers before the collection and announce with it, so that subscribers find both the collection and its jobs.
  const pointed = jobs.map(({ job }) => ({ id: job.id, firstSeen: firstSeenSeconds(job) }));
  // A narrowed collection is never renewed.
  const pointedUntil = retention === undefined ? pointersUntil(head) : head.staleUntil;
  const pointing = pointAtJobs(redis, key, { jobs: pointed, until: pointedUntil, now: head.collectedAt });
  if (jobs.length > pointersAtOnce) await pointing;
  const until = Math.ceil(Math.min(head.staleUntil, retention?.until ?? head.staleUntil));
  const writing = redis.multi().del(name).hset(name, fields).pexpireat(name, until);
  writing.publish(redisChannels.collections, lineOf({ key, state: attempt.status }));
  const [results] = await Promise.all([writing.exec(), pointing]);
  const failed = results?.find(([error]) => error);
  if (failed?.[0]) throw failed[0];
  return { key: name, bytes: bytesOf(fields), until };
}

/** Records an attempt without a result, keeps the previous collection and notifies listeners. */
export async function writeAttempt(
  redis: RedisConnection,
  key: string,
  { attempt, keepMs }: { attempt: CollectionAttempt; keepMs: number },
): Promise<void> {
  const name = redisKeys.collection(key);
  const expires = Math.ceil(attempt.at + keepMs);
  await redis
    .multi()
    .hset(name, 'attempt', JSON.stringify(attempt))
    .pexpire(name, keepMs, 'NX')
    .pexpireat(name, expires, 'GT')
    .publish(redisChannels.collections, lineOf({ key, state: attempt.status }))
    .exec();
}

/** A complete stored job; `lastSeenAt` (epoch ms) is the last reading that listed it. */
export type FoundJob = CollectedJob & { lastSeenAt: number };

/** The state of a stored job: its position, and the current head of its collection; `null` = not stored. */
export async function versionOfJob(redis: RedisConnection, id: string): Promise<string | null> {
  const pointer = await redis.get(redisKeys.job(id));
  const head = pointer === null ? null : await redis.hget(redisKeys.collection(pointer.split(' ')[0] ?? ''), 'head');
  return head === null ? null : `${pointer} ${head}`;
}

/** Finds one complete stored job; `null` = not stored. */
export async function readJob(held: HeldPostings, id: string): Promise<FoundJob | null> {
  const pointer = await held.redis.get(redisKeys.job(id));
  if (pointer === null) return null;
  const [key = '', chunk = ''] = pointer.split(' ');
  const read = await readCollectionFields(held, key, { fields: ['unlisted'], chunks: [`j${chunk}`, `h${chunk}`] });
  const [packed, html] = read.chunks;
  const [unlisted] = read.fields;
  const head = read.head ? readHead(read.head.toString()) : null;
  if (!packed || !html || head === null) return null;
  const jobs = await unpackJson<HeldJob[]>(packed);
  const index = jobs.findIndex((job) => job.id === id);
  const [job] = withFirstSeen(jobs.slice(index, index + 1), head);
  if (index === -1 || job === undefined) return null;
  const htmls = await unpackJson<string[]>(html);
  const lastSeen = unlisted ? (JSON.parse(unlisted.toString()) as Record<string, number>)[id] : undefined;
  return {
    job,
    descriptionHtml: htmls[index] ?? '',
    lastSeenAt: lastSeen === undefined ? head.collectedAt : lastSeen * 1000,
  };
}

/**
 * Renews a collection whose source has not changed: its times, the attempt and new parts of its manifest. Notifies
 * listeners as for a new collection. Returns whether this version was still stored.
 */
export async function renewCollection(
  redis: RedisConnection,
  key: string,
  { head, attempt, manifest }: { head: CollectionHead; attempt: CollectionAttempt; manifest: Partial<StoredManifest> },
): Promise<boolean> {
  const renewed = await runScript(redis, 'collect/renew-collection', {
    keys: { collection: redisKeys.collection(key) },
    args: {
      version: head.version,
      head: JSON.stringify(head),
      attempt: JSON.stringify(attempt),
      expiry: Math.ceil(head.staleUntil),
      channel: redisChannels.collections,
      announcement: lineOf({ key, state: attempt.status }),
      fields: Object.entries(storedFields(manifest)).flat(),
    },
  });
  return renewed === 1;
}
