import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readWrittenEntries, writeEntries } from '../../worker/sources/config/edit-sources-file.js';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

let board: FakeBoard;
let service: TestService;
const lines: string[] = [];
const token = 'a-token-of-some-length';

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  board.setJobs('beta', [{ id: 2, title: 'Baker' }]);
  service = await startService({
    sources: [boardSource('acme', board.baseUrl)],
    environment: { LOG_LEVEL: 'info', ADMIN_PORT: '0', ADMIN_TOKEN: token },
    log: (line) => void lines.push(line),
  });
});

afterAll(async () => {
  await service.close();
  await board.close();
});

/** Resolves once a log line contains this text; the service looks at the file each second. */
async function logged(text: string): Promise<void> {
  const until = performance.now() + 20_000;
  while (!lines.some((line) => line.includes(text))) {
    if (performance.now() > until) throw new Error(`No line with "${text}".`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  lines.length = 0;
}

/** The names of the sources of a search, asked again until the API knows the workers' file. */
async function searched(wanted: readonly string[]): Promise<{ titles: string[]; sources: string[] }> {
  const until = performance.now() + 60_000;
  let last: unknown = null;
  while (performance.now() < until) {
    const { status, body } = await service.search({});
    last = body;
    const sources = (body.sources ?? []).map(({ name }: { name: string }) => name).sort();
    const titles = (body.jobs ?? []).map(({ title }: { title: string }) => title).sort();
    if (status === 200 && JSON.stringify(sources) === JSON.stringify(wanted)) return { titles, sources };
    // The API looks every two seconds; more searches would exceed the rate limit.
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
  throw new Error(`The sources of a search did not become ${wanted.join(', ')}: ${JSON.stringify(last).slice(0, 500)}`);
}

/** The status of the check of the sources file, once its output contains this text; `null`: once it has none. */
async function told(text: string | null): Promise<string> {
  const until = performance.now() + 20_000;
  for (;;) {
    const { checks } = (await (await fetch(`${service.url}/api`)).json()) as Info;
    const [check] = checks['sources:file'] ?? [];
    if (check !== undefined && (text === null ? check.output === null : check.output?.includes(text)))
      return check.status;
    if (performance.now() > until) throw new Error(`The check does not say "${text}": ${JSON.stringify(check)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

type Info = { checks: Record<string, { status: string; output: string | null }[]> };

describe('a change of the sources file', () => {
  test('is taken up by a running service', async () => {
    expect(await searched(['acme'])).toEqual({ titles: ['Nurse'], sources: ['acme'] });
    await writeEntries(service.sourcesFile, [
      ...(await readWrittenEntries(service.sourcesFile)),
      boardSource('beta', board.baseUrl) as { id: string },
    ]);
    await logged('the changed file is in use');
    expect(await searched(['acme', 'beta'])).toEqual({ titles: ['Baker', 'Nurse'], sources: ['acme', 'beta'] });
  });

  test('has a source that rests after failures asked at once when its entry is changed', async () => {
    const entries = await readWrittenEntries(service.sourcesFile);
    const gamma = boardSource('gamma', board.baseUrl) as { id: string };
    board.setMood('gamma', { kind: 'status', status: 403 });
    await writeEntries(service.sourcesFile, [...entries, gamma]);
    await logged('the changed file is in use');
    expect(await searched(['acme', 'beta', 'gamma'])).toMatchObject({ titles: ['Baker', 'Nurse'] });
    board.setMood('gamma', { kind: 'well' });
    board.setJobs('gamma', [{ id: 3, title: 'Potter' }]);
    await writeEntries(service.sourcesFile, [...entries, { ...gamma, timeoutSeconds: 11 }]);
    await logged('the changed file is in use');
    // Its cooldown would be ten minutes.
    expect((await service.search({ keyword: 'potter' })).body.jobs).toHaveLength(1);
    await writeEntries(service.sourcesFile, entries);
    await logged('the changed file is in use');
  });

  test('with a mistake is not', async () => {
    writeFileSync(service.sourcesFile, '{"sources": [{"id": "x", "kind": "nothing"}]}');
    await logged('the changed file is not used');
    expect(await searched(['acme', 'beta'])).toMatchObject({ sources: ['acme', 'beta'] });
    expect(await told('has mistakes or cannot be read')).toBe('warn');
  });

  test('to none is told as well', async () => {
    rmSync(service.sourcesFile);
    await logged('the changed file is not used');
    expect(await told('is missing')).toBe('warn');
    const metrics = await (
      await fetch(`${service.admin}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    ).text();
    expect(metrics).toMatch(/^job_search_sources_file_refused(?:\{.*\})? 1$/m);
    expect(metrics).toMatch(/^job_search_sources_files(?:\{.*\})? 1$/m);
  });

  test('pauses and removes sources', async () => {
    const paused = { ...(boardSource('acme', board.baseUrl) as { id: string }), paused: true };
    await writeEntries(service.sourcesFile, [paused, boardSource('beta', board.baseUrl) as { id: string }]);
    await logged('the changed file is in use');
    expect(await told(null)).toBe('pass');
    expect(await searched(['beta'])).toEqual({ titles: ['Baker'], sources: ['beta'] });
  }, 90_000);
});

type Asked = { status: number; location: string | null; body: Record<string, unknown> };

async function admin(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Asked> {
  const response = await fetch(`${service.admin}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const read = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { text };
  return { status: response.status, location: response.headers.get('location'), body: read };
}

/** Sends a change and waits for its outcome. */
async function change(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const { status, location } = await admin(method, path, body);
  expect(status).toBe(202);
  for (;;) {
    const outcome = await admin('GET', location ?? '');
    if (outcome.body.state !== 'waiting') return outcome.body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('the operator', () => {
  test('sees every source with its state', async () => {
    const { body } = await admin('GET', '/admin/sources');
    expect(body).toMatchObject({
      counts: { ok: 1, paused: 1, failing: 0 },
      page: 1,
      pages: 1,
      sources: [
        {
          id: 'beta',
          kind: 'greenhouse',
          state: 'ok',
          postings: 1,
          opened: 1,
          closed: 0,
          requests: 1,
          failingSince: null,
        },
        { id: 'acme', state: 'paused', nextReadAt: null },
      ],
    });
    expect((await admin('GET', '/admin/sources?state=paused&q=ACME')).body).toMatchObject({ total: 1 });
    expect((await admin('GET', '/admin/sources?page=x&state=nothing')).body).toMatchObject({ total: 2, page: 1 });
    expect((await admin('GET', '/admin/overview')).body).toMatchObject({ workers: [{ alive: true }], keys: [] });
    expect((await admin('GET', '/admin/usage?days=2')).body).toEqual({ usage: [] });
    expect((await admin('GET', '/admin/usage.csv')).body.text).toBe(
      'day,key,name,owner,plan,requests,searches,refused\r\n',
    );
    expect((await admin('GET', '/admin')).body.text).toContain('<title>Overview · Job search</title>');
  });

  test('pauses and resumes the sources of a kind, and all at once', async () => {
    const entries = ['acme', 'beta'].map((id) => boardSource(id, board.baseUrl) as { id: string });
    await writeEntries(service.sourcesFile, [...entries, { id: 'lever', kind: 'lever', site: 'x' }]);
    const paused = async () => (await readWrittenEntries(service.sourcesFile)).map(({ paused = false }) => paused);
    expect(await change('POST', '/admin/sources/pause', { kind: 'greenhouse' })).toMatchObject({
      ...{ state: 'done', sentence: 'Paused 2 sources of the kind "greenhouse".' },
    });
    expect(await paused()).toEqual([true, true, false]);
    expect(await change('POST', '/admin/sources/pause', { kind: 'ashby' })).toMatchObject({ state: 'refused' });
    expect(await change('POST', '/admin/sources/pause', { kind: null })).toMatchObject({
      ...{ state: 'done', sentence: 'Paused 1 source.' },
    });
    await logged('"action":"pause-all"');
    const { status, body } = await service.search({ keyword: 'nobody is asked' });
    expect([status, body.code]).toEqual([503, 'sources-failed']);
    expect(body.detail).toBe(
      'No source is read: the operator has chosen none yet (the page /boards does it), or has paused all of them.',
    );
    const { body: table } = await admin('GET', '/admin/sources');
    expect(table.kinds).toEqual([
      { kind: 'greenhouse', inUse: 0, paused: 2 },
      { kind: 'lever', inUse: 0, paused: 1 },
    ]);
    for (const wrong of [{}, { kind: 7 }, { kind: '' }])
      expect((await admin('POST', '/admin/sources/pause', wrong)).status).toBe(400);
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect((await admin('POST', '/admin/sources/resume', { kind: null }, foreign)).status).toBe(403);
    expect(await change('POST', '/admin/sources/resume', { kind: 'greenhouse' })).toMatchObject({ state: 'done' });
    expect(await paused()).toEqual([false, false, true]);
    expect((await searched(['acme', 'beta'])).titles).toEqual(['Baker', 'Nurse']);
    const acmePaused = { ...entries[0], id: 'acme', paused: true };
    await writeEntries(service.sourcesFile, [acmePaused, boardSource('beta', board.baseUrl) as { id: string }]);
    expect(await searched(['beta'])).toMatchObject({ titles: ['Baker'] });
  }, 120_000);

  test('pauses, resumes, removes and adds sources of a running service', async () => {
    expect(await change('POST', '/admin/sources/acme/resume')).toMatchObject({
      state: 'done',
      sentence: 'Resumed "acme".',
    });
    expect((await readWrittenEntries(service.sourcesFile)).map(({ id, paused }) => [id, paused])).toEqual([
      ['acme', undefined],
      ['beta', undefined],
    ]);
    expect(await change('DELETE', '/admin/sources/beta')).toMatchObject({ state: 'done' });
    expect(await change('POST', '/admin/sources/acme/pause')).toMatchObject({
      state: 'refused',
      sentence: 'At least one source must stay in use.',
    });
    expect(await change('DELETE', '/admin/sources/beta')).toMatchObject({ sentence: 'There is no source "beta".' });
    const crust = await startCompanySite();
    try {
      const added = await change('POST', '/admin/sources', { address: `${crust.url}/crust/jobs/` });
      expect(added).toMatchObject({ state: 'done', source: 'crust', entry: { kind: 'site' } });
      expect(await searched(['acme', 'crust'])).toEqual({
        titles: ['Miller', 'Night baker', 'Nurse'],
        sources: ['acme', 'crust'],
      });
      expect(await change('POST', '/admin/sources', { address: `${crust.url}/crust/jobs/` })).toMatchObject({
        state: 'refused',
        source: 'crust',
      });
      const nothing = await change('POST', '/admin/sources', { address: `${crust.url}/elsewhere` });
      expect(nothing).toMatchObject({ state: 'refused', source: null, sentence: expect.stringContaining('404') });
    } finally {
      await crust.close();
    }
  });

  test('is refused what is no change, and pages of other sites are', async () => {
    expect((await admin('POST', '/admin/sources', { address: '' })).status).toBe(400);
    expect((await admin('POST', '/admin/sources', { address: 'x'.repeat(20_000) })).status).toBe(400);
    expect((await admin('PUT', '/admin/sources/acme')).status).toBe(404);
    expect((await admin('GET', '/admin/requests/none')).status).toBe(404);
    expect((await admin('POST', '/admin/sources', { address: 'x' }, { 'content-type': 'text/plain' })).status).toBe(
      415,
    );
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
      expect((await admin('DELETE', '/admin/sources/acme', undefined, headers as Record<string, string>)).status).toBe(
        403,
      );
    expect((await admin('GET', '/admin', undefined, { authorization: '' })).status).toBe(401);
  });
});

/** A company whose list links to pages with a JobPosting. */
async function startCompanySite(): Promise<{ url: string; close(): Promise<void> }> {
  const titles = ['Night baker', 'Miller'];
  const pages: Record<string, string> = {
    '/crust/jobs/': titles.map((title, n) => `<a href="/crust/jobs/${n}-x">${title}</a>`).join(''),
  };
  for (const [n, title] of titles.entries()) {
    const posting = {
      '@context': 'https://schema.org',
      '@type': 'JobPosting',
      title,
      hiringOrganization: { name: 'Crust' },
    };
    pages[`/crust/jobs/${n}-x`] = `<script type="application/ld+json">${JSON.stringify(posting)}</script>`;
  }
  const server = createServer((request, response) => {
    const body = pages[request.url ?? ''];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
