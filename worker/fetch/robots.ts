import { LRUCache } from 'lru-cache';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { SourceError } from '../sources/source-errors.js';
import type { FetchRaw } from './fetch-raw.js';
import { fetchLimits } from './limits.js';
import { type RobotsRules, readRobots } from './robots-rules.js';

/** What an origin's robots.txt said; for a while nothing may be asked when it could not be said (RFC 9309 §2.3.1). */
type Robots = { status: number; text: string };

/** Throws `robots` when the path is not allowed; gives the crawl delay in seconds, 0 when none is asked for. */
export type RobotsCheck = (url: URL, options: { userAgent: string; signal: AbortSignal }) => Promise<number>;

type Rules = { status: number; rules: RobotsRules | null };

const keptSeconds = { read: 86_400, unreadable: 600 } as const;

/** How long a process trusts what it looked up, so that not every page costs a look into Redis. */
const rememberedMs = 60_000;
const mostRemembered = 2000;

/** Asks robots.txt before anything else of an origin; one look-up a day for all workers (RFC 9309). */
export function createRobotsCheck({ redis, fetchRaw }: { redis: RedisConnection; fetchRaw: FetchRaw }): RobotsCheck {
  const remembered = new LRUCache<string, { rules: Promise<Rules>; until: number }>({ max: mostRemembered });

  const rulesOf = (origin: string, userAgent: string, signal: AbortSignal): Promise<Rules> => {
    const name = `${origin} ${userAgent}`;
    const known = remembered.get(name);
    if (known !== undefined && performance.now() < known.until) return known.rules;
    const rules = look(origin, userAgent, signal).then(({ status, text }) => ({
      status,
      rules: text === '' ? null : readRobots(text, userAgent),
    }));
    remembered.set(name, { rules, until: performance.now() + rememberedMs });
    rules.catch(() => remembered.delete(name));
    return rules;
  };

  const look = async (origin: string, userAgent: string, signal: AbortSignal): Promise<Robots> => {
    const key = redisKeys.robots(origin);
    const kept = await redis.get(key);
    if (kept !== null) return JSON.parse(kept) as Robots;
    const headers = { 'user-agent': userAgent, accept: 'text/plain, */*;q=0.1' };
    // RFC 9309 §2.5: what lies beyond the limit need not be read.
    const asked = { url: `${origin}/robots.txt`, headers, signal, maxBytes: fetchLimits.robotsBytes, cut: true };
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

  return async (url, { userAgent, signal }) => {
    const { status, rules } = await rulesOf(url.origin, userAgent, signal);
    if (isUnreachable(status))
      throw new SourceError(
        'robots',
        `robots.txt of ${url.host} answered ${status}, so nothing there may be asked for now.`,
      );
    if (rules === null) return 0;
    if (!rules.allows(url.pathname + url.search))
      throw new SourceError('robots', `robots.txt of ${url.host} does not allow ${url.pathname}.`);
    if (rules.crawlDelaySeconds > fetchLimits.crawlDelaySeconds) throw delayTooLong(url.host);
    return rules.crawlDelaySeconds;
  };
}

/** A server that fails or is asked too often says nothing; any other refusal of robots.txt allows everything (RFC 9309 §2.3.1). */
const isUnreachable = (status: number): boolean => status >= 500 || status === 429;

/** UTF-8 (RFC 9309 §2.3) without its byte order mark, behind which the first line would be no rule. */
const textOf = (body: Buffer): string => body.toString().replace(/^\uFEFF/, '');

const delayTooLong = (host: string): SourceError =>
  new SourceError(
    'robots',
    `robots.txt of ${host} asks for more than ${fetchLimits.crawlDelaySeconds / 3600} hours between two requests, so it is not read.`,
  );
