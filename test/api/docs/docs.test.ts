import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright';
import { type CodeSample, sampleOrigin } from '../../../api/openapi/code-samples.js';
import type { ApiDocument } from '../../../api/openapi/describe-api.js';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
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

/** Opens the page and records every outside request and error. */
async function open(width: number): Promise<{ page: Page; troubles: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
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
  test.each([360, 1600])('runs a search at %d pixels without an outside request or an error', async (width) => {
    const { page, troubles } = await open(width);
    expect(await page.locator('.opblock').count()).toBeGreaterThanOrEqual(6);
    await page.click(`${search} .opblock-summary-control`);
    await page.click(`${search} .execute`);
    const answer = page.locator(`${search} .live-responses-table`);
    await answer.waitFor();
    expect(await answer.innerText()).toContain('Software Engineer');
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(troubles).toEqual([]);
    await page.close();
  });

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
  });

  test('may load from this service only, is compressed, and is not sent twice', async () => {
    const page = await fetch(`${service.url}/api/docs`);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(await page.text()).not.toMatch(/https?:\/\/|<script>|style=|onload=/);
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

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe('the code samples', () => {
  test.each(['light', 'dark'] as const)('are readable for everyone at 360 pixels: %s', async (colorScheme) => {
    const page = await browser.newPage({ viewport: { width: 360, height: 900 }, colorScheme });
    await page.goto(`${service.url}/api/docs/samples`);
    await page.evaluate(axe);
    const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
      'axe.run()',
    );
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
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
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    for (const { operationId, 'x-codeSamples': samples = [], security = [] } of operations) {
      expect([operationId, samples.map(({ label }) => label)]).toEqual([operationId, ['curl', 'TypeScript', 'Python']]);
      // Operations that need a key are tried where they are tested.
      if (security.length > 0 && security.every((each) => 'apiKey' in each)) continue;
      const outputs = await Promise.all(
        samples.map(({ label, source }) => {
          const own = source.replace(sampleOrigin, service.url).replace('job_7Q3kX0pV2mZt5RfB', body.jobs[0].id);
          const [program, args] = programs[label];
          return run(program, [...args, own], { maxBuffer: 10_000_000 }).then(({ stdout }) => stdout);
        }),
      );
      for (const output of outputs) expect([operationId, output.trim() !== '']).toEqual([operationId, true]);
    }
  });
});

const programs: Record<CodeSample['label'], [string, string[]]> = {
  // Without -f an error would end like an answer.
  curl: ['bash', ['-c', 'curl() { command curl -f "$@"; }; eval "$0"']],
  // The samples have no types, so that they are JavaScript too.
  TypeScript: [process.execPath, ['--input-type=module', '-e']],
  Python: ['python3', ['-c']],
};
