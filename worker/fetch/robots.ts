/** robots.txt: which addresses of a host may be requested, and how often (RFC 9309). */
import { LRUCache } from 'lru-cache';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { SourceError } from '../sources/source.js';
import type { FetchRaw } from './fetch-raw.js';
import { fetchLimits } from './limits.js';

/** An origin's robots.txt as cached in Redis; after a 5xx or 429 nothing may be fetched from the origin (RFC 9309 §2.3.1). */
type CachedRobots = { status: number; text: string };

/** Throws `forbidden` for a disallowed path, `robots` if unknown; returns the crawl delay in seconds, or 0. */
export type RobotsCheck = (url: URL, options: RobotsOptions) => Promise<number>;

type RobotsOptions = {
  userAgent: string;
  signal: AbortSignal;
  proxyUrl?: string | undefined;
  /** The owner allows reading this origin (`permittedOf`): only its robots.txt crawl delay counts. */
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
        // The reading that sent this request has ended; another one sends its own.
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
        `robots.txt of ${url.host} answered ${status}, so nothing there may be requested now.`,
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
    `robots.txt of ${host} requires more than ${fetchLimits.crawlDelaySeconds / 3600} hours between two requests, so it is not read.`,
  );

/** The rules of a robots.txt for one crawler. */
type RobotsRules = {
  /** `path` includes the query, as in a URL. */
  allows(path: string): boolean;
  /** Seconds between two requests; 0 when the file sets no delay. */
  crawlDelaySeconds: number;
};

/** A group of crawlers with their rules, as written. */
type Group = { agents: string[]; rules: { allow: boolean; pattern: string }[]; delays: number[] };

/**
 * Parses a robots.txt for one crawler (RFC 9309): merges all groups that name its product token, otherwise those for `*`.
 * `userAgent` is the complete User-Agent; its product token precedes the first slash.
 */
export function readRobots(text: string, userAgent: string): RobotsRules {
  const token = tokenOf(userAgent);
  const groups = groupsOf(text);
  const named = groups.filter(({ agents }) => agents.includes(token));
  const ours = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'));
  const rules = ours.flatMap(({ rules: written }) => written.flatMap(ruleOf));
  return {
    allows: createRuleMatcher(rules),
    crawlDelaySeconds: ours.flatMap(({ delays }) => delays).reduce((one, other) => Math.max(one, other), 0),
  };
}

/** "job-search/1.0 (+…)" and "Job-Search" have the same product token. */
const tokenOf = (userAgent: string): string => (userAgent.split('/')[0] ?? '').trim().toLowerCase();

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let group: Group | null = null;
  // A group begins with user-agent lines; its first rule ends them.
  let isNaming = false;
  for (const line of text.split(/[\r\n]+/)) {
    const colon = line.indexOf(':');
    if (colon === -1) continue;
    const key = line.slice(0, colon).trim().toLowerCase();
    const value = withoutComment(line.slice(colon + 1));
    if (key === 'user-agent' || key === 'useragent') {
      if (!isNaming || group === null) {
        group = { agents: [], rules: [], delays: [] };
        groups.push(group);
      }
      isNaming = true;
      group.agents.push(tokenOf(value));
      continue;
    }
    if (key !== 'allow' && key !== 'disallow' && key !== 'crawl-delay') continue;
    isNaming = false;
    if (key === 'crawl-delay') group?.delays.push(...delaysIn(value));
    // An empty rule forbids nothing.
    else if (value !== '') group?.rules.push({ allow: key === 'allow', pattern: value });
  }
  return groups;
}

const withoutComment = (text: string): string => {
  const comment = text.indexOf('#');
  return (comment === -1 ? text : text.slice(0, comment)).trim();
};

const delaysIn = (value: string): number[] => {
  const seconds = Number(value);
  return value !== '' && !Number.isNaN(seconds) && seconds > 0 ? [seconds] : [];
};

/** Normalises the octets of a pattern. With too many wildcards, cuts a disallow and drops an allow. */
function ruleOf({ allow, pattern }: Group['rules'][number]): Rule[] {
  if (!/^[/*]/.test(pattern)) return [];
  const isAnchored = pattern.endsWith('$');
  const body = (isAnchored ? pattern.slice(0, -1) : pattern).replaceAll('$', '%24');
  const parts = body.split(/\*+/).map(normaliseOctets);
  const isWhole = parts.length <= fetchLimits.robotsWildcards + 1;
  if (!isWhole && allow) return [];
  return [{ allow, parts: parts.slice(0, fetchLimits.robotsWildcards + 1), isAnchored: isAnchored && isWhole }];
}

/** A rule: literal parts in order with anything between them; the first part is anchored at the start of the path. */
type Rule = { allow: boolean; parts: readonly string[]; isAnchored: boolean };

/** A rule with the length of its pattern, which decides between two matching rules (RFC 9309 §2.2.2). */
type Ranked = Rule & { length: number };

/** The most characters of a rule's index key. */
const most = 6;

/**
 * Creates a function that decides whether a path with its query is allowed: the longest matching pattern decides, and `allow`
 * wins a tie. Rules are indexed by a substring that every match contains, so thousands of rules cost little more than a few.
 */
function createRuleMatcher(rules: readonly Rule[]): (path: string) => boolean {
  const byPiece = new Map<string, Ranked[]>();
  const known = new Set<string>();
  const always: Ranked[] = [];
  for (const rule of rules) {
    const name = `${rule.allow ? '+' : '-'}${rule.parts.join('*')}${rule.isAnchored ? '$' : ''}`;
    if (known.has(name)) continue;
    known.add(name);
    const ranked = { ...rule, length: name.length };
    const piece = pieceOf(rule);
    const list = piece === '' ? always : (byPiece.get(piece) ?? []);
    list.push(ranked);
    if (piece !== '') byPiece.set(piece, list);
  }
  for (const list of [always, ...byPiece.values()]) list.sort((one, other) => other.length - one.length);
  const lengths = [...new Set([...byPiece.keys()].map(({ length }) => length))];

  return (path) => {
    const text = normaliseOctets(path);
    let best: Ranked | null = null;
    const judge = (list: readonly Ranked[]): void => {
      for (const rule of list) {
        if (best !== null && rule.length < best.length) return;
        if (isBetter(rule, best) && matches(rule, text)) best = rule;
      }
    };
    judge(always);
    const seen = new Set<string>();
    for (let from = 0; from < text.length; from++)
      for (const length of lengths) {
        const piece = text.slice(from, from + length);
        const list = byPiece.get(piece);
        if (list === undefined || seen.has(piece)) continue;
        seen.add(piece);
        judge(list);
      }
    return best === null || (best as Ranked).allow;
  };
}

/** The index key of a rule: the end of its longest part, since more rules share a beginning ("/jobs/"). */
const pieceOf = ({ parts }: Rule): string => {
  const longest = parts.reduce((one, other) => (other.length > one.length ? other : one), '');
  return longest.slice(-most);
};

const isBetter = (rule: Ranked, best: Ranked | null): boolean =>
  best === null || rule.length > best.length || (rule.length === best.length && rule.allow && !best.allow);

/** Matches each part at its first occurrence; later ones cannot match more, so no backtracking is needed. */
function matches({ parts, isAnchored }: Rule, text: string): boolean {
  const [first = '', ...others] = parts;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  const last = isAnchored ? others.pop() : undefined;
  if (isAnchored && last === undefined) return text.length === at;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return last === undefined || (text.length - last.length >= at && text.endsWith(last));
}

/** Octets that must be percent-encoded in the path or query of a URL, whatever the author wrote (RFC 3986 §2). */
const escaped = /[^\w\-.~:/?#[\]@!&'()+,;=%]+/g;

/**
 * Normalises a path or a part of one, so that equal octets are equal text (RFC 9309 §2.2.2): decodes unreserved
 * characters, writes other percent-encodings in upper case, and encodes the rest as required.
 */
function normaliseOctets(path: string): string {
  if (/^[\w\-.~/?&=]*$/.test(path)) return path;
  return path
    .replace(/%([0-9a-f]{2})/gi, (octet, hex: string) => {
      const letter = String.fromCharCode(Number.parseInt(hex, 16));
      return /[\w\-.~]/.test(letter) ? letter : octet.toUpperCase();
    })
    .replace(escaped, (letters) => encodeURIComponent(letters.toWellFormed()).replace(/\*/g, '%2A'));
}
