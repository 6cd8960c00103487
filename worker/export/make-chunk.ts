import { crc32 } from 'node:zlib';
import { csvLine } from '../../shared/export/csv.js';
import {
  bucketLetters,
  type ExportChunk,
  type ExportedJob,
  type ExportJob,
  exportBucketOf,
} from '../../shared/export/export-chunk.js';
import { exportKeptMs } from '../../shared/export/export-store.js';
import { packRows, rowHash, type SentRow, type SentRows, unpackRows } from '../../shared/export/sent-rows.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import type { HeldPostings } from '../../shared/search/collections/read-chunks.js';
import { readDescriptions } from '../../shared/search/collections/read-descriptions.js';
import type { Engine, FoundRows } from '../engine/engine.js';
import { analyzeSearch } from '../match/keyword/analyze-search.js';
import { collectionsFor, type PlanContext } from '../search/search-context.js';

/** A response's line about an opening. */
type RowChange = { change: 'added' | 'changed' | 'closed'; id: string };

type Compared = {
  /** The changes to send. */
  changes: RowChange[];
  /** The rows recorded as sent in this round. */
  sent: SentRows;
};

/**
 * Compares the openings of a bucket with its reader's: `former` is what the previous round sent, all of which the
 * reader has; `tried` is what this round's earlier responses sent, of which it may have any part (`null` = nothing).
 * Sends everything it may lack, so that a reader that applies everything in order ends with the current openings.
 */
export function compareRows(
  now: ReadonlyMap<string, number>,
  { former, tried }: { former: SentRows; tried: SentRows | null },
): Compared {
  const changes: RowChange[] = [];
  const sent: SentRows = new Map();
  for (const [id, hash] of now) {
    const before = settled(former.get(id));
    const attempt = tried?.get(id);
    if (before === hash && isCertain(attempt, hash)) sent.set(id, { hash, unsure: false });
    else {
      changes.push({ change: before === undefined ? 'added' : 'changed', id });
      sent.set(id, { hash, unsure: tried !== null && (attempt !== undefined || before !== undefined) });
    }
  }
  for (const id of new Set([...former.keys(), ...(tried?.keys() ?? [])])) {
    if (now.has(id) || (settled(former.get(id)) === undefined && tried?.get(id) === undefined)) continue;
    changes.push({ change: 'closed', id });
    sent.set(id, { hash: null, unsure: true });
  }
  return { changes, sent };
}

/** The hash of a row sent in the previous round; undefined if it was sent as closed. */
const settled = (row: SentRow | undefined): number | undefined => row?.hash ?? undefined;

/** Whether no earlier response of the round sent something else. */
const isCertain = (attempt: SentRow | undefined, hash: number): boolean =>
  attempt === undefined || (attempt.hash === hash && !attempt.unsure);

type Range = { id: string; round: number; from: number; to: number };

/** A reader's copy of a bucket: see `compareRows`. */
type HeldRows = { former: SentRows; tried: SentRows | null };

/** The rows sent of each bucket in a range, by the previous round and by earlier responses of this one. */
async function readSentRows(redis: RedisConnection, { id, round, from, to }: Range): Promise<Map<number, HeldRows>> {
  const buckets = Array.from({ length: to - from }, (_, at) => from + at);
  const fields = buckets.map(String);
  const none: (Buffer | null)[] = [];
  const [formers, tries] = await Promise.all([
    round === 0 ? none : redis.hmgetBuffer(redisKeys.exportRows(id, round - 1), ...fields),
    redis.hmgetBuffer(redisKeys.exportRows(id, round), ...fields),
  ]);
  return new Map(
    buckets.map((bucket, at) => {
      const [former, tried] = [formers[at], tries[at]];
      const begin = bucketLetters(bucket);
      return [
        bucket,
        { former: former ? unpackRows(former, begin) : new Map(), tried: tried ? unpackRows(tried, begin) : null },
      ];
    }),
  );
}

/** Records a response's rows before it is sent. */
async function writeSentRows(
  redis: RedisConnection,
  { id, round, sent }: { id: string; round: number; sent: ReadonlyMap<number, SentRows> },
): Promise<void> {
  if (sent.size === 0) return;
  const key = redisKeys.exportRows(id, round);
  const fields = [...sent].flatMap(([bucket, rows]) => [String(bucket), packRows(rows)]);
  const results = await redis
    .multi()
    .hset(key, ...fields)
    .pexpire(key, exportKeptMs)
    .exec();
  const failed = results?.find(([error]) => error);
  if (failed?.[0]) throw failed[0];
}

export type MakeChunkContext = PlanContext & HeldPostings & { engine: Pick<Engine, 'rows'>; now: () => Date };

/**
 * The changes in a range of ids since the previous round, as text; records them as sent. Throws when part of the stored
 * postings cannot be searched: its openings would count as closed.
 */
export async function makeChunk(context: MakeChunkContext, job: ExportJob): Promise<ExportChunk> {
  const { from, to } = job;
  const search = analyzeSearch(job.subject, context.gazetteer);
  const question = { search, now: context.now(), collections: collectionsFor(context, search) };
  const { rows, total, silent, missing } = await context.engine.rows(question, { from, to });
  if (silent > 0) throw new Error(`${silent} parts of the postings could not be read.`);
  if (missing.length > 0) throw new Error(`${missing.length} sources could not be read; one is ${missing[0]}.`);
  const lines = new Map(rows.map(({ id, line }) => [id, line]));
  const changes = job.followed ? await changesOf(context.redis, job, rows) : allAdded(lines);
  const texts = await describe(context, job, changes);
  const text = changes.map(({ change, id }) => {
    const line = lines.get(id) ?? null;
    const description = texts === null ? undefined : (texts.get(id) ?? null);
    return job.format === 'csv'
      ? csvText({ change, id }, line, description)
      : jsonText({ change, id }, line, description);
  });
  return { text: Buffer.from(text.join('')), changes: changes.length, total };
}

/** The descriptions of sent openings; `null` if the export has none. Rounds are compared without them. */
async function describe(
  postings: HeldPostings,
  { descriptions }: ExportJob,
  changes: readonly RowChange[],
): Promise<Map<string, string> | null> {
  if (descriptions === undefined) return null;
  const sent = changes.filter(({ change }) => change !== 'closed').map(({ id }) => id);
  return readDescriptions(postings, sent, descriptions);
}

const allAdded = (lines: ReadonlyMap<string, string>): RowChange[] =>
  [...lines.keys()].map((id) => ({ change: 'added', id }));

/** Compares the rows with those of the previous round, bucket by bucket, and records what is sent. */
async function changesOf(
  redis: RedisConnection,
  { id, round, from, to }: ExportJob,
  rows: FoundRows['rows'],
): Promise<RowChange[]> {
  const held = await readSentRows(redis, { id, round, from, to });
  const byBucket = new Map<number, Map<string, number>>();
  for (const { id: job, stated } of rows) {
    const bucket = exportBucketOf(job);
    const hashes = byBucket.get(bucket) ?? new Map<string, number>();
    byBucket.set(bucket, hashes.set(job, rowHash(crc32(stated))));
  }
  const changes: RowChange[] = [];
  const sent = new Map<number, ReturnType<typeof compareRows>['sent']>();
  for (const [bucket, { former, tried }] of held) {
    const compared = compareRows(byBucket.get(bucket) ?? new Map(), { former, tried });
    changes.push(...compared.changes);
    if (compared.sent.size > 0) sent.set(bucket, compared.sent);
  }
  await writeSentRows(redis, { id, round, sent });
  return changes;
}

type Description = string | null | undefined;

const csvText = ({ change, id }: RowChange, line: string | null, description: Description): string =>
  csvLine(change, {
    id,
    job: line === null ? null : (JSON.parse(line) as ExportedJob),
    ...(description !== undefined && { description }),
  });

function jsonText({ change, id }: RowChange, line: string | null, description: Description): string {
  if (line === null) return `{"change":"${change}","id":"${id}"}\n`;
  const job = description === undefined ? line : `${line.slice(0, -1)},"description":${JSON.stringify(description)}}`;
  return `{"change":"${change}","id":"${id}","job":${job}}\n`;
}
