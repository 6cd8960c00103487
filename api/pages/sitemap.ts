import { escapeUTF8 } from 'entities';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../shared/config.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { readListedSources } from '../../shared/schedule/listed-sources.js';
import { boundOpenJobs, readOpenJobs } from '../../shared/search/collections/open-jobs.js';
import { originOf } from '../formats/feeds.js';
import type { Middleware } from '../middleware/identify.js';

/** Maximum addresses in a file, and files in an index (sitemaps.org, protocol 0.9). */
const mostAddresses = 50_000;
const mostFiles = 50_000;

/** Cache of files, each at most 6 MB: maximum number, and lifetime in milliseconds. */
const kept = 4;
const keptMs = 600_000;

/** Number of sources whose openings are read concurrently. */
const batch = 20;

type SitemapContext = {
  redis: RedisConnection;
  config: Pick<Config, 'INDEXING' | 'PUBLIC_URL' | 'TRUST_PROXY'>;
  /** Addresses in one file. */
  most?: number;
};

/** An address in a file; `seen`: epoch seconds of its last change, `null` = unknown. */
type Row = { address: string; seen: number | null };

/**
 * GET /sitemap.xml: the pages of all open jobs of boards that are read in full, or an index of /sitemap-{n}.xml if they
 * may not fit into one file. Only with INDEXING=on, else the 404 of the API.
 */
export function sitemap({ redis, config, most = mostAddresses }: SitemapContext): Middleware {
  const files = new LRUCache<string, { xml: string | null }>({
    max: kept,
    ttl: keptMs,
    fetchMethod: async (key) => {
      const [origin = '', part] = key.split(' ');
      return { xml: await writeFile(redis, { origin, most, part: part === undefined ? null : Number(part) }) };
    },
  });
  return async function sitemap(ctx, next) {
    const { part } = (ctx as typeof ctx & { params: Record<string, string> }).params;
    if (config.INDEXING !== 'on' || (part !== undefined && !/^[1-9]\d{0,4}$/.test(part))) return next();
    const origin = originOf(ctx, config);
    const file = await files.fetch(part === undefined ? origin : `${origin} ${part}`);
    if (!file || file.xml === null) return next();
    ctx.type = 'application/xml; charset=utf-8';
    ctx.set('Cache-Control', 'public, max-age=3600');
    ctx.body = file.xml;
    return undefined;
  };
}

type File = { origin: string; most: number; part: number | null };

/** The text of a file; `null` if this number does not exist. */
async function writeFile(redis: RedisConnection, { origin, most, part }: File): Promise<string | null> {
  const listed = await readListedSources(redis);
  const sources = listed.filter(({ key }) => key !== null).map(({ id }) => id);
  const groups = divide(sources, await boundOpenJobs(redis, sources), most).slice(0, mostFiles);
  if (part === null && groups.length > 1)
    return writeList(
      ['sitemapindex', 'sitemap'],
      groups.map((_, index) => ({ address: `${origin}/sitemap-${index + 1}.xml`, seen: null })),
    );
  const group = groups[part === null ? 0 : part - 1];
  if (group === undefined) return part === null ? writeList(['urlset', 'url'], []) : null;
  const rows: Row[] = [];
  for (let from = 0; from < group.length && rows.length < most; from += batch) {
    const some = await Promise.all(group.slice(from, from + batch).map((source) => readOpenJobs(redis, source)));
    for (const { id, firstSeen } of some.flat()) rows.push({ address: `${origin}/jobs/${id}`, seen: firstSeen });
  }
  return writeList(['urlset', 'url'], rows.slice(0, most));
}

/** Groups sources so that each group has at most `most` openings; a source with more is its own group. */
export function divide(sources: readonly string[], sizes: readonly number[], most: number): string[][] {
  const groups: string[][] = [];
  let room = 0;
  for (const [at, source] of sources.entries()) {
    const size = sizes[at] ?? 0;
    if (size === 0) continue;
    const group = groups.at(-1);
    if (group === undefined || size > room) {
      groups.push([source]);
      room = most - size;
    } else {
      group.push(source);
      room -= size;
    }
  }
  return groups;
}

function writeList([root, item]: readonly [root: string, item: string], rows: readonly Row[]): string {
  const lines = rows.map(({ address, seen }) => {
    const changed = seen === null ? '' : `<lastmod>${new Date(seen * 1000).toISOString().slice(0, 10)}</lastmod>`;
    return `<${item}><loc>${escapeUTF8(address)}</loc>${changed}</${item}>`;
  });
  const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<${root} xmlns="${namespace}">`, ...lines, `</${root}>`, ''].join(
    '\n',
  );
}
