import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { merge } from '../../../pages/mine/account-storage.js';
import type { Mine } from '../../../pages/mine/my-jobs-file.js';
import { readConfig } from '../../../shared/config.js';
import { freePortRow } from '../../lib/free-port.js';
import { issueKey } from '../../lib/issue-key.js';
import { startProvider } from '../../lib/start-provider.js';
import { startService, type TestService } from '../../lib/start-service.js';

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function start(environment: Record<string, string>): Promise<TestService> {
  const service = await startService({ sources: [], environment, worker: false });
  opened.push(service);
  return service;
}

const html = { Accept: 'text/html' };
const kept = (title: string): Mine => ({
  version: 1,
  searches: [],
  jobs: {
    job_0000000000000001: {
      title,
      company: 'Acme',
      url: 'https://acme.example/1',
      starredAt: '2026-11-01T00:00:00.000Z',
    },
  },
});

describe('a header of a trusted proxy', () => {
  const byProxy = { AUTH_PROXY_HEADER: 'Remote-User', TRUST_PROXY: '127.0.0.1' };
  const asAda = { 'Remote-User': 'ada', 'Content-Type': 'application/json' };

  test('signs a person in, whose saved jobs belong to the account', async () => {
    const { url } = await start(byProxy);
    const put = (revision: number, saved: Mine, headers: Record<string, string> = asAda) =>
      fetch(`${url}/account/kept`, { method: 'PUT', headers, body: JSON.stringify({ revision, kept: saved }) });
    const get = async (headers: Record<string, string>) => (await fetch(`${url}/account/kept`, { headers })).json();

    expect(await get(asAda)).toEqual({ account: expect.stringMatching(/^[\w-]{22}$/), revision: 0, kept: null });
    expect(await (await put(0, kept('Baker'))).json()).toEqual({ revision: 1 });
    expect(await get({ 'Remote-User': 'grace' })).toMatchObject({ revision: 0, kept: null });
    // Another device has read revision 0: it is given what it lacks.
    const late = await put(0, kept('Doctor'));
    expect([late.status, await late.json()]).toEqual([409, { revision: 1, kept: kept('Baker') }]);
    expect(await get(asAda)).toMatchObject({ revision: 1, kept: kept('Baker') });
    const other = await put(1, kept('Doctor'), { ...asAda, 'Sec-Fetch-Site': 'cross-site' });
    expect(other.status).toBe(403);
    expect((await put(1, { version: 2 } as unknown as Mine)).status).toBe(400);
    expect(await (await fetch(`${url}/account`, { headers: { ...asAda, ...html } })).text()).toContain(
      '<strong dir="auto">ada</strong>',
    );
  });

  test('counts for nothing from an address that is no trusted proxy', async () => {
    const { url } = await start({ ...byProxy, TRUST_PROXY: '10.0.0.0/8' });
    const response = await fetch(`${url}/account/kept`, { headers: asAda });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'key-required', detail: expect.stringContaining('proxy') });
  });

  test.each([
    [{ AUTH_PROXY_HEADER: 'Remote-User' }, 'networks'],
    [{ AUTH_PROXY_HEADER: 'Remote-User', TRUST_PROXY: '1' }, 'networks'],
    [{ ...byProxy, OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'jobs' }, 'not both'],
    [{ OIDC_ISSUER: 'https://login.example' }, 'client ID'],
    [{ OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'jobs', HOST: '0.0.0.0' }, 'PUBLIC_URL'],
    [{ SIGN_IN_REQUIRED: 'all' }, 'Sign-in is not configured'],
  ])('is refused with settings that would let anybody in, or nobody: %j', (environment, words) => {
    expect(() => readConfig(environment)).toThrow(words);
  });
});

describe('a sign-in that is required', () => {
  const byProxy = { AUTH_PROXY_HEADER: 'Remote-User', TRUST_PROXY: '127.0.0.1' };

  test.each([
    ['pages', 401, 200],
    ['api', 200, 401],
    ['all', 401, 401],
  ])('of %s answers pages %d and the API %d', async (required, ofPages, ofApi) => {
    const service = await start({ ...byProxy, SIGN_IN_REQUIRED: required });
    const { url, redis } = service;
    const status = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(url + path, { headers, redirect: 'manual' })).status;
    expect(await status('/saved', html)).toBe(ofPages);
    expect(await status('/api/geo-stats')).toBe(ofApi);
    // Health, and what a page of the proxy's own may need, are open.
    expect(await status('/api')).toBe(200);
    expect(await status('/api/geo-stats', { 'Remote-User': 'ada' })).toBe(200);
    expect(await status('/saved', { ...html, 'Remote-User': 'ada' })).toBe(200);
    const key = await issueKey(redis.url);
    expect(await status('/api/geo-stats', { Authorization: `Bearer ${key}` })).toBe(200);
    expect(await status('/api/geo-stats', { Authorization: 'Bearer jsk_none' })).toBe(ofApi === 200 ? 200 : 401);
  });
});

describe('OpenID Connect', () => {
  const cookiesOf = (response: Response): string =>
    response.headers
      .getSetCookie()
      .map((cookie) => cookie.replace(/;.*/s, ''))
      .join('; ');

  test('refuses an answer that belongs to no sign-in of this browser', async () => {
    const provider = await startProvider(await freePortRow(1));
    opened.push(provider);
    const { url } = await start(provider.settings);
    const begun = await fetch(`${url}/sign-in?back=https://evil.example/`, { redirect: 'manual' });
    const to = new URL(begun.headers.get('location') ?? '');
    expect(to.origin).toBe(provider.issuer);
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/.{40}/),
      nonce: expect.stringMatching(/.{40}/),
    });
    const [pending] = begun.headers.getSetCookie();
    expect(pending).toMatch(/^sign-in=.*; path=\/sign-in\/done;.*; samesite=lax; httponly$/i);
    const cookie = cookiesOf(begun);
    expect(Buffer.from(cookie.slice('sign-in='.length), 'base64url').toString()).toContain('"back":"/"');

    const state = to.searchParams.get('state');
    const iss = encodeURIComponent(provider.issuer);
    for (const [query, headers] of [
      [`code=stolen&state=${state}&iss=${iss}`, {}],
      [`code=stolen&state=another&iss=${iss}`, { cookie }],
      [`code=stolen&state=${state}&iss=https://evil.example`, { cookie }],
      [`code=stolen&state=${state}&iss=${iss}`, { cookie }],
      [`error=access_denied&state=${state}&iss=${iss}`, { cookie }],
    ] as const) {
      const response = await fetch(`${url}/sign-in/done?${query}`, { headers, redirect: 'manual' });
      expect([response.status, cookiesOf(response)]).toEqual([400, 'sign-in=']);
      expect(await response.text()).toContain('The sign-in did not work.');
    }
  });

  test('answers in bounded time while the provider is silent, and signs in again once it is back', async () => {
    let answers = false;
    const port = await freePortRow(1);
    const provider = await startProvider(port);
    opened.push(provider);
    const silent: Server = createServer((request, response) => {
      if (!answers) return;
      const { host } = new URL(provider.issuer);
      void fetch(`${provider.issuer}${request.url}`).then(async (answer) => {
        const own = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
        response.setHeader('Content-Type', 'application/json');
        response.end((await answer.text()).replaceAll(host, own));
      });
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    opened.push({
      close: () =>
        new Promise<void>((resolve) => {
          silent.close(() => resolve());
          silent.closeAllConnections();
        }),
    });
    const { url } = await start({
      ...provider.settings,
      OIDC_ISSUER: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    });
    const refused = await fetch(`${url}/sign-in`, { redirect: 'manual' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
    expect((await fetch(`${url}/account`, { headers: html })).status).toBe(200);
    answers = true;
    expect((await fetch(`${url}/sign-in`, { redirect: 'manual' })).status).toBe(302);
  }, 60_000);
});

describe('what two devices changed at the same time', () => {
  const job = (title: string) => ({ title, company: 'Acme', url: 'https://acme.example/' });
  const mine = (jobs: Mine['jobs'], addresses: string[] = []): Mine => ({
    version: 1,
    jobs,
    searches: addresses.map((address) => ({ address, name: address, visitedAt: '2026-11-01T00:00:00.000Z' })),
  });

  test('is joined: each change counts, and ours where both changed the same', () => {
    const before = mine({ a: job('a'), b: job('b'), c: job('c') }, ['?x', '?y']);
    const ours = mine({ a: job('a1'), c: job('c1'), d: job('d') }, ['?x', '?z']);
    const theirs = mine({ a: job('a'), b: job('b'), c: job('c2'), e: job('e') }, ['?x', '?y', '?w']);
    const joined = merge(before, ours, theirs);
    expect(joined.jobs).toEqual({ a: job('a1'), c: job('c1'), d: job('d'), e: job('e') });
    expect(joined.searches.map(({ address }) => address)).toEqual(['?x', '?z', '?w']);
  });
});
