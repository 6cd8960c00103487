import { crc32 } from 'node:zlib';
import { csvLine } from '../../shared/export/csv.js';
import {
  type ExportChunk,
  type ExportedJob,
  type ExportJob,
  exportBucketOf,
} from '../../shared/export/export-chunk.js';
import { rowHash } from '../../shared/export/sent-rows.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import type { HeldPostings } from '../../shared/search/collections/read-chunks.js';
import { readDescriptions } from '../../shared/search/collections/read-descriptions.js';
import type { Engine, FoundRows } from '../engine/engine.js';
import { analyzeSearch } from '../match/keyword/analyze-search.js';
import { collectionsFor, type PlanContext } from '../search/searched-collections.js';
import { compareRows, type RowChange } from './compare-rows.js';
import { readSentRows, writeSentRows } from './sent-rows-store.js';

export type MakeChunkContext = PlanContext & HeldPostings & { engine: Pick<Engine, 'rows'>; now: () => Date };

/**
 * The changes of a range of ids since the round before, as text; notes what it sends. Throws when a part of the postings that
 * are held cannot be searched: its openings would count as closed.
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

/** The descriptions of what is sent; `null` where the export has none. They are no part of what is compared between rounds. */
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

/** Compares the rows with those of the round before, bucket by bucket, and notes what is sent. */
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
    ...{ id, job: line === null ? null : (JSON.parse(line) as ExportedJob) },
    ...(description !== undefined && { description }),
  });

function jsonText({ change, id }: RowChange, line: string | null, description: Description): string {
  if (line === null) return `{"change":"${change}","id":"${id}"}\n`;
  const job = description === undefined ? line : `${line.slice(0, -1)},"description":${JSON.stringify(description)}}`;
  return `{"change":"${change}","id":"${id}","job":${job}}\n`;
}
