import { crc32 } from 'node:zlib';
import { bucketOf } from '../../shared/export/buckets.js';
import { csvLine } from '../../shared/export/csv.js';
import type { ExportChunk } from '../../shared/export/export-chunk.js';
import type { ExportFormat, ExportJob } from '../../shared/export/export-job.js';
import type { ExportedJob } from '../../shared/export/export-line.js';
import { rowHash } from '../../shared/export/sent-rows.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { readCollectionStates } from '../../shared/search/collection-store.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import { planCollections } from '../search/plan-collections.js';
import type { BoardStates } from '../shards/board-states.js';
import type { FoundRows, Matcher, SearchedRef } from '../shards/matcher.js';
import type { Source } from '../sources/source.js';
import { isNarrowed } from '../sources/source.js';
import { compareRows, type RowChange } from './compare-rows.js';
import { readSentRows, writeSentRows } from './sent-rows-store.js';

export type MakeChunkContext = {
  redis: RedisConnection;
  sources: () => readonly Source[];
  boardStates: Pick<BoardStates, 'read'>;
  gazetteer: Gazetteer;
  matcher: Pick<Matcher, 'rows'>;
  now: () => Date;
};

/** How often a range is read again because a board was replaced meanwhile. */
const mostTries = 3;

/**
 * The changes of a range of ids since the round before, as text; notes what it sends. Throws when a part of the postings that
 * are held cannot be searched: its openings would count as closed.
 */
export async function makeChunk(context: MakeChunkContext, job: ExportJob): Promise<ExportChunk> {
  const { rows, total, silent, gone } = await findRows(context, job);
  if (silent > 0) throw new Error(`${silent} parts of the postings could not be read.`);
  if (gone.length > 0) throw new Error(`${gone.length} collections could not be read; one is ${gone[0]}.`);
  const lines = new Map(rows.map(({ id, line }) => [id, line]));
  const changes = job.followed ? await changesOf(context.redis, job, lines) : allAdded(lines);
  const text = changes.map((change) => lineOf(job.format, change, lines.get(change.id) ?? null)).join('');
  return { text: Buffer.from(text), changes: changes.length, total };
}

/** The openings of the range. A board that was replaced while it was looked for is read in its new version. */
async function findRows(context: MakeChunkContext, { subject, from, to }: ExportJob): Promise<FoundRows> {
  const { matcher, redis, now } = context;
  let refs = await heldCollections(context, subject);
  for (let tries = 1; ; tries++) {
    const found = await matcher.rows({ refs, subject, now: now() }, { from, to });
    if (found.gone.length === 0 || tries === mostTries) return found;
    const states = await readCollectionStates(
      redis,
      refs.map(({ key }) => key),
    );
    refs = refs.flatMap((ref, at) => {
      const head = states[at]?.head;
      return head ? [{ ...ref, version: head.version, collectedAt: head.collectedAt }] : [];
    });
  }
}

/** What is held for a search: whole boards, and what its narrowing sources gave. */
async function heldCollections(
  { sources, boardStates, gazetteer, now }: MakeChunkContext,
  subject: ExportJob['subject'],
): Promise<SearchedRef[]> {
  const planned = planCollections(sources(), subject, { gazetteer });
  const states = await boardStates.read(planned.map(({ key }) => key));
  const at = now().getTime();
  return planned.flatMap(({ key, narrow, source }, index) => {
    const head = states[index]?.head;
    if (!head || at >= head.staleUntil) return [];
    const { version, collectedAt } = head;
    return [{ key, version, collectedAt, source: source.id, isBoard: !isNarrowed(narrow) }];
  });
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
    const bucket = bucketOf(job);
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
