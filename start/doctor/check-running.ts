import { z } from 'zod';
import { hidePassword } from '../../shared/config.js';
import { createLogger } from '../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../shared/redis/redis.js';
import { evictionWarning, readRedisServer } from '../../shared/redis/redis-server.js';
import { readSourceReadings } from '../../shared/schedule/listed-sources.js';
import type { Finding } from './finding.js';

/** How long Redis and the service may take to answer, in milliseconds. */
const answerMs = 5000;

/** Maximum bytes of `GET /api` read. */
const mostBytes = 5_000_000;

const part = 'running';

/** Whether Redis answers and keeps its data, and which boards fail. `url`: "" = none set, and none found. */
export async function checkRedis(url: string): Promise<Finding[]> {
  if (url === '')
    return [{ part, state: 'note', what: 'Redis: none runs on this DATA_DIR; the service starts its own' }];
  const shown = hidePassword(url);
  let redis: ReturnType<typeof connectRedis> | null = null;
  try {
    redis = connectRedis(url, 'asking', createLogger('silent', 'doctor'));
    await redisReady(redis, answerMs);
    const warning = evictionWarning(await readRedisServer(redis));
    const finding: Finding =
      warning === null
        ? { part, state: 'ok', what: `Redis answers at ${shown}` }
        : { part, state: 'wrong', what: warning };
    return [finding, ...(await boardFindings(redis))];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice = 'Start it, or correct REDIS_URL and REDIS_PASSWORD_FILE.';
    return [{ part, state: 'wrong', what: `Redis does not answer at ${shown}: ${reason}`, advice }];
  } finally {
    redis?.disconnect();
  }
}

/** Maximum boards named individually. */
const mostNamed = 20;

/** Failing and forbidden boards, with the results of their latest readings. */
async function boardFindings(redis: RedisConnection): Promise<Finding[]> {
  const { readings, failingSince, goneSince, forbiddenSince } = await readSourceReadings(redis);
  const failing = [...failingSince].sort(([, one], [, other]) => one - other);
  const named = failing.slice(0, mostNamed).map(
    ([id, since]): Finding => ({
      part,
      state: 'wrong',
      what: `the board ${id} has failed since ${new Date(since).toISOString()}: ${readings.get(id)?.detail ?? 'no reason is known'}`,
      ...(goneSince.has(id) && {
        advice: 'The board is gone: find where the company lists its jobs now, or remove it.',
      }),
    }),
  );
  const unnamed = failing.length - named.length;
  const forbidden = [...forbiddenSince.keys()];
  return [
    ...named,
    ...(unnamed > 0
      ? [
          {
            part,
            state: 'wrong',
            what: `${unnamed} further boards fail`,
            advice: 'The page /boards lists them with their causes; npx job-search operator prints a code for it.',
          } as const,
        ]
      : []),
    ...(forbidden.length > 0
      ? [
          {
            part,
            state: 'note',
            what: `robots.txt forbids reading ${forbidden.length === 1 ? 'the board' : `${forbidden.length} boards:`} ${forbidden.slice(0, mostNamed).join(', ')}${forbidden.length > mostNamed ? ', …' : ''}`,
            advice: 'Remove it, or state in the sources file who allowed reading it ("allowed").',
          } as const,
        ]
      : []),
  ];
}

const health = z.object({
  name: z.literal('job-search'),
  version: z.string(),
  checks: z.record(
    z.string(),
    z.array(
      z.object({
        status: z.enum(['pass', 'warn', 'fail']),
        observedValue: z.union([z.number(), z.string()]).nullish(),
        output: z.string().nullish(),
      }),
    ),
  ),
});

/** Whether the service answers at an address, and its failing health checks. */
export async function checkService(url: string, version: string): Promise<Finding[]> {
  const answer = await readHealth(`${url}/api`).catch((error: unknown) => reasonOf(error));
  if (typeof answer === 'string') {
    const advice = 'Start it with "npx job-search start", or set JOB_SEARCH_URL to the address where it runs.';
    return [{ part, state: 'wrong', what: `the service does not answer at ${url}: ${answer}`, advice }];
  }
  const observed = (name: string): string => String(answer.checks[name]?.[0]?.observedValue ?? 0);
  const findings: Finding[] = [
    {
      part,
      state: 'ok',
      what: `the service ${answer.version} answers at ${url}: ${observed('workers:alive')} workers, ${observed('boards:total')} boards, ${observed('boards:postings')} postings`,
    },
  ];
  if (answer.version !== version)
    findings.push({
      part,
      state: 'note',
      what: `this program is version ${version}, the service ${answer.version}`,
      advice: 'Restart the service after an update.',
    });
  for (const [name, checks] of Object.entries(answer.checks))
    for (const { status, output } of checks)
      if (status !== 'pass')
        findings.push({ part, state: status === 'fail' ? 'wrong' : 'note', what: `${name}: ${output ?? status}` });
  return findings;
}

/** Why an address gave no health, in words. */
function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError || error instanceof SyntaxError) return 'something else answers there';
  const cause = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : null;
  const { message } = (cause ?? error) as { message?: unknown };
  return typeof message === 'string' ? message : String(error);
}

/** Reads `GET /api` unchanged; `null` without an answer in JSON. */
export const readWholeHealth = (url: string): Promise<unknown> => readJson(`${url}/api`).catch(() => null);

async function readHealth(url: string): Promise<z.infer<typeof health>> {
  return health.parse(await readJson(url));
}

async function readJson(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(answerMs), redirect: 'error' });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error('its answer is too long');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
