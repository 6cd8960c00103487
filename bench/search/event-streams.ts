import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFlags } from '../../shared/cli/read-flags.js';
import { freePorts } from '../lib/free-ports.js';
import { quantile } from '../lib/quantile.js';
import { startProcess } from '../lib/start-process.js';
import { startRedis } from '../lib/start-redis.js';

/**
 * `node dist/bench/search/event-streams.js [--streams 5000] [--limit 250] [--different 200]`: opens so many event streams on one API
 * process at once and prints the time to the first event, how many were refused with Retry-After, and how many broke. Exit
 * code 1 when one broke, one was refused in another way, or p99 of the first event exceeds a second.
 */
const values = readFlags('node dist/bench/search/event-streams.js [OPTION …]', {
  streams: { type: 'string', default: '5000', what: 'streams opened at once' },
  limit: { type: 'string', default: '250', what: 'EVENT_STREAMS of the API process' },
  different: { type: 'string', default: '200', what: 'different searches among them' },
});
const [streams, limit, different] = [values.streams, values.limit, values.different].map(Number) as [
  number,
  number,
  number,
];
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Maximum p99 of the first event, in milliseconds. */
const targetMs = 1000;
/** Latency of the board; streams stay open meanwhile. */
const boardMs = 3000;

type Outcome = { kind: 'first event' | 'refused' | 'broken'; ms: number; why?: string };

/** Opens one stream, and closes it after its first event. */
function open(url: string, index: number, hold: Promise<unknown>): Promise<Outcome> {
  const began = performance.now();
  return new Promise((resolve) => {
    const settle = (kind: Outcome['kind'], why = ''): void => resolve({ kind, ms: performance.now() - began, why });
    const sent = request(`${url}/api/jobs/search`, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'x-forwarded-for': `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
      },
    });
    sent.on('error', (error) => settle('broken', error.message));
    sent.on('response', (response) => {
      response.on('error', (error) => settle('broken', error.message));
      if (response.statusCode !== 200) {
        response.resume();
        settle(
          response.statusCode === 503 && Number(response.headers['retry-after']) > 0 ? 'refused' : 'broken',
          `status ${response.statusCode}`,
        );
        return;
      }
      response.on('data', (bytes: Buffer) => {
        if (!bytes.includes('event: ')) return;
        settle('first event');
        void hold.then(() => sent.destroy());
      });
    });
    sent.end(JSON.stringify({ keyword: `engineer OR word${index % different}` }));
  });
}

const folder = mkdtempSync(join(tmpdir(), 'streams-'));
const board = createServer((_request, response) => {
  setTimeout(
    () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"jobs":[],"meta":{"total":0}}'),
    boardMs,
  );
});
await new Promise<void>((resolve) => board.listen(0, '127.0.0.1', resolve));
const baseUrl = `http://127.0.0.1:${(board.address() as AddressInfo).port}`;
const sources = {
  sources: [{ id: 'slow', kind: 'greenhouse', board: 'slow', baseUrl, perMinute: 60_000, concurrency: 8 }],
};
writeFileSync(join(folder, 'sources.json'), JSON.stringify(sources));
const redis = await startRedis();
const [port = 0] = await freePorts(1);
const env = {
  ...{
    REDIS_URL: redis.url,
    PORT: String(port),
    SOURCES: join(folder, 'sources.json'),
    ALLOW_PRIVATE_HOSTS: '127.0.0.1',
  },
  ...{ TRUST_PROXY: '1', LOG_LEVEL: 'warn', EVENT_STREAMS: String(limit), FRESH_SECONDS: '1', QUEUE_LIMIT: '100000' },
};
const worker = await startProcess('worker/main.js', { env });
const api = await startProcess('api/main.js', { env });
try {
  const url = `http://127.0.0.1:${port}`;
  let release = (): void => undefined;
  const hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  await open(url, 0, Promise.resolve());
  const cpuBefore = api.cpuMs();
  const outcomes = await Promise.all(Array.from({ length: streams }, (_, index) => open(url, index + 1, hold)));
  const cpuMs = api.cpuMs() - cpuBefore;
  release();
  const of = (kind: Outcome['kind']) =>
    outcomes
      .filter((each) => each.kind === kind)
      .map(({ ms }) => ms)
      .sort((a, b) => a - b);
  const [first, refused, broken] = [of('first event'), of('refused'), of('broken')];
  const p99 = quantile(first, 0.99);
  say(`${streams} streams at once, EVENT_STREAMS=${limit}, ${different} different searches:`);
  say(`  first event: ${first.length}, p50 ${quantile(first, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`);
  say(
    `  refused with Retry-After: ${refused.length}, p99 ${quantile(refused, 0.99).toFixed(0)} ms; broken: ${broken.length}`,
  );
  say(`  processor time of the API meanwhile: ${cpuMs} ms; what it would take on a core of its own`);
  for (const why of new Set(outcomes.flatMap((each) => (each.kind === 'broken' ? [each.why ?? ''] : []))))
    say(`    ${outcomes.filter((each) => each.kind === 'broken' && each.why === why).length} × ${why}`);
  if (broken.length > 0 || p99 > targetMs) process.exitCode = 1;
} finally {
  await api.stop();
  await worker.stop();
  await redis.stop();
  board.closeAllConnections();
  board.close();
  rmSync(folder, { recursive: true, force: true });
}
