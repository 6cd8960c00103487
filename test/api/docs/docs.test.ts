import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright';
import type { ApiDocument } from '../../../api/openapi/describe-api.js';
import { sampleKey, sampleOrigin } from '../../../api/openapi/describe-operation.js';
import type { CodeSample } from '../../../api/openapi/operation.js';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis } from '../../../shared/redis/redis.js';
import { noteAttempt } from '../../../shared/watches/attempts.js';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { issueKey } from '../../lib/issue-key.js';
import { startChromium } from '../../lib/start-chromium.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let board: FakeBoard;
let service: TestService;
let browser: Browser;

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Software Engineer', place: 'Austin, TX (Hybrid)' }]);
  service = await startService({ sources: [boardSource('acme', board.baseUrl)] });
  browser = await startChromium();
});

afterAll(async () => {
  await browser.close();
  await service.close();
  await board.close();
});

type Scheme = 'light' | 'dark';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that axe-core leaves out unless asked for. */
const more = { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } };

/** One of each kind of section: axe-core takes half a minute for all of them on a slow machine. */
const parts = [
  '.top',
  '.contents',
  '.intro',
  '#searchJobs',
  '#createWatch',
  '#geoStats',
  '#problem-invalid-request',
  '#type-Job',
];

/** What axe-core finds in these parts of the page: rules with the elements that break them. */
async function barriers(page: Page): Promise<[string, string[]][]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    `axe.run(${JSON.stringify(parts)}, ${JSON.stringify({ rules: more })})`,
  );
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** Opens the page and records every outside request and error. */
async function open(width: number, scheme: Scheme = 'light'): Promise<{ page: Page; troubles: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme });
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`page: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url) && !request.url().startsWith('data:'))
      troubles.push(`outside: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // Chromium calls a request aborted whose body was read to its end as a stream (microsoft/playwright#42742).
    const isReadToEnd = reason === 'net::ERR_ABORTED' && request.existingResponse() !== null;
    if (!isReadToEnd) troubles.push(`failed: ${request.url()}: ${reason}`);
  });
  await page.goto(`${service.url}/api/docs`);
  return { page, troubles };
}

const run = promisify(execFile);

describe('the docs page', () => {
  test.each<[number, Scheme]>([
    [360, 'dark'],
    [1600, 'light'],
  ])(
    'runs a search at %d pixels (%s) without a barrier, an outside request or an error',
    async (width, scheme) => {
      // Held, so that the page does not wait for boards.
      await service.search({ keyword: 'software engineer', remoteFilter: 'hybrid' });
      const { page, troubles } = await open(width, scheme);
      await page.click('#searchJobs .try > summary');
      await page.click('#searchJobs [type=submit]');
      const answer = page.locator('#searchJobs .answer');
      await answer.locator('strong').waitFor();
      expect(await answer.innerText()).toMatch(/^200 after [\s\S]+Software Engineer/);
      for (const summary of await page.locator('#createWatch summary, #geoStats summary').all()) await summary.click();
      await page.click('#createWatch .copy >> nth=0');
      await page.locator('#copied:not(:empty)').waitFor();
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(await barriers(page)).toEqual([]);
      expect(troubles).toEqual([]);
      await page.click('nav >> text=Search');
      await page.waitForSelector('[name=keyword]');
      await page.close();
    },
    90_000,
  );

  test('sends what its forms hold: parameters, the example chosen, and the key, in every form', async () => {
    const { page } = await open(1600);
    const sent = async (operation: string) => {
      const [request] = await Promise.all([
        page.waitForRequest((each) => each.resourceType() === 'fetch'),
        page.click(`#${operation} [type=submit]`),
      ]);
      await page.locator(`#${operation} .answer strong`).waitFor();
      return request;
    };
    for (const operation of ['searchJobs', 'suggest', 'getJob', 'me']) await page.click(`#${operation} .try > summary`);
    const { body } = await service.search({ keyword: 'engineer' });
    await page.fill('#getJob-path-id', body.jobs[0].id);
    expect((await sent('getJob')).url()).toBe(`${service.url}/api/jobs/${body.jobs[0].id}`);
    expect(await page.innerText('#getJob .answer')).toContain('"descriptionHtml"');
    await page.fill('#suggest-query-q', 'softw & co');
    expect(new URL((await sent('suggest')).url()).searchParams.get('q')).toBe('softw & co');
    const examples = page.locator('#searchJobs-example');
    await examples.selectOption({ index: 1 });
    await page.fill('#searchJobs-key', 'jsk_mistyped');
    const search = await sent('searchJobs');
    expect(search.postData()).toBe(await examples.inputValue());
    expect([search.headers().authorization, (await search.response())?.status()]).toEqual(['Bearer jsk_mistyped', 401]);
    expect((await sent('me')).headers().authorization).toBe('Bearer jsk_mistyped');
    await page.close();
  }, 90_000);

  test('sends nothing before its script is there, least of all a key in the address', async () => {
    const page = await browser.newPage();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/docs.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${service.url}/api/docs`, { waitUntil: 'commit' });
    await page.click('#searchJobs .try > summary');
    await page.fill('#searchJobs-key', 'jsk_mistyped');
    await page.press('#searchJobs-key', 'Enter');
    await page.evaluate(`document.querySelector('#searchJobs form').requestSubmit()`);
    release();
    await page.click('#searchJobs [type=submit]');
    await page.locator('#searchJobs .answer strong').waitFor();
    expect(page.url()).toBe(`${service.url}/api/docs`);
    await page.close();
  });

  test('may load from this service only, is compressed, and is not sent twice', async () => {
    const page = await fetch(`${service.url}/api/docs`);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(page.headers.get('content-encoding')).toMatch(/^(?:br|gzip)$/);
    const html = await page.text();
    expect(/<html lang="en"/.test(html)).toBe(true);
    expect(/<meta name="description" content="[^"]{50,160}"\/>/.test(html)).toBe(true);
    expect(/(?:src|href)="(?:https?:)?\/\/|<script>|<style| style="| on[a-z]+="/.exec(html)?.[0]).toBeUndefined();
    const again = await fetch(`${service.url}/api/docs`, {
      headers: { 'if-none-match': `"other", ${page.headers.get('etag')}` },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const samples = await fetch(`${service.url}/api/docs/samples`, { redirect: 'manual' });
    expect([samples.status, samples.headers.get('location')]).toEqual([308, '/api/docs']);
  });

  test('has all of the document without scripts: operations, fields, problems, types, and no link to nothing', async () => {
    const document = (await (await fetch(`${service.url}/api/openapi.json`)).json()) as ApiDocument;
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${service.url}/api/docs`);
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    for (const { operationId, parameters } of operations) {
      const text = (await page.textContent(`#${operationId}`)) ?? '';
      expect([operationId, parameters.filter(({ name }) => !text.includes(name))]).toEqual([operationId, []]);
    }
    const fields = (document.components.schemas.SearchRequest as { properties: object }).properties;
    const body = await page.innerText('#searchJobs .about');
    expect(Object.keys(fields).filter((name) => !body.includes(name))).toEqual([]);
    expect(body).toContain('At most 200 characters.');
    expect(body).toMatch(/One of "", full time, part time/);
    expect(await page.textContent('#type-Job')).toContain('salary Salary or null');
    expect(await page.textContent('#problem-key-required')).toContain('"Authorization: Bearer <key>"');
    expect(await page.locator('.try, .copy').filter({ visible: true }).count()).toBe(0);
    const targets = await page.evaluate<string[]>(
      '[...document.querySelectorAll(\'main a[href^="#"]\')].map((link) => link.hash.slice(1)).filter((id) => !document.getElementById(id))',
    );
    expect([...new Set(targets)]).toEqual([]);
    expect(await page.evaluate<number>('document.querySelectorAll("[id]").length')).toBe(
      await page.evaluate<number>('new Set([...document.querySelectorAll("[id]")].map(({ id }) => id)).size'),
    );
    await context.close();
  });
});

describe('the code samples', () => {
  test('run as they are: each operation in curl, TypeScript and Python', async () => {
    const { paths } = (await (await fetch(`${service.url}/api/openapi.json`)).json()) as ApiDocument;
    const { body } = await service.search({ keyword: 'engineer' });
    // Each has a key of its own: two exports of a key may run at once.
    const keys = {
      curl: await issueKey(service.redis.url),
      TypeScript: await issueKey(service.redis.url),
      Python: await issueKey(service.redis.url),
    };
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    for (const { operationId, 'x-codeSamples': samples = [] } of operations) {
      expect([operationId, samples.map(({ label }) => label)]).toEqual([operationId, ['curl', 'TypeScript', 'Python']]);
      const outputs = await Promise.all(
        samples.map(async ({ label, source }) => {
          const own = source
            .replace(sampleOrigin, service.url)
            .replace(sampleKey, keys[label])
            .replace('job_7Q3kX0pV2mZt5RfB', body.jobs[0].id)
            .replace('acmerobotics', encodeURIComponent(body.jobs[0].company.name))
            .replace(sampleWatch, source.includes(sampleWatch) ? await createWatch(keys[label]) : '');
          const [program, args] = programs[label];
          return (await run(program, [...args, own], { maxBuffer: 10_000_000 })).stdout;
        }),
      );
      // What is done without an answer leaves nothing to say.
      if (['deleteWatch', 'hideJob', 'unhideJob'].includes(operationId)) continue;
      for (const output of outputs) expect([operationId, output.trim() !== '']).toEqual([operationId, true]);
    }
  }, 120_000);
});

const sampleWatch = 'watch_0123456789abcdef01234567';

/** The id of a new watch, with as many deliveries as the samples' number of one. */
async function createWatch(key: string): Promise<string> {
  const response = await fetch(`${service.url}/api/watches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ url: 'http://127.0.0.1:9/hook', search: {} }),
  });
  const { id } = (await response.json()) as { id: string };
  const redis = connectRedis(service.redis.url, 'working', createLogger('silent', 'test'));
  const outcome = { accepted: false, status: 503, answer: null, reason: 'It answered with status 503.', nextAt: null };
  const body = JSON.stringify({ type: 'jobs.found', data: { jobs: [] } });
  const about = { type: 'jobs.found', at: new Date().toISOString(), tookMs: 1, jobs: 1, ...outcome } as const;
  for (let n = 1; n <= sampleDelivery; n++) await noteAttempt(redis, id, { ...about, id: `msg_${n}`, body });
  redis.disconnect();
  return id;
}

const sampleDelivery = 7;

const programs: Record<CodeSample['label'], [string, string[]]> = {
  // Without -f an error would end like an answer.
  curl: ['bash', ['-c', 'curl() { command curl -f "$@"; }; eval "$0"']],
  // The samples have no types, so that they are JavaScript too.
  TypeScript: [process.execPath, ['--input-type=module', '-e']],
  Python: ['python3', ['-c']],
};
