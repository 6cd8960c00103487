/** The record of a source's crawl and of the code that read it, so that the next one reads only changes. */
import { createHash, hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { CollectJob } from '../../../shared/queue/queues.js';
import type { RedisConnection } from '../../../shared/redis/redis.js';
import { readStoredCrawl, readStoredPostings } from '../../../shared/search/collections/collection-manifest.js';
import { type CollectionHead, readingOf } from '../../../shared/search/collections/collection-store.js';
import { packJson, unpackText } from '../../../shared/search/packed-text.js';
import { workplaces } from '../../../shared/words/words.js';
import { shortHash } from '../../sources/posting.js';
import type { Narrow, PageRequest, Source } from '../../sources/source.js';

/** A request without the data needed only to parse its response. */
const requestSchema = z.object({
  url: z.string(),
  role: z.enum(['listing', 'detail']),
  method: z.enum(['GET', 'POST']).optional(),
  json: z.unknown().optional(),
  accept: z.enum(['json', 'xml', 'page']),
});

/** A request of a crawl and the hash of its response. A number names one of the source's first requests, from 0. */
const pageSchema = z.object({ request: z.union([z.int().min(0), requestSchema]), hash: z.string() });
export type ManifestPage = z.infer<typeof pageSchema>;

/**
 * How a collection was crawled, stored with it. While every one of `requests` has the same answer (`hash` of each
 * response), nothing needs to be parsed.
 */
const crawlSchema = z.object({
  v: z.literal(1),
  /** The version of the collection. */
  version: z.string(),
  /** The hash of the operator's settings for its reading (`readerBasis`), and of its code (`readingCode`). */
  basis: z.string(),
  reader: z.string().default(''),
  /** In the order of the crawl; `null` when unchanged responses do not imply that nothing has changed. */
  requests: z.array(pageSchema).nullable(),
  /** The hash of the crawl's remarks: flaws, doubts, postings withheld, limits reached. */
  remarks: z.string(),
  /** Epoch ms: when the first detail must be requested again, although its listing says the same. */
  detailsDueAt: z.number().nullable(),
  /** The hour (since the epoch) of the last count of the postings for geo-stats. */
  countedHour: z.number(),
  /** Epoch ms: when the pointers from job ids to the collection expire. */
  pointersUntil: z.number(),
});
export type CrawlManifest = z.infer<typeof crawlSchema>;

/** `job` is the posting's place in the collection, -1 when it is not a job. */
const postingSchema = z.object({ hash: z.string(), job: z.int().min(-1) });

/** The result of a detail request: `count` of the manifest's postings, starting at `from`. Times are epoch seconds. */
const detailSchema = z.object({
  /** The hash of the request's address. */
  key: z.string(),
  /** The hash of its data in the listing. */
  listed: z.string(),
  /** The hash of its response; empty when it cannot be compared. */
  response: z.string(),
  readAt: z.number(),
  from: z.int().min(0),
  count: z.int().min(1),
});
export type ManifestDetail = z.infer<typeof detailSchema>;

/** A job of the collection in geo-stats' form (`JobMeasure`), and when it was first seen (epoch seconds). */
const measureSchema = z.object({
  firstSeen: z.number(),
  id: z.string(),
  workplace: z.enum(workplaces.words).nullable(),
  postedAt: z.string().nullable(),
  place: z.string(),
  pay: z.object({ currency: z.string(), amount: z.number() }).nullable(),
});

/** The postings of a collection as read, in the order of the crawl, and its jobs. Stored with it. */
const postingsSchema = z.object({
  v: z.literal(1),
  version: z.string(),
  postings: z.array(postingSchema),
  details: z.array(detailSchema),
  jobs: z.array(measureSchema),
});
export type PostingManifest = z.infer<typeof postingsSchema>;

/** Reads a stored manifest; `null` when it is missing, damaged or from another release. */
const readCrawlManifest = (text: string | null): CrawlManifest | null => readWith(crawlSchema, text);
const readPostingManifest = (text: string | null): PostingManifest | null => readWith(postingsSchema, text);

function readWith<Manifest>(schema: z.ZodType<Manifest>, text: string | null): Manifest | null {
  if (text === null) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Identifies a request: each is made once per crawl. */
export function requestKey({ method = 'GET', url, json }: Pick<PageRequest, 'method' | 'url' | 'json'>): string {
  return `${method} ${url} ${json === undefined ? '' : JSON.stringify(json)}`;
}

export const detailKey = (request: PageRequest): string => shortHash(requestKey(request));

/**
 * The hash of a listing's data about a detail. A relative date ("Posted 3 Days Ago") changes daily without the posting
 * changing, so only dates with a year count.
 */
export function hashOfListed({ listed, memo }: PageRequest): string {
  if (listed === undefined) return shortHash([null, memo ?? null]);
  const { postedAt } = listed;
  const isAbsolute = typeof postedAt === 'number' || (postedAt !== null && /\d{4}/.test(postedAt));
  return shortHash([isAbsolute ? listed : { ...listed, postedAt: null }, memo ?? null]);
}

/** The hash of a crawl's remarks, regardless of the order of its responses. */
export function hashOfRemarks(remarks: {
  flaws: readonly string[];
  doubts: readonly string[];
  withheld: number;
  capped: string | null;
  truncated: boolean;
}): string {
  const { withheld, capped, truncated } = remarks;
  return shortHash([[...remarks.flaws].sort(), [...remarks.doubts].sort(), withheld, capped, truncated]);
}

const weekSeconds = 604_800;

/** A detail is requested again after five to seven days, depending on its key, to spread the load. Epoch ms. */
export function detailDueAt({ key, readAt }: Pick<ManifestDetail, 'key' | 'readAt'>): number {
  const share = Buffer.from(key, 'base64url').readUInt16BE(0) / 65_536;
  return (readAt + weekSeconds * (0.75 + 0.25 * share)) * 1000;
}

/** The manifest of a stored collection; `null` when it is missing, damaged, of another version, or of another basis. */
export async function loadCrawlManifest(
  redis: RedisConnection,
  { key }: Pick<CollectJob, 'key'>,
  head: CollectionHead,
  basis: string,
): Promise<CrawlManifest | null> {
  const manifest = readCrawlManifest(await readStoredCrawl(redis, key));
  if (manifest?.version !== readingOf(head) || manifest.basis !== basis) return null;
  // Other code may parse the same responses differently.
  return manifest.reader === readingCode() ? manifest : { ...manifest, reader: readingCode(), requests: null };
}

/** The posting manifest of a stored collection; `null` like `loadCrawlManifest`, or when it does not fit the collection. */
export async function loadPostingManifest(
  redis: RedisConnection,
  key: string,
  head: CollectionHead,
): Promise<PostingManifest | null> {
  const packed = await readStoredPostings(redis, key);
  if (packed === null) return null;
  const text = await unpackText(packed).catch(() => null);
  const manifest = readPostingManifest(text);
  return manifest?.version === readingOf(head) && manifest.jobs.length === head.jobs ? manifest : null;
}

export const packPostingManifest = (manifest: PostingManifest): Promise<Buffer> => packJson(manifest);

/** A posting of the former crawl: its hash, and its place among the collection's jobs (-1 = not a job). */
type FormerPosting = PostingManifest['postings'][number];

/** The stored result of a detail request. */
export type FormerDetail = {
  detail: ManifestDetail;
  postings: readonly FormerPosting[];
  /** It must be requested again, to find changes that its listing does not show. */
  isDue: boolean;
};

/** The former crawl of a source, indexed for the next one. */
export type FormerCrawl = {
  manifest: CrawlManifest;
  postings: PostingManifest;
  /** The stored result of a detail with an unchanged listing; `null` when it must be read. */
  detailOf(request: PageRequest): FormerDetail | null;
  /** The job made from a posting with this hash; `null` = none is stored. */
  jobOf(hash: string): number | null;
};

/** A result that could not be renewed for this many seconds is read again even if its listing is unchanged. */
const longestKeptSeconds = 14 * 86_400;

/** `now` and `detailsNewerThan` are epoch ms; results confirmed before the latter are due. */
type Times = { now: number; detailsNewerThan: number };

/** Indexes a former crawl. */
export function indexFormerCrawl(
  manifest: CrawlManifest,
  postings: PostingManifest,
  { now, detailsNewerThan }: Times,
): FormerCrawl {
  const details = new Map(postings.details.map((detail) => [detail.key, detail]));
  const jobs = new Map(postings.postings.filter(({ job }) => job >= 0).map(({ hash, job }) => [hash, job]));
  return {
    manifest,
    postings,
    detailOf(request) {
      const detail = details.get(detailKey(request));
      if (detail === undefined || detail.listed !== hashOfListed(request)) return null;
      if (now > (detail.readAt + longestKeptSeconds) * 1000 || now < detail.readAt * 1000 - skewMs) return null;
      const held = postings.postings.slice(detail.from, detail.from + detail.count);
      if (held.length < detail.count || held.some(({ job }) => job < 0)) return null;
      return { detail, postings: held, isDue: now >= detailDueAt(detail) || detail.readAt * 1000 < detailsNewerThan };
    },
    jobOf: (hash) => jobs.get(hash) ?? null,
  };
}

/** How far the clocks of two workers may differ. */
const skewMs = 600_000;

/** The folders with the code that turns responses into postings, and postings into facts. */
const folders = {
  reading: ['../../sources', '../../structured-data', '../../mail'],
  analysis: [
    '../../normalise',
    '../../gazetteer',
    '../../../shared/words',
    '../../../shared/places',
    '../../../shared/skills',
  ],
} as const;

const known = new Map<keyof typeof folders, string>();

/** The hash of some code, computed once per process. */
function codeOf(part: keyof typeof folders): string {
  const before = known.get(part);
  if (before !== undefined) return before;
  const digest = createHash('sha256');
  for (const folder of folders[part].map((path) => fileURLToPath(new URL(path, import.meta.url)))) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(?:[jt]s|csv)$/.test(name),
    );
    for (const name of files.sort()) digest.update(name).update(readFileSync(join(folder, name)));
  }
  const code = digest.digest('base64url').slice(0, 22);
  known.set(part, code);
  return code;
}

/** The version of the code that finds postings in responses. Results of another version are parsed again. */
export const readingCode = (): string => codeOf('reading');

/** The version of the code that reads facts from postings. Those of another version are analysed again. */
export const analysisVersion = (): string => codeOf('analysis');

/**
 * The hash of the operator's settings for reading a source. A collection with another basis is read again, even if its
 * source has not changed.
 */
export function readerBasis({ id, kind, settings }: Source, narrow: Narrow, userAgent: string): string {
  const parts = [id, kind.kind, settings, narrow, userAgent];
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
}
