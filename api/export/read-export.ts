import type { Queue } from 'bullmq';
import {
  announcedChunk,
  type Cursor,
  chunkName,
  cursorLength,
  type ExportChunk,
  type ExportFormat,
  type ExportJob,
  isGiven,
  readCursor,
  takeChunk,
} from '../../shared/export/export-chunk.js';
import { canContinue, type ExportState, readExport } from '../../shared/export/export-store.js';
import { Problem } from '../../shared/problems/problem.js';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { type FieldError, parseQuery } from '../../shared/search/query/parse-query.js';
import { type SearchSubject, searchKey, subjectOf } from '../../shared/search/query/query.js';
import type { DescriptionForm } from '../../shared/words/words.js';
import { awaitWorker } from '../jobs/ask-worker.js';
import type { RequestContext } from '../middleware/identify.js';
import { invalidRequest } from '../middleware/problems.js';

/** A request for a new export, or for the rest of one after a cursor. */
export type ExportRequest = {
  subject: SearchSubject;
  continued: { cursor: Cursor; state: ExportState } | null;
  /** Of this response only; the next may use another form. */
  descriptions: DescriptionForm | undefined;
};

/** Fields of a search that an export does not have. */
const pageFields = ['limit', 'page'] as const;

/**
 * Reads the body of an export: `cursor` and the fields of a search except `limit` and `page`. With a cursor the others
 * may be omitted; otherwise they must equal those of its export. Throws `invalid-request` or `cursor-expired`.
 */
export async function readExportBody(redis: RedisConnection, body: unknown, owner: string): Promise<ExportRequest> {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const { cursor: text, ...fields }: Record<string, unknown> = isObject ? { ...body } : {};
  const parsed = parseQuery(isObject ? fields : body);
  const found = 'errors' in parsed ? parsed : { errors: [], count: 0 };
  const fieldErrors = [
    ...pageFields.filter((name) => (fields[name] ?? '') !== '').map(pageError),
    ...cursorErrors(text),
  ];
  if (fieldErrors.length > 0 || 'errors' in parsed)
    throw invalidRequest(
      { errors: [...fieldErrors, ...found.errors], count: fieldErrors.length + found.count },
      'fields',
    );
  const subject = subjectOf(parsed.query);
  const { descriptions } = parsed.query;
  if (text === undefined || text === '') return { subject, continued: null, descriptions };
  const cursor = readCursor(String(text));
  if (cursor === null) throw invalidRequest({ errors: [notOurs], count: 1 }, 'fields');
  const state = await readExport(redis, cursor.id);
  if (state === null || state.owner !== owner)
    throw expired('It was last used more than 7 days ago, or belongs to another key.');
  if (!isGiven(String(text), cursor, state.secret)) throw invalidRequest({ errors: [notOurs], count: 1 }, 'fields');
  if (!canContinue(state, cursor)) throw expired('It has been continued by another reader, or from a later cursor.');
  const isAlone = Object.keys(fields).every((name) => name === 'descriptions');
  const isSame = isAlone || searchKey(subject) === searchKey(state.subject);
  if (!isSame) throw invalidRequest({ errors: [otherSearch], count: 1 }, 'fields');
  return { subject: state.subject, continued: { cursor, state }, descriptions };
}

const notOurs: FieldError = {
  pointer: '#/cursor',
  code: 'unknown-value',
  detail: 'Send a cursor of an export, unchanged.',
};

const otherSearch: FieldError = {
  pointer: '#/cursor',
  code: 'conflict',
  detail: 'The cursor belongs to another search. Send only the cursor, or the fields of its search.',
};

const pageError = (name: string): FieldError => ({
  pointer: `#/${name}`,
  code: 'conflict',
  detail: `An export has no pages: leave ${name} out.`,
});

function cursorErrors(text: unknown): FieldError[] {
  if (text === undefined) return [];
  if (typeof text !== 'string')
    return [{ pointer: '#/cursor', code: 'not-a-string', detail: 'Send the cursor as a string.' }];
  if (text.length > cursorLength)
    return [
      { pointer: '#/cursor', code: 'too-long', detail: `At most ${cursorLength} characters, not ${text.length}.` },
    ];
  return [];
}

const expired = (reason: string): Problem => new Problem('cursor-expired', { detail: `${reason} Begin a new export.` });

/** The format the client prefers: CSV, otherwise NDJSON. */
export const exportFormatFor = (ctx: Pick<RequestContext, 'accepts'>): ExportFormat =>
  ctx.accepts('application/x-ndjson', 'application/ndjson', 'text/csv') === 'text/csv' ? 'csv' : 'ndjson';

/** How long a chunk may take when workers are busy or restarting. */
const chunkMs = 60_000;

export type ChunkContext = {
  redis: RedisConnection;
  documents: Pick<Listener, 'on'>;
  exports: Queue<ExportJob>;
  now: () => Date;
};

/** Has a worker make a chunk and waits for it. Throws when it is late or cannot be made. */
export async function requestChunk(
  { redis, documents, exports, now }: ChunkContext,
  job: ExportJob,
  { priority, signal }: { priority: number; signal: AbortSignal },
): Promise<ExportChunk> {
  const options = { jobId: `${job.id}-${chunkName(job)}`, priority, removeOnComplete: true, removeOnFail: true };
  const add = exports.add.bind(exports) as (name: string, data: ExportJob, options: object) => Promise<unknown>;
  const chunk = await awaitWorker(
    { documents, waitMs: chunkMs, clock: () => now().getTime() },
    {
      add: () => add(exports.name, job, options),
      announced: announcedChunk(job),
      read: () => takeChunk(redis, job),
      isRepeated: true,
      signal,
    },
  );
  if (chunk !== null) return chunk;
  throw signal.aborted ? signal.reason : new Error(`No worker has made a chunk of an export in ${chunkMs / 1000} s.`);
}
