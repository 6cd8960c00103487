/** Resolves host names chosen by strangers. */
import { lookup as askSystem, type LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { NameHealth } from '../../../shared/queue/workers.js';
import { createPrioritySemaphore, type PrioritySemaphore } from '../../process/priority-semaphore.js';
import { SourceError } from '../../sources/source.js';

/** Resolves a name to all addresses, IPv4 first. `isOwn`: named by the operator. Rejects after `answerMs`. */
type ResolveName = (name: string, isOwn?: boolean) => Promise<LookupAddress[]>;

/** How a lookup by the servers ended; `unanswered`: they failed or did not answer in time. */
export const nameOutcomes = ['answered', 'late', 'unknown', 'unanswered'] as const;
export type NameOutcome = (typeof nameOutcomes)[number];

/** `servers`: used instead of the system's; `noted` receives the outcome of each lookup. */
export type NameSettings = { servers?: readonly string[]; noted?: (outcome: NameOutcome) => void };

/** How long a lookup may take, including the wait for its turn: less than a connection. */
const answerMs = 5000;

/** How long of it may be spent waiting: lookups that began together are not sent as their time ends. */
const turnMs = 4000;

/** An answer that takes longer is late. */
const lateMs = 2000;

/** The first wait for an answer; c-ares adds up the waits of its tries and servers, up to `answerMs`. */
const [tryMs, tries] = [1500, 2];

/** How long to wait for the other address family once one has answered. */
const otherFamilyMs = 300;

/** Cached names, and for how long: their owner's TTL within these bounds, and failures for a moment. */
const mostNames = 5000;
const [leastKeptMs, mostKeptMs, failureKeptMs] = [5000, 60_000, 10_000];

/**
 * Concurrent lookups: in total (dnsmasq refuses more than 150), and per site (`siteOf`), since the owner of a domain
 * whose servers never answer has any number of names. Concurrent lookups of one owner or board are bounded elsewhere:
 * by the delivery slots of an owner, and by a source's requests.
 */
const [mostAtOnce, mostOfSite] = [100, 8];

/** Server answers after which the system may still resolve a name, by its search domains or mDNS. */
const elsewhere: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'EREFUSED', 'ECONNREFUSED']);

type Answer = { addresses: LookupAddress[]; ttlMs: number };

/**
 * Creates a resolver of names chosen by strangers. Not getaddrinfo: a name whose servers never answer blocks one of
 * libuv's four threads for many seconds, and four such names block all lookups. The hosts file comes first, then the
 * servers, queried by c-ares, which needs no thread. The system resolves the operator's own names last, one at a time.
 */
export function createResolveName({ servers = [], noted = () => undefined }: NameSettings = {}): ResolveName {
  const kept = new LRUCache<string, LookupAddress[] | Error>({ max: mostNames });
  const underway = new Map<string, Promise<LookupAddress[]>>();
  const inTurn = createTurns();
  const bySystem = createPrioritySemaphore(1);
  const inHostsFile = createHostsFile();

  const ask = async (name: string, until: AbortSignal): Promise<Answer> => {
    const began = performance.now();
    try {
      const answer = await askServers(name, servers, until);
      noted(performance.now() - began > lateMs ? 'late' : 'answered');
      return answer;
    } catch (error) {
      noted(['ENOTFOUND', 'ENODATA'].includes(String(codeOf(error))) ? 'unknown' : 'unanswered');
      throw error;
    }
  };
  const askAnyone = async (name: string, isOwn: boolean, until: AbortSignal): Promise<Answer> => {
    try {
      return await ask(name, until);
    } catch (error) {
      if (!isOwn || !elsewhere.has(codeOf(error))) throw error;
      return { addresses: await askOfSystem(name, { bySystem, until }), ttlMs: leastKeptMs };
    }
  };
  const resolve = (name: string, { isOwn, key }: { isOwn: boolean; key: string }): Promise<LookupAddress[]> => {
    const until = AbortSignal.timeout(answerMs);
    return inTurn(name, AbortSignal.timeout(turnMs), async () => {
      try {
        const { addresses, ttlMs } = await askAnyone(name, isOwn, until);
        kept.set(key, addresses, { ttl: Math.min(mostKeptMs, Math.max(leastKeptMs, ttlMs)) });
        return addresses;
      } catch (error) {
        kept.set(key, error as Error, { ttl: failureKeptMs });
        throw error;
      }
    });
  };

  return async (given, isOwn = false) => {
    const name = given.toLowerCase().replace(/\.$/, '');
    const family = isIP(name);
    if (family !== 0) return [{ address: name, family }];
    // Separate: for a name that only the system knows, a stranger's lookup fails, and would for its operator too.
    const key = `${name} ${isOwn}`;
    const known = inHostsFile(name) ?? kept.get(key);
    if (Array.isArray(known)) return known;
    if (known !== undefined) throw known;
    const asked = underway.get(key) ?? resolve(name, { isOwn, key }).finally(() => underway.delete(key));
    underway.set(key, asked);
    return asked;
  };
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

/** Not a timeout of the host, whose pace would slow down. */
const tooLate = (name: string): SourceError =>
  new SourceError('unreachable', `The name ${name} was not resolved within ${answerMs / 1000} seconds.`);

/** Queries the servers for both families. One resolver per lookup: `cancel` ends all its queries. */
async function askServers(name: string, servers: readonly string[], until: AbortSignal): Promise<Answer> {
  const resolver = new Resolver({ timeout: tryMs, tries });
  if (servers.length > 0) resolver.setServers(servers);
  const asked = [
    resolver.resolve4(name, { ttl: true }).then((found) => found.map((each) => ({ ...each, family: 4 }))),
    ...(hasIPv6()
      ? [resolver.resolve6(name, { ttl: true }).then((found) => found.map((each) => ({ ...each, family: 6 })))]
      : []),
  ];
  const cancel = (): void => resolver.cancel();
  let timer: NodeJS.Timeout | undefined;
  const waitForOther = (): void => {
    timer ??= setTimeout(cancel, otherFamilyMs);
  };
  until.addEventListener('abort', cancel, { once: true });
  for (const each of asked) each.then(waitForOther, () => undefined);
  const answers = await Promise.allSettled(asked);
  clearTimeout(timer);
  until.removeEventListener('abort', cancel);
  const found = answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  if (found.length > 0)
    return {
      addresses: found.map(({ address, family }) => ({ address, family })),
      ttlMs: Math.min(...found.map(({ ttl }) => ttl)) * 1000,
    };
  const failure = answers.find((each) => each.status === 'rejected')?.reason as Error | undefined;
  throw ['ECANCELLED', 'ETIMEOUT'].includes(String(codeOf(failure))) ? tooLate(name) : failure;
}

/** Queries the system, using at most one of its threads. */
async function askOfSystem(
  name: string,
  { bySystem, until }: { bySystem: PrioritySemaphore; until: AbortSignal },
): Promise<LookupAddress[]> {
  const late = new Promise<never>((_, reject) => {
    until.addEventListener('abort', () => reject(tooLate(name)), { once: true });
  });
  late.catch(() => undefined);
  await Promise.race([bySystem.acquire({ rank: () => 0, signal: until }), late]);
  // The thread is occupied until the system answers, whether or not a caller still waits.
  const asked = promisify(askSystem)(name, { all: true, order: 'ipv4first' }).finally(bySystem.release);
  return Promise.race([asked, late]);
}

/** Country suffixes under which anyone may register a domain (https://publicsuffix.org/list/). */
const sharedSuffix =
  /(?:^|\.)(?:ac|co|com|edu|firm|gen|go|gob|gov|ind|ltd|me|mil|ne|net|nom|or|org|plc|web)\.[a-z]{2}$/;

/** The registrable domain of a name: its last two labels, or three. */
const siteOf = (name: string): string =>
  name
    .split('.')
    .slice(sharedSuffix.test(name) ? -3 : -2)
    .join('.');

/** Runs lookups within `mostAtOnce` and `mostOfSite`. */
function createTurns() {
  const all = createPrioritySemaphore(mostAtOnce);
  const sites = new Map<string, { turns: PrioritySemaphore; users: number }>();
  return async <Result>(name: string, until: AbortSignal, run: () => Promise<Result>): Promise<Result> => {
    const siteName = siteOf(name);
    const site = sites.get(siteName) ?? { turns: createPrioritySemaphore(mostOfSite), users: 0 };
    sites.set(siteName, site);
    site.users += 1;
    const taken: PrioritySemaphore[] = [];
    try {
      for (const turns of [site.turns, all]) {
        await turns.acquire({ rank: () => 0, signal: until }).catch(() => Promise.reject(tooLate(name)));
        taken.push(turns);
      }
      return await run();
    } finally {
      for (const turns of taken) turns.release();
      site.users -= 1;
      if (site.users === 0) sites.delete(siteName);
    }
  };
}

/** Whether this machine has a routable IPv6 address; others do not query for any (RFC 3493 §6.1). */
const hasIPv6 = (): boolean =>
  Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ family, internal, address }) => family === 'IPv6' && !internal && !address.startsWith('fe80')),
  );

/** The hosts file of the system, which c-ares does not read for queries. */
const systemFile = '/etc/hosts';

/** How often it is checked for changes, in milliseconds. */
const checkMs = 2000;

/**
 * Opens the names of the hosts file, read again when it has changed: their addresses, IPv4 first. `localhost` is this
 * machine whatever the file says (RFC 6761 §6.3).
 */
function createHostsFile(file = systemFile): (name: string) => LookupAddress[] | undefined {
  let names = new Map<string, LookupAddress[]>();
  let [changedAt, checkedAt] = [0, Number.NEGATIVE_INFINITY];
  return (name) => {
    if (performance.now() - checkedAt > checkMs) {
      checkedAt = performance.now();
      const at = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      if (at !== changedAt) names = readHosts(file);
      changedAt = at;
    }
    const isLocal = /(?:^|\.)localhost$/.test(name);
    return names.get(name) ?? (isLocal ? [{ address: '127.0.0.1', family: 4 }] : undefined);
  };
}

/** No names when it is missing or unreadable, as for the system. */
function readHosts(file: string): Map<string, LookupAddress[]> {
  const names = new Map<string, LookupAddress[]>();
  for (const line of textOf(file).split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const alias of aliases.map((each) => each.toLowerCase())) {
      const found = [...(names.get(alias) ?? []), { address, family }];
      names.set(
        alias,
        found.sort((one, other) => one.family - other.family),
      );
    }
  }
  return names;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Counts the outcomes of name lookups, for the metric and for the heartbeat, which reports recent ones. */
export type NameLookups = { note(outcome: NameOutcome): void; recent(): NameHealth };

/** The heartbeat's figures cover this time, plus up to as long before. */
const periodMs = 30_000;

/** `clock`: monotonic milliseconds. */
export function createNameLookups(
  counted: (outcome: NameOutcome) => void,
  clock: () => number = () => performance.now(),
): NameLookups {
  let [former, current] = [none, none];
  let began = clock();
  const turn = (): void => {
    const passed = clock() - began;
    if (passed < periodMs) return;
    former = passed < 2 * periodMs ? current : none;
    current = none;
    began = clock();
  };
  return {
    note(outcome) {
      turn();
      const isLate = outcome === 'late' || outcome === 'unanswered';
      current = { asked: current.asked + 1, late: current.late + (isLate ? 1 : 0) };
      counted(outcome);
    },
    recent() {
      turn();
      return { asked: former.asked + current.asked, late: former.late + current.late };
    },
  };
}

const none: NameHealth = { asked: 0, late: 0 };
