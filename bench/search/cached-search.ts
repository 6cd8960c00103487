import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import type { Bench, BenchOptions, BenchRow, Named } from '../bench.js';
import { applyLoad, type Get } from '../lib/apply-load.js';
import { holdDocuments } from '../lib/hold-documents.js';
import { median } from '../lib/quantile.js';
import { type BenchProcess, startProcess } from '../lib/start-process.js';
import { type BenchRedis, startRedis } from '../lib/start-redis.js';

/** More documents than a process caches: requested in turn, each must come from Redis. */
const manySearches = 6000;

/** Cached searches over HTTP, compared with a bare server that sends the same bytes. */
export const cachedSearch: Bench = {
  title: 'Cached search by HTTP',
  how: 'POST /api/jobs/search over 32 connections, one API process, answers of 10 KB: every header of the contract, the exact limit, the access log written to a file. Bare `node:http` and bare Koa read the body and send the same bytes. Suggestions and geo-stats go the same way through the middleware. CPU is that of the server process for each request.',
  async run(options) {
    const redis = await startRedis();
    try {
      return await measure(redis, options);
    } finally {
      await redis.stop();
    }
  },
};

const one = { keyword: 'software engineer', location: 'Berlin' };
const many = Array.from({ length: manySearches }, (_, index) => ({ keyword: `engineer ${index}`, location: 'Berlin' }));

/** A server under load, the bodies sent to it, and the results of each turn. */
type Contender = {
  name: string;
  server: BenchProcess;
  bodies: (string | Get)[];
  perSecond: number[];
  p99: number[];
  cpu: number[];
};

async function measure(redis: BenchRedis, { quick }: BenchOptions): Promise<BenchRow[]> {
  await redis.redis.set(redisKeys.sourcesPrint, 'bench');
  await holdDocuments(redis.redis, [one, ...many]);
  const api = await startApi(redis);
  const bytes = await sameBytes(api, redis.folder);
  const bare = await startProcess('bench/peers/bare-http.js', { env: { BYTES: bytes } });
  const koa = await startProcess('bench/peers/bare-koa.js', { env: { BYTES: bytes } });
  const contenders = [
    contender('bare node:http', bare, [one]),
    contender('bare Koa', koa, [one]),
    contender('at hand', api, [one]),
    contender('in Redis', api, many),
    contender('suggestions', api, [{ get: '/api/suggest?q=eng' }]),
    contender('geo-stats', api, [{ get: '/api/geo-stats' }]),
  ];
  try {
    const [seconds, turns] = quick ? [1, 3] : [4, 7];
    for (const each of contenders) await warmUp(each, Math.max(2, seconds));
    for (let turn = 0; turn < turns; turn++) for (const each of contenders) await oneTurn(each, seconds);
    return rowsOf(contenders);
  } finally {
    await Promise.all([api, bare, koa].map((server) => server.stop()));
  }
}

/** At least this many seconds, and until every search was made once: the first time is different work. */
async function warmUp({ server, bodies }: Contender, seconds: number): Promise<void> {
  for (let asked = 0; asked < bodies.length; ) {
    const rest = [...bodies.slice(asked), ...bodies];
    asked += (await applyLoad(urlOf(server), { bodies: rest, seconds })).requests;
  }
}

function startApi(redis: BenchRedis): Promise<BenchProcess> {
  const plans = join(redis.folder, 'plans.json');
  writeFileSync(plans, JSON.stringify({ plans: [{ name: 'free', requests: 100_000_000 }] }));
  const env = { REDIS_URL: redis.url, PORT: '0', PLANS: plans };
  return startProcess('api/main.js', { env, log: join(redis.folder, 'access.log') });
}

/** An answer of the API with its headers, in a file for the bare servers. */
async function sameBytes(api: BenchProcess, folder: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${urlOf(api)}/api/jobs/search`, { method: 'POST', headers, body: JSON.stringify(one) });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`The API answered ${answer.status}: ${body}`);
  const own = [...answer.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name));
  const file = join(folder, 'bytes.json');
  writeFileSync(file, JSON.stringify({ headers: Object.fromEntries(own), body }));
  return file;
}

const urlOf = ({ ready }: BenchProcess): string => String(ready.url);

function contender(name: string, server: BenchProcess, asked: readonly (object | Get)[]): Contender {
  const bodies = asked.map((each) => ('get' in each ? (each as Get) : JSON.stringify(each)));
  return { name, server, bodies, perSecond: [], p99: [], cpu: [] };
}

async function oneTurn(each: Contender, seconds: number): Promise<void> {
  const before = each.server.cpuMs();
  const { perSecond, requests, p99 } = await applyLoad(urlOf(each.server), { bodies: each.bodies, seconds });
  each.perSecond.push(perSecond);
  each.p99.push(p99);
  each.cpu.push(((each.server.cpuMs() - before) * 1000) / requests);
}

function rowsOf([bare, koa, atHand, inRedis, suggestions, geoStats]: readonly Contender[]): BenchRow[] {
  if (!bare || !koa || !atHand || !inRedis || !suggestions || !geoStats) throw new Error('A contender is missing.');
  return [
    rateRow({ id: 'koa/bare', work: 'bare Koa' }, koa, { bare, target: null }),
    rateRow({ id: 'process/rate', work: 'held in the process' }, atHand, { bare, target: null }),
    cpuRow({ id: 'process/cpu', work: 'held in the process, CPU' }, atHand, koa),
    p99Row({ id: 'process/p99', work: 'held in the process, p99' }, atHand, bare),
    rateRow({ id: 'redis/rate', work: 'held in Redis alone' }, inRedis, { bare, target: null, bound: boundInRedis }),
    rateRow({ id: 'suggestions/rate', work: 'suggestions' }, suggestions, { bare, target: null }),
    rateRow({ id: 'geo-stats/rate', work: 'geo-stats' }, geoStats, { bare, target: null }),
  ];
}

const boundInRedis =
  'the page is asked of Redis and its head read anew for each answer. Tried: what is asked of Redis in one turn of the event loop written at once (kept: 2.7 instead of 3.8 system calls a request), the library’s own pipelining (half as much CPU again for each read).';

/** CPU of a request, in microseconds, at most. */
const mostCpu = 100;

function cpuRow(named: Named, ours: Contender, koa: Contender): BenchRow {
  const cpu = median(ours.cpu);
  return {
    ...named,
    ours: `${cpu.toFixed(0)} µs`,
    against: `bare Koa: ${median(koa.cpu).toFixed(0)} µs`,
    ratio: (cpu / median(koa.cpu)).toFixed(2),
    target: `≤ ${mostCpu} µs`,
    met: cpu <= mostCpu,
  };
}

type Aim = { bare: Contender; target: number | null; bound?: string };

function rateRow(named: Named, ours: Contender, { bare, target, bound }: Aim): BenchRow {
  // Compared turn by turn: both saw the same noise.
  const ratio = median(ours.perSecond.map((value, turn) => value / (bare.perSecond[turn] ?? Number.NaN)));
  return {
    ...named,
    ours: inWords(ours),
    against: `bare node:http: ${inWords(bare)}`,
    ratio: `${ratio.toFixed(2)} (by CPU ${(median(bare.cpu) / median(ours.cpu)).toFixed(2)})`,
    target: target === null ? null : `≥ ${target.toFixed(2)}`,
    met: target === null ? null : ratio >= target,
    ...(bound === undefined ? {} : { bound }),
  };
}

const inWords = ({ perSecond, cpu }: Contender): string =>
  `${Math.round(median(perSecond))}/s, ${median(cpu).toFixed(0)} µs of CPU`;

function p99Row(named: Named, ours: Contender, bare: Contender): BenchRow {
  const ratio = median(ours.p99.map((value, turn) => value / Math.max(1, bare.p99[turn] ?? Number.NaN)));
  return {
    ...named,
    ours: `${median(ours.p99).toFixed(1)} ms`,
    against: `bare node:http: ${median(bare.p99).toFixed(1)} ms`,
    ratio: ratio.toFixed(2),
    target: '< 3',
    met: ratio < 3,
  };
}
