import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright';
import { type CodeSample, sampleKey, sampleOrigin } from '../../../api/openapi/code-samples.js';
import type { ApiDocument } from '../../../api/openapi/describe-api.js';
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

/** What axe-core finds on a page: rules with the elements that break them. */
async function barriers(page: Page): Promise<[string, string[]][]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    `axe.run(${JSON.stringify({ rules: more })})`,
  );
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** Names are added in the frame after a change. */
const painted = (page: Page) =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');

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
  page.on('requestfailed', (request) => troubles.push(`failed: ${request.url()}`));
  await page.goto(`${service.url}/api/docs`);
  await page.waitForSelector('.opblock');
  return { page, troubles };
}

const search = '#operations-Jobs-searchJobs';
const run = promisify(execFile);

describe('the docs page', () => {
  test.each<[number, Scheme]>([
    [360, 'dark'],
    [1600, 'light'],
  ])(
    'runs a search at %d pixels (%s) without a barrier, an outside request or an error',
    async (width, scheme) => {
      const { page, troubles } = await open(width, scheme);
      expect(await page.locator('.opblock').count()).toBeGreaterThanOrEqual(6);
      await page.click(`${search} .opblock-summary-control`);
      await page.click(`${search} .execute`);
      const answer = page.locator(`${search} .live-responses-table`);
      await answer.waitFor();
      expect(await answer.innerText()).toContain('Software Engineer');
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      for (const operation of ['Jobs-createWatch', 'Service-geoStats']) {
        await page.click(`#operations-${operation} .opblock-summary-control`);
        await page.waitForSelector(`#operations-${operation} .responses-inner`);
      }
      await painted(page);
      expect(await barriers(page)).toEqual([]);
      expect(troubles).toEqual([]);
      await page.click('nav >> text=Job search');
      await page.waitForSelector('[name=keyword]');
      await page.close();
    },
    90_000,
  );

  test('sends the key entered under Authorize', async () => {
    const { page } = await open(1600);
    await page.click('.btn.authorize');
    await page.fill('.auth-container input', 'jsk_mistyped');
    await page.click('.auth-btn-wrapper .authorize');
    await page.click('.auth-btn-wrapper .btn-done');
    await page.click(`${search} .opblock-summary-control`);
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.method() === 'POST'),
      page.click(`${search} .execute`),
    ]);
    expect(request.headers().authorization).toBe('Bearer jsk_mistyped');
    expect((await request.response())?.status()).toBe(401);
    await page.close();
  }, 90_000);

  test('may load from this service only, is compressed, and is not sent twice', async () => {
    const page = await fetch(`${service.url}/api/docs`);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const html = await page.text();
    expect(html).toContain('<html lang="en">');
    expect(html).toMatch(/<meta name="description" content="[^"]{50,160}">/);
    expect(html).not.toMatch(/https?:\/\/|<script>|style=|onload=/);
    const script = await fetch(`${service.url}/api/docs/swagger-ui.js`);
    expect(script.headers.get('content-encoding')).toMatch(/^(?:br|gzip)$/);
    expect((await script.text()).length).toBeGreaterThan(1_000_000);
    const plain = await fetch(`${service.url}/api/docs/swagger-ui.js`, { headers: { 'accept-encoding': 'identity' } });
    expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'Accept-Encoding']);
    await plain.arrayBuffer();
    const again = await fetch(`${service.url}/api/docs/swagger-ui.js`, {
      headers: { 'if-none-match': `"other", ${script.headers.get('etag')}` },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });
});

describe('the code samples', () => {
  test.each(['light', 'dark'] as const)('are readable for everyone at 360 pixels: %s', async (colorScheme) => {
    const page = await browser.newPage({ viewport: { width: 360, height: 900 }, colorScheme });
    await page.goto(`${service.url}/api/docs/samples`);
    expect(await barriers(page)).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await page.click('button >> nth=0');
    await page.waitForFunction('document.getElementById("copied").textContent !== ""');
    await page.click('nav >> text=API documentation');
    await page.waitForSelector('.opblock');
    expect(await page.evaluate('document.documentElement.classList.contains("dark-mode")')).toBe(
      colorScheme === 'dark',
    );
    await page.close();
  });

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
            .replace(sampleWatch, source.includes(sampleWatch) ? await createWatch(keys[label]) : '');
          const [program, args] = programs[label];
          return (await run(program, [...args, own], { maxBuffer: 10_000_000 })).stdout;
        }),
      );
      // A deleted watch leaves nothing to say.
      if (operationId === 'deleteWatch') continue;
      for (const output of outputs) expect([operationId, output.trim() !== '']).toEqual([operationId, true]);
    }
  }, 120_000);
});

const sampleWatch = 'watch_0123456789abcdef01234567';

/** The id of a new watch. */
async function createWatch(key: string): Promise<string> {
  const response = await fetch(`${service.url}/api/watches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ url: 'https://example.com/hook' }),
  });
  return ((await response.json()) as { id: string }).id;
}

const programs: Record<CodeSample['label'], [string, string[]]> = {
  // Without -f an error would end like an answer.
  curl: ['bash', ['-c', 'curl() { command curl -f "$@"; }; eval "$0"']],
  // The samples have no types, so that they are JavaScript too.
  TypeScript: [process.execPath, ['--input-type=module', '-e']],
  Python: ['python3', ['-c']],
};
