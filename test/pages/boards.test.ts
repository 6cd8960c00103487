import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright';
import { makeOperatorCode } from '../../shared/auth/operators.js';
import { createLogger } from '../../shared/logger.js';
import { connectRedis, type RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { readWrittenEntries } from '../../worker/sources/config/edit-sources-file.js';
import { openPages, type Pages } from '../lib/open-pages.js';
import { startService, type TestService } from '../lib/start-service.js';

const slow = { timeout: 60_000 };
let companies: Server;
let origin: string;
let service: TestService;
let other: TestService;
let redis: RedisConnection;
let pages: Pages;

const posting = (title: string, company: string): string =>
  `<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title,
    hiringOrganization: { name: company },
    jobLocation: { '@type': 'Place', address: { addressLocality: 'Berlin', addressCountry: 'DE' } },
  })}</script>`;

const careersPages = new Map([
  ['/crust/jobs/', posting('Night baker', 'Crust') + posting('Miller', 'Crust')],
  ['/crumb/jobs/', posting('Day baker', 'Crumb') + posting('Pastry chef', 'Crumb')],
]);

beforeAll(async () => {
  pages = await openPages();
  companies = createServer((request, response) => {
    const page = careersPages.get(request.url ?? '');
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page ?? '');
  });
  await new Promise<void>((resolve) => companies.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(companies.address() as AddressInfo).port}`;
  service = await startService({ sources: [] });
  other = await startService({ sources: [], redis: service.redis, worker: false });
  redis = connectRedis(service.redis.url, 'working', createLogger('silent', 'test'));
});
afterAll(async () => {
  redis.disconnect();
  await pages.close();
  await other.close();
  await service.close();
  companies.closeAllConnections();
  await new Promise((resolve) => companies.close(resolve));
});

const overflow = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Sends a form as a page of this service does. */
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}, url = service.url) =>
  fetch(url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers });

const makeCode = () => makeOperatorCode(redis, new Date());
const waiting = () => redis.llen(redisKeys.sourceRequests);

describe('a service without sources', () => {
  test('opens to nobody behind a proxy, and to no page of another site', async () => {
    for (const name of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP', 'CF-Connecting-IP'])
      expect([name, (await fetch(`${service.url}/boards`, { headers: { [name]: '127.0.0.1' } })).status]).toEqual([
        name,
        403,
      ]);
    const refused = await post(
      '/boards',
      { action: 'fit' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
    );
    expect(refused.headers.get('set-cookie') ?? '').not.toContain('operator=');
    expect(await waiting()).toBe(0);
    expect(await readWrittenEntries(service.sourcesFile)).toEqual([]);
  });

  test('leads its first visitor through three steps to the first jobs of a board', async () => {
    const page = await pages.open(`${service.url}/`, { width: 1440 });
    await page.getByRole('heading', { name: 'What are you looking for, and where?' }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByLabel('What').fill('baker');
    await page.getByLabel('Where').fill('Germany');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: '50 companies that fit' }).waitFor();
    expect(await page.getByText('Chosen by Agriculture & Food, DE; larger ones first.').count()).toBe(1);
    await page.getByLabel('Industry').selectOption('Agriculture & Food');
    await page.getByRole('button', { name: 'Show' }).click();
    expect(await page.getByRole('checkbox').count()).toBeGreaterThan(50);
    expect(await pages.violations(page)).toEqual([]);
    await page.getByLabel(/^Name, or address/).fill(`${origin}/crust/jobs/`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(/^1 board added\. The first reading takes about \d+ seconds?\.$/).waitFor(slow);
    await page.getByRole('link', { name: 'Night baker' }).waitFor(slow);
    await page.getByText(/^1 of 1 board read\. 2 jobs\. All of them were read\.$/).waitFor(slow);
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open the search' }).click();
    await page.getByRole('link', { name: 'Night baker' }).first().waitFor(slow);
    expect((await readWrittenEntries(service.sourcesFile)).map(({ id }) => id)).toEqual(['crust']);
    // Who chose the first board stays the operator.
    await page.goto(`${service.url}/boards`);
    await page.getByRole('heading', { name: 'Boards in use' }).waitFor();
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'operator');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    await page.context().close();
  }, 180_000);
});

describe('a service with boards', () => {
  test('asks for a code, which signs in once, whichever process is asked', async () => {
    const code = await makeCode();
    expect(await redis.zrange(redisKeys.operatorCodes, '0', '-1')).not.toContain(code);
    expect((await fetch(`${service.url}/boards`)).status).toBe(403);
    const wrong = await post('/boards/code', { code: `${code.slice(1)}A` });
    expect([wrong.status, wrong.headers.get('location')]).toEqual([303, '/boards?code=wrong']);
    const answers = await Promise.all([service.url, other.url].map((url) => post('/boards/code', { code }, {}, url)));
    const cookies = answers.flatMap(({ headers }) => /operator=[^;]+/.exec(headers.get('set-cookie') ?? '') ?? []);
    expect(cookies).toHaveLength(1);
    const page = (cookie: string) => fetch(`${other.url}/boards`, { headers: { cookie } });
    expect((await page(String(cookies[0]))).status).toBe(200);
    expect((await page(String(cookies[0]).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status).toBe(403);
    await post('/boards/leave', {}, { cookie: String(cookies[0]) });
    expect((await page(String(cookies[0]))).status).toBe(403);
    const expired = await makeOperatorCode(redis, new Date(Date.now() - 3_700_000));
    expect((await post('/boards/code', { code: expired })).headers.get('location')).toBe('/boards?code=wrong');
  });

  test('changes them without scripts, in German, in the dark and on a phone', async () => {
    const page = await pages.open(`${service.url}/boards`, {
      width: 390,
      scheme: 'dark',
      scripts: false,
      locale: 'de-DE',
    });
    await page.getByLabel('Code').fill(await makeCode());
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByRole('button', { name: 'Anhalten: crust' }).waitFor();
    expect(await overflow(page)).toBe(0);
    await page.getByLabel(/^Name oder Adresse/).fill(`${origin}/crumb/jobs/`);
    await page.getByRole('button', { name: 'Hinzufügen' }).click();
    await page.getByText(/^1 Jobbörse hinzugefügt\./).waitFor(slow);
    await page.getByText('Day baker').waitFor(slow);
    await page.getByRole('link', { name: 'Verwendete Jobbörsen' }).click();
    await page.getByRole('button', { name: 'Anhalten: crumb' }).click();
    await page.getByText('Erledigt.').waitFor(slow);
    await page.getByRole('link', { name: 'Verwendete Jobbörsen' }).click();
    await page.getByRole('button', { name: 'Fortsetzen: crumb' }).waitFor();
    await page.getByLabel(/^Name oder Adresse/).fill('Zalando');
    await page.getByRole('button', { name: 'Hinzufügen' }).click();
    expect(await page.getByRole('checkbox').count()).toBeGreaterThan(0);
    await page.getByLabel(/^Name oder Adresse/).fill('http://127.0.0.2/');
    await page.getByRole('button', { name: 'Hinzufügen' }).click();
    await page.getByText('Nicht ausgeführt:').waitFor(slow);
    expect(await overflow(page)).toBe(0);
    expect((await readWrittenEntries(service.sourcesFile)).map(({ id, paused = false }) => [id, paused])).toEqual([
      ['crust', false],
      ['crumb', true],
    ]);
    await page.context().close();
  }, 180_000);
});
