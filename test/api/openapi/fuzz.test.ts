import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createKey, hashKey } from '../../../shared/auth/api-key.js';
import { addKey } from '../../../shared/auth/key-store.js';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, redisReady } from '../../../shared/redis/redis.js';
import { type Checked, createAnswerCheck } from '../../lib/check-answer.js';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

/** `npm test -- --suite fuzz` sends more. */
const requests = Math.round(Number(process.env.FUZZ_REQUESTS ?? 4000) / 10);

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  examples?: unknown[];
  maxLength?: number;
  pattern?: string;
  properties?: Record<string, Schema>;
};
type Parameter = { $ref?: string; name: string; in: string; schema: Schema };
type Operation = { parameters?: Parameter[]; requestBody?: { content: Record<string, { schema: Schema }> } };
type Document = { paths: Record<string, Record<string, Operation>> };

let board: FakeBoard;
let service: TestService;
let document: Document;
let check: (name: string, response: Response) => Promise<Checked>;
const key = createKey();

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  service = await startService({
    sources: [boardSource('acme', board.baseUrl)],
    environment: { INVALID_REQUESTS_PER_MINUTE: '1000000' },
  });
  const redis = connectRedis(service.redis.url, 'asking', createLogger('silent', 'test'));
  await redisReady(redis, 10_000);
  const quota = { plan: 'enterprise', requests: 1_000_000, windowSeconds: 900, owner: 'fuzz', name: 'fuzz' };
  await addKey(redis, hashKey(key), { ...quota, id: 'key_fuzz', lastFour: key.slice(-4), createdAt: Date.now() });
  redis.disconnect();
  const response = await fetch(`${service.url}/api/openapi.json`);
  document = (await response.clone().json()) as Document;
  check = createAnswerCheck((await response.json()) as Parameters<typeof createAnswerCheck>[0]);
});

afterAll(async () => {
  await service.close();
  await board.close();
});

function resolved<Thing extends { $ref?: string }>(thing: Thing): Thing {
  if (thing.$ref === undefined) return thing;
  const path = thing.$ref.replace(/^#\//, '').split('/');
  return path.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as Thing;
}

const odd = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('', ' ', '-1', '1e3', 'null', '%', '\u202e', '🦆'.repeat(70), 'x'.repeat(500), '__proto__'),
);

/** A value that matches the schema, or nearly: valid ones must be accepted, others refused with a documented problem. */
function likeSchema(schema: Schema): fc.Arbitrary<unknown> {
  const { enum: words, examples, anyOf, maxLength } = resolved(schema);
  const known: fc.Arbitrary<unknown>[] = [];
  if (words !== undefined) known.push(fc.constantFrom(...words));
  if (examples !== undefined) known.push(fc.constantFrom(...examples));
  for (const each of anyOf ?? []) known.push(likeSchema(each));
  if (maxLength !== undefined) known.push(fc.constantFrom('y'.repeat(maxLength), 'y'.repeat(maxLength + 1)));
  return fc.oneof(
    ...known.map((arbitrary) => ({ weight: 4, arbitrary })),
    { weight: 2, arbitrary: odd },
    {
      weight: 1,
      arbitrary: fc.jsonValue({ maxDepth: 2 }),
    },
  );
}

type Sent = { name: string; path: string; init: RequestInit };

/** Requests to one operation: parameters and body generated from their schemas, each present or absent. */
function requestsTo(method: string, path: string, { parameters = [], requestBody }: Operation): fc.Arbitrary<Sent> {
  const all = parameters.map(resolved);
  const schema = requestBody?.content['application/json']?.schema;
  const properties = schema === undefined ? {} : (resolved(schema).properties ?? {});
  const record = (from: Record<string, Schema>) =>
    fc.record(Object.fromEntries(Object.entries(from).map(([name, each]) => [name, likeSchema(each)])), {
      requiredKeys: [],
    });
  const placed = (place: string) =>
    record(Object.fromEntries(all.filter((each) => each.in === place).map(({ name, schema: each }) => [name, each])));
  return fc
    .tuple(placed('path'), placed('query'), placed('header'), record(properties))
    .map(([inPath, query, header, body]) => {
      const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();
      // "." and ".." are no names: every client resolves them to another path.
      const segment = (value: string): string => (/^\.{0,2}$/.test(value) ? 'x' : encodeURIComponent(value));
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(text(inPath[name] ?? 'x')));
      const search = new URLSearchParams(
        Object.fromEntries(Object.entries(query).map(([name, value]) => [name, text(value)])),
      ).toString();
      const headers = Object.fromEntries(
        // Skips what no client could send in a header.
        Object.entries(header).flatMap(([name, value]) =>
          /^[\x21-\x7e][\x20-\x7e]*$/.test(text(value)) ? [[name, text(value)]] : [],
        ),
      );
      const post = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
      return {
        name: `${method.toUpperCase()} ${path}`,
        path: filled + (search === '' ? '' : `?${search}`),
        init:
          method === 'post'
            ? { method: 'POST', headers: { ...headers, ...post }, body: JSON.stringify(body) }
            : { headers },
      };
    });
}

test('requests generated from the document get documented responses, and never a 5xx', async () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method === 'get' || method === 'post')
      .map(([method, operation]) => requestsTo(method, path, operation)),
  );
  expect(operations.length).toBeGreaterThanOrEqual(6);
  const seed = Date.now() & 0x7fffffff;
  const statuses = new Map<number, number>();
  for (const sent of fc.sample(fc.oneof(...operations), { seed, numRuns: requests })) {
    const response = await fetch(service.url + sent.path, sent.init);
    try {
      const { status } = await check(sent.name, response);
      expect(status).toBeLessThan(500);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    } catch (error) {
      throw new Error(`seed ${seed}: ${sent.name} ${sent.path} ${String(sent.init.body)}: ${String(error)}`);
    }
  }
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 404]));
}, 600_000);
