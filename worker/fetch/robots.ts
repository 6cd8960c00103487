import { LRUCache } from 'lru-cache';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { SourceError } from '../sources/source.js';
import type { FetchRaw } from './fetch-raw.js';
import { fetchLimits } from './limits.js';
import { type RobotsRules, readRobots } from './robots-rules.js';

/** An origin's robots.txt as cached in Redis; after a 5xx or 429 nothing may be fetched from the origin (RFC 9309 §2.3.1). */
type CachedRobots = { status: number; text: string };

/** Throws `forbidden` when the path is not allowed, `robots` when that is not known; returns the crawl delay in seconds, 0 without one. */
export type RobotsCheck = (url: URL, options: RobotsOptions) => Promise<number>;

type RobotsOptions = {
  userAgent: string;
  signal: AbortSignal;
  proxyUrl?: string | undefined;
  /** An origin whose owner allows the reading (`permittedOf`): of its robots.txt only the crawl delay counts. */
  permitted?: string | undefined;
};

type Rules = { status: number; rules: RobotsRules | null };

const keptSeconds = { read: 86_400, unreadable: 600 } as const;

/** How long a process caches parsed rules, to avoid reading Redis for every page. */
const cacheMs = 60_000;
const maxCached = 2000;

/** Fetches an origin's robots.txt before anything else from it, once a day for all workers (RFC 9309). */
export function createRobotsCheck({ redis, fetchRaw }: { redis: RedisConnection; fetchRaw: FetchRaw }): RobotsCheck {
  const cache = new LRUCache<string, { rules: Promise<Rules>; until: number; signal: AbortSignal }>({ max: maxCached });

  const rulesOf = (origin: string, options: RobotsOptions): Promise<Rules> => {
    const { userAgent, proxyUrl = '', signal } = options;
    // Sources share an answer, but not each other's proxies.
    const name = `${origin} ${userAgent} ${proxyUrl}`;
    const known = cache.get(name);
    if (known !== undefined && performance.now() < known.until)
      return known.rules.catch((error: unknown) => {
        // The reading whose request this was has ended; another one asks for itself.
        if (known.signal.aborted && !signal.aborted) return rulesOf(origin, options);
        throw error;
      });
    const rules = load(origin, options).then(({ status, text }) => ({
      status,
      rules: text === '' ? null : readRobots(text, userAgent),
    }));
    cache.set(name, { rules, until: performance.now() + cacheMs, signal });
    rules.catch(() => cache.delete(name));
    return rules;
  };

  const load = async (origin: string, { userAgent, ...sending }: RobotsOptions): Promise<CachedRobots> => {
    const key = redisKeys.robots(origin);
    const kept = await redis.get(key);
    if (kept !== null) return JSON.parse(kept) as CachedRobots;
    const headers = { 'user-agent': userAgent, accept: 'text/plain, */*;q=0.1' };
    // RFC 9309 §2.5: content beyond the limit may be ignored.
    const asked = { url: `${origin}/robots.txt`, headers, ...sending, maxBytes: fetchLimits.robotsBytes, cut: true };
    const answer = await fetchRaw(asked);
    const robots = { status: answer.status, text: answer.status < 300 ? textOf(answer.body) : '' };
    await redis.set(
      key,
      JSON.stringify(robots),
      'EX',
      isUnreachable(answer.status) ? keptSeconds.unreadable : keptSeconds.read,
    );
    return robots;
  };

  return async (url, options) => {
    const { status, rules } = await rulesOf(url.origin, options);
    const isPermitted = url.origin === options.permitted;
    if (isUnreachable(status) && !isPermitted)
      throw new SourceError(
        'robots',
        `robots.txt of ${url.host} answered ${status}, so nothing there may be asked for now.`,
      );
    if (rules === null) return 0;
    if (!isPermitted && !rules.allows(url.pathname + url.search))
      throw new SourceError(
        'forbidden',
        `Its owner forbids it: robots.txt of ${url.host} does not allow ${url.pathname}.`,
      );
    if (rules.crawlDelaySeconds > fetchLimits.crawlDelaySeconds) throw delayTooLong(url.host);
    return rules.crawlDelaySeconds;
  };
}

/** These statuses disallow everything; any other error allows everything (RFC 9309 §2.3.1). */
const isUnreachable = (status: number): boolean => status >= 500 || status === 429;

/** Decodes UTF-8 (RFC 9309 §2.3) without the byte order mark, which would otherwise be part of the first line. */
const textOf = (body: Buffer): string => body.toString().replace(/^\uFEFF/, '');

const delayTooLong = (host: string): SourceError =>
  new SourceError(
    'forbidden',
    `robots.txt of ${host} asks for more than ${fetchLimits.crawlDelaySeconds / 3600} hours between two requests, so it is not read.`,
  );
