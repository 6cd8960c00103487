import { crc32 } from 'node:zlib';
import { exportBucketOf } from '../../shared/export/buckets.js';
import { csvLine } from '../../shared/export/csv.js';
import type { ExportChunk } from '../../shared/export/export-chunk.js';
import type { ExportFormat, ExportJob } from '../../shared/export/export-job.js';
import type { ExportedJob } from '../../shared/export/export-line.js';
import { rowHash } from '../../shared/export/sent-rows.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import type { Engine } from '../engine/engine.js';
import { analyzeSearch } from '../match/keyword/analyze-search.js';
import { collectionsFor, type PlanContext } from '../search/searched-collections.js';
import { compareRows, type RowChange } from './compare-rows.js';
import { readSentRows, writeSentRows } from './sent-rows-store.js';

export type MakeChunkContext = PlanContext & { redis: RedisConnection; engine: Pick<Engine, 'rows'>; now: () => Date };

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
  const changes = job.followed ? await changesOf(context.redis, job, lines) : allAdded(lines);
  const text = changes.map((change) => lineOf(job.format, change, lines.get(change.id) ?? null)).join('');
  return { text: Buffer.from(text), changes: changes.length, total };
}

const allAdded = (lines: ReadonlyMap<string, string>): RowChange[] =>
  [...lines.keys()].map((id) => ({ change: 'added', id }));

/** Compares the rows with those of the round before, bucket by bucket, and notes what is sent. */
async function changesOf(
  redis: RedisConnection,
  { id, round, from, to }: ExportJob,
  lines: ReadonlyMap<string, string>,
): Promise<RowChange[]> {
  const held = await readSentRows(redis, { id, round, from, to });
  const byBucket = new Map<number, Map<string, number>>();
  for (const [job, line] of lines) {
    const bucket = exportBucketOf(job);
    const rows = byBucket.get(bucket) ?? new Map<string, number>();
    byBucket.set(bucket, rows.set(job, rowHash(crc32(line))));
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

function lineOf(format: ExportFormat, { change, id }: RowChange, line: string | null): string {
  if (format === 'csv') return csvLine(change, id, line === null ? null : (JSON.parse(line) as ExportedJob));
  return line === null
    ? `{"change":"${change}","id":"${id}"}\n`
    : `{"change":"${change}","id":"${id}","job":${line}}\n`;
}
