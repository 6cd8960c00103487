import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createFetchHashed, decoding, type FetchOptions } from '../../../worker/fetch/fetch-page.js';
import { createFetchRaw } from '../../../worker/fetch/fetch-raw.js';
import { createHostPace } from '../../../worker/fetch/host-pace.js';
import { createRevalidationCache } from '../../../worker/fetch/revalidation-cache.js';
import { createRobotsCheck } from '../../../worker/fetch/robots.js';
import { createSsrfGuard } from '../../../worker/fetch/ssrf-guard.js';
import { readSourcesFile } from '../../../worker/sources/config/sources-file.js';
import { paceOf } from '../../../worker/sources/source.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');

type Asked = { path: string; authorization: string | undefined; form: string };
const asked: Asked[] = [];
/** Tokens given so far, and what the next request for one is answered with. */
let given = 0;
let expiresIn: unknown = 1499;
/** The token that the interface takes. */
let valid: () => string = () => `token-${given}`;

async function startHost(): Promise<{ origin: string; close(): void }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      if (path === '/robots.txt') return void response.writeHead(404).end();
      const form = Buffer.concat(chunks).toString();
      asked.push({ path, authorization: headers.authorization, form });
      if (path !== '/token') {
        const isIn = headers.authorization === `Bearer ${valid()}`;
        return void response.writeHead(isIn ? 200 : 401).end('{"jobs":[]}');
      }
      if (!form.includes('client_secret=right%20one') && !form.includes('client_secret=right+one'))
        return void response.writeHead(401).end('{"error":"invalid_client"}');
      given += 1;
      response.end(JSON.stringify({ access_token: `token-${given}`, token_type: 'Bearer', expires_in: expiresIn }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, close: () => void server.close() };
}

const [host, other] = await Promise.all([startHost(), startHost()]);
const fetchRaw = createFetchRaw(createSsrfGuard([host.origin, other.origin].map((origin) => new URL(origin).host)));
afterAll(async () => {
  await fetchRaw.close();
  for (const { close } of [host, other]) close();
});

const open = () =>
  decoding(
    createFetchHashed({
      ...{ fetchRaw, robots: createRobotsCheck({ redis, fetchRaw }), pace: createHostPace(redis) },
      revalidationCache: createRevalidationCache(redis, 60, 60),
    }),
  );

/** The options of a feed that names a client, as its sources file is read. */
function optionsOf(secret: string): FetchOptions {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how operators write it.
  const oauth = { tokenUrl: `${host.origin}/token`, clientId: 'me', clientSecret: '${THE_SECRET}', scope: 'offers' };
  const file = { sources: [{ id: 'x', kind: 'feed', url: `${host.origin}/jobs`, perMinute: 6000, oauth }] };
  const [source] = readSourcesFile(JSON.stringify(file), 'test', (name) => (name === 'THE_SECRET' ? secret : ''));
  if (source === undefined) throw new Error('The source was not read.');
  expect(source.redact(`It said ${secret}.`)).toBe('It said [hidden].');
  return { signal: AbortSignal.timeout(20_000), userAgent: 'test', ...paceOf(source) };
}

const tokensAsked = () => asked.filter(({ path }) => path === '/token');
const page = (path: string, origin = host.origin) =>
  ({ url: `${origin}${path}`, role: 'listing', accept: 'json' }) as const;

beforeEach(async () => {
  await redis.flushall();
  asked.length = 0;
  given = 0;
  expiresIn = 1499;
  valid = () => `token-${given}`;
});

describe('a source with client credentials', () => {
  test('is read with one token, however many requests begin together', async () => {
    const fetchPage = open();
    const options = optionsOf('right one');
    await Promise.all(['/jobs', '/jobs?page=2', '/jobs?page=3'].map((path) => fetchPage(page(path), options)));
    expect(tokensAsked()).toHaveLength(1);
    const form = Object.fromEntries(new URLSearchParams(tokensAsked()[0]?.form));
    expect(form).toEqual({
      ...{ grant_type: 'client_credentials', client_id: 'me', client_secret: 'right one', scope: 'offers' },
    });
    expect(asked.filter(({ path }) => path !== '/token').map(({ authorization }) => authorization)).toEqual(
      Array(3).fill('Bearer token-1'),
    );
  });

  test('gets another token when the interface refuses the one it has, and when that has expired', async () => {
    const fetchPage = open();
    const options = optionsOf('right one');
    await fetchPage(page('/jobs'), options);
    valid = () => 'token-2';
    await expect(fetchPage(page('/jobs?page=2'), options)).rejects.toMatchObject({ failure: 'refused' });
    expiresIn = 30;
    await fetchPage(page('/jobs?page=2'), options);
    expect(tokensAsked()).toHaveLength(2);
    valid = () => `token-${given}`;
    // A token counts for a second at least.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await fetchPage(page('/jobs?page=3'), options);
    expect(tokensAsked()).toHaveLength(3);
  });

  test('says that its client is refused, without the secret', async () => {
    const failing = open()(page('/jobs'), optionsOf('wrong one'));
    await expect(failing).rejects.toMatchObject({
      failure: 'refused',
      message: `${new URL(host.origin).host} gave no token for the source’s client (it answered 401).`,
    });
    expect(asked).toHaveLength(1);
  });

  test('sends its token to no other host', async () => {
    await expect(open()(page('/jobs', other.origin), optionsOf('right one'))).rejects.toMatchObject({
      failure: 'refused',
    });
    expect(asked).toEqual([{ path: '/jobs', authorization: undefined, form: '' }]);
  });
});

test('credentials that are incomplete, or whose variable is not set, are named without their values', () => {
  const read = (oauth: object) => () =>
    readSourcesFile(
      JSON.stringify({ sources: [{ id: 'x', kind: 'feed', url: 'https://forge.example/jobs', oauth }] }),
      'test',
      () => undefined,
    );
  expect(read({ tokenUrl: 'https://forge.example/token', clientId: 'hidden-id' })).toThrow(
    /oauth\.clientSecret is missing/,
  );
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how operators write it.
  const unset = { tokenUrl: 'https://forge.example/token', clientId: 'a', clientSecret: '${FORGE_SECRET}' };
  expect(read(unset)).toThrow('sources[0].oauth.clientSecret: FORGE_SECRET is not set in the environment.');
});
