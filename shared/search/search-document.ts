import { lineOf } from '../redis/listener.js';
import type { RedisConnection } from '../redis/redis.js';
import { redisChannels, redisKeys } from '../redis/redis-keys.js';
import { runScript } from '../redis/run-script.js';
import type { PlaceKey } from '../stats/keys.js';
import type { StoredFacets } from './facets.js';
import { type LackingRecords, readFurther, recordsKept, writeFurtherFields } from './further-records.js';
import type { Job } from './job.js';
import { packJson, unpackJson } from './packed-text.js';
import type { SearchSubject } from './query/query.js';
import type { OfferedPlace, SourceCounts, SourceReport } from './result.js';
import { bytesOf, nobody, type RetentionFields } from './retention.js';

/** The field with the facets, next to the further records of the same document version. */
const field = 'facets';

/** Reads the facets of a document instead of a page of its jobs, or reports that they are yet to be counted. */
export async function readFacetsPage(redis: RedisConnection, searchKey: string): Promise<DocumentPage> {
  const page = await readDocument(redis, searchKey, { from: 0, count: 0 });
  if (page.head === null) return page;
  const { version } = page.head;
  const facets = await readFacets(redis, searchKey, version);
  return facets === null ? { ...page, lacks: { version, blocks: [], facets: true } } : { ...page, facets };
}

/** Reads the facets of one version of a document; `null` = not counted yet. */
async function readFacets(redis: RedisConnection, searchKey: string, version: string): Promise<StoredFacets | null> {
  const packed = await redis.hgetBuffer(redisKeys.furtherRecords(searchKey, version), field);
  return packed === null ? null : unpackJson<StoredFacets>(packed);
}

/** Whether the facets of this version of the document exist. */
export async function hasFacets(redis: RedisConnection, searchKey: string, version: string): Promise<boolean> {
  return (await redis.hexists(redisKeys.furtherRecords(searchKey, version), field)) === 1;
}

/** Stores the facets of a document version for some minutes; returns the bytes written. */
export async function writeFacets(
  redis: RedisConnection,
  searchKey: string,
  { version, owner, facets, now }: { version: string; owner: string; facets: StoredFacets; now: Date },
): Promise<{ key: string; bytes: number; until: number }> {
  const packed = await packJson(facets);
  const fields = { owner, [field]: packed };
  return writeFurtherFields(redis, searchKey, { version, fields, bytes: packed.length, now });
}

/**
 * The version of documents this release writes and reads; others count as none. It is one more than in the previous
 * release (0.2.0: 3), for which worker/search/store-document.ts also writes documents.
 */
export const documentVersion = 4;

/** How many ranked jobs a document names: as many as the last page may reach, `(page+1) × limit ≤ 1000`. */
export const documentDepth = 1000;

/** Jobs stored in one field, as lines of JSON: the usual page is one field, the longest one ten. */
const chunkSize = 10;

/**
 * The head of a search's document. Times are epoch milliseconds. `growing`: sources are pending; `complete`: every
 * source reported, some perhaps with errors; `failed`: every source failed and nothing older is stored.
 */
export type DocumentHead = {
  v: number;
  state: 'growing' | 'complete' | 'failed';
  /** The sources file it was made from. */
  sourcesPrint: string;
  /** Identifies this version of the document; every run writes a new one. */
  version: string;
  /** When the oldest collection in it was made; `null` = there is none. */
  collectedAt: number | null;
  /** Until then its content counts as fresh; in the past when a failing source's older collection was used. */
  freshUntil: number;
  /** Until then it is served unchanged: `freshUntil`, or sooner or later when a source failed. */
  recheckAt: number;
  /** Until then it may be served while a refresh fails or runs. */
  staleUntil: number;
  /** Number of matching jobs. */
  total: number;
  /** Matching jobs that are not near matches; absent = all. */
  exact?: number;
  /** Jobs named by its ranked list, at most `documentDepth`; absent = only its records. */
  listed?: number;
  /** When it was ranked: its further records use the same clock. */
  rankedAt?: number;
  notices: string[];
  /** The places that its location may mean; absent when it is unambiguous. */
  places?: OfferedPlace[];
  /** Part of the stored postings could not be searched: the next request rebuilds it. */
  lacking?: boolean;
  /** The place of the search in geo-stats; `''` = none or unknown. */
  place: PlaceKey;
  /** Its run used no collection made before then (epoch ms; 0 = any fresh one); absent while it grows. */
  newerThan?: number;
  /** At most `maxSourceReports`, read with `summaryOf` (shared/search/result.ts). */
  sources: SourceReport[];
  /** Absent in documents of a release that stored every report. */
  sourceCounts?: SourceCounts;
};

/** Replaces the head of a document, unless the document was replaced by another version meanwhile. */
export async function replaceHead(redis: RedisConnection, searchKey: string, head: DocumentHead): Promise<void> {
  const version = `"version":${JSON.stringify(head.version)}`;
  await runScript(redis, 'search/replace-head', {
    keys: { document: redisKeys.document(searchKey) },
    args: { version, head: JSON.stringify(head) },
  });
}

/** The run that is currently updating the document. */
export type RunningSearch = { startedAt: number; sources: SourceReport[]; sourceCounts?: SourceCounts };

/**
 * Jobs as sent: their JSON joined by commas, in UTF-8. A byte string has these bytes as its characters, like Buffer's
 * `latin1`: stored jobs are never decoded and encoded again.
 */
type SerialisedJobs = { bytes: string | Buffer; count: number };

const noJobs: SerialisedJobs = { bytes: '', count: 0 };

/** A text as a byte string. */
const toBytes = (text: string): string => Buffer.from(text).toString('latin1');

/**
 * The part of a document that one page needs. `lacks`: records of the page, or facets, not yet made, so `jobs` is not
 * the page. `gone`: jobs of the page no longer stored.
 */
export type DocumentPage = {
  head: DocumentHead | null;
  running: RunningSearch | null;
  jobs: SerialisedJobs;
  lacks?: LackingRecords;
  gone?: number;
  /** When facets are requested instead of jobs. */
  facets?: StoredFacets;
};

/** Reads a document's head and the jobs `from` … `from + count`: in one round trip, or two beyond the first records. */
export async function readDocument(
  redis: RedisConnection,
  searchKey: string,
  { from, count }: { from: number; count: number },
): Promise<DocumentPage> {
  const { chunks, skip } = chunksOf(from, count);
  const [head, running, ...found] = await redis.hmgetBuffer(
    redisKeys.document(searchKey),
    'head',
    'running',
    ...chunks,
  );
  const page: DocumentPage = {
    head: head ? readHead(head.toString()) : null,
    running: running ? (JSON.parse(running.toString()) as RunningSearch) : null,
    jobs: cut(joinLines(found), skip, count),
  };
  const range = page.head === null ? null : furtherOf(page.head, { from, count });
  if (page.head === null || range === null) return page;
  const further = await readFurther(redis, searchKey, { version: page.head.version, range });
  if ('lacks' in further) return { ...page, jobs: noJobs, lacks: further.lacks };
  const held = further.lines.filter((line) => line !== '');
  return { ...page, jobs: addJobs(page.jobs, held), gone: further.lines.length - held.length };
}

function addJobs({ bytes, count }: SerialisedJobs, more: readonly string[]): SerialisedJobs {
  const parts = [...(count === 0 ? [] : [String(bytes)]), ...more.map(toBytes)];
  return { bytes: parts.join(','), count: count + more.length };
}

/** The parsed jobs. */
export function parseJobs({ bytes }: SerialisedJobs): Job[] {
  return JSON.parse(`[${(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes).toString()}]`) as Job[];
}

/** The part of a page beyond the document's own records; `null` = none. */
function furtherOf(
  { listed = 0 }: DocumentHead,
  { from, count }: { from: number; count: number },
): { from: number; to: number } | null {
  const range = { from: Math.max(from, recordsKept), to: Math.min(from + count, listed) };
  return range.from < range.to ? range : null;
}

/** How long a document is kept unless requested again (epoch ms), its owner, and the narrowed collections it needs. */
type Retention = { until: number; owner: string; narrowed: readonly string[] };

/**
 * A document to write: its first records and its full ranked list, packed. `subject` is the search it answers, so that
 * it can be renewed without a request. Without `retention` it is kept without an owner until its stale limit.
 */
type WrittenDocument = {
  head: DocumentHead;
  jobs: readonly string[];
  ranked?: Buffer;
  running: RunningSearch | null;
  subject?: SearchSubject;
  retention?: Retention;
};

/** A document's ranked list, packed, and the keys of the narrowed collections it needs; `null` = not stored. */
export async function readRanked(
  redis: RedisConnection,
  searchKey: string,
): Promise<{ head: DocumentHead; ranked: Buffer; narrowed: string[] } | null> {
  const [text, ranked, narrowed] = await redis.hmgetBuffer(redisKeys.document(searchKey), 'head', 'ranked', 'narrowed');
  const head = text ? readHead(text.toString()) : null;
  if (head === null || !ranked) return null;
  return { head, ranked, narrowed: narrowed ? narrowed.toString().split(' ') : [] };
}

/** The owner a document is retained for; `null` = not stored. */
export function readOwner(redis: RedisConnection, searchKey: string): Promise<string | null> {
  return redis.hget(redisKeys.document(searchKey), 'owner');
}

/** The search that a stored document answers; `null` = not stored. */
export async function readDocumentSubject(redis: RedisConnection, searchKey: string): Promise<SearchSubject | null> {
  const text = await redis.hget(redisKeys.document(searchKey), 'subject');
  return text === null ? null : (JSON.parse(text) as SearchSubject);
}

/** A document of another release counts as missing: during a rolling update each release writes its own. */
function readHead(text: string): DocumentHead | null {
  const head = JSON.parse(text) as DocumentHead;
  return head.v === documentVersion ? head : null;
}

/** The fields of a document that contain these jobs, as far as it has them, and how many jobs precede them there. */
function chunksOf(from: number, count: number): { chunks: string[]; skip: number } {
  if (count === 0 || from >= recordsKept) return { chunks: [], skip: 0 };
  const first = Math.floor(from / chunkSize);
  const last = Math.ceil(Math.min(from + count, recordsKept) / chunkSize) - 1;
  const chunks = Array.from({ length: last - first + 1 }, (_, index) => `c${first + index}`);
  return { chunks, skip: from - first * chunkSize };
}

const lineBreak = 0x0a;
const comma = 0x2c;

function joinLines(found: readonly (Buffer | null)[]): Buffer {
  const [first = Buffer.alloc(0), ...more] = found.filter((chunk) => chunk !== null);
  return more.length === 0 ? first : Buffer.concat([first, ...more.flatMap((chunk) => [Buffer.of(lineBreak), chunk])]);
}

/**
 * This many lines after the first `skip`, with commas for line breaks; JSON contains no line breaks. Overwrites them in
 * place: each copy of a page is garbage a moment later.
 */
function cut(lines: Buffer, skip: number, count: number): SerialisedJobs {
  let start = 0;
  for (let line = 0; line < skip && start <= lines.length; line++) start = endOfLine(lines, start) + 1;
  let end = start - 1;
  let taken = 0;
  while (taken < count && end < lines.length) {
    if (taken > 0) lines[end] = comma;
    end = endOfLine(lines, end + 1);
    taken += 1;
  }
  return lines.length === 0 || start > lines.length
    ? noJobs
    : { bytes: lines.toString('latin1', start, end), count: taken };
}

function endOfLine(lines: Buffer, from: number): number {
  const at = lines.indexOf(lineBreak, from);
  return at === -1 ? lines.length : at;
}

/**
 * Replaces the previous document atomically and notifies listeners. Returns its key, its size in bytes and its expiry.
 */
export async function writeDocument(
  redis: RedisConnection,
  searchKey: string,
  { head, jobs, ranked, running, subject, retention }: WrittenDocument,
): Promise<{ key: string; bytes: number; until: number }> {
  const key = redisKeys.document(searchKey);
  const { owner = nobody, narrowed = [] } = retention ?? {};
  const kept: RetentionFields = { owner, until: String(Math.ceil(head.staleUntil)) };
  const fields: Record<string, string | Buffer> = { head: JSON.stringify(head), ...kept };
  if (narrowed.length > 0) fields.narrowed = narrowed.join(' ');
  if (subject !== undefined) fields.subject = JSON.stringify(subject);
  if (running !== null) fields.running = JSON.stringify(running);
  if (ranked !== undefined) fields.ranked = ranked;
  for (let from = 0; from < jobs.length; from += chunkSize)
    fields[`c${from / chunkSize}`] = jobs.slice(from, from + chunkSize).join('\n');
  const until = Math.ceil(Math.min(head.staleUntil, retention?.until ?? head.staleUntil));
  const writing = redis.multi().del(key).hset(key, fields).pexpireat(key, until);
  const results = await writing.publish(redisChannels.documents, lineOf({ key: searchKey, state: head.state })).exec();
  const failed = results?.find(([error]) => error);
  if (failed?.[0]) throw failed[0];
  return { key, bytes: bytesOf(fields), until };
}

/** Records the progress of a run, at least until `until`, and keeps the document's existing contents. */
export async function writeRunning(
  redis: RedisConnection,
  searchKey: string,
  { running, until }: { running: RunningSearch; until: number },
): Promise<void> {
  const key = redisKeys.document(searchKey);
  const at = Math.ceil(until);
  // `GT` treats a key without expiry as expiring last: a new key gets its time by `NX`.
  const noted = redis.multi().hset(key, 'running', JSON.stringify(running));
  noted.pexpireat(key, at, 'NX').pexpireat(key, at, 'GT');
  await noted.publish(redisChannels.documents, lineOf({ key: searchKey, state: 'growing' })).exec();
}
