import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { freePort } from '../free-port.mjs';
import { setup } from '../install/setup.mjs';
import { root, say } from '../programs.mjs';
import { startDemo } from './start-demo.mjs';

const images = join(root, 'docs', 'images');

/** The operator's port of the photographed service. */
const admin = { port: await freePort(), token: randomBytes(16).toString('hex') };

/** Searches made before the screenshots of the map: places of the demo board, by people and by AI assistants. */
const searches = [
  [{}, 'curl/8.0'],
  ...['Berlin', 'Munich', 'London', 'Austin, TX', 'Berlin', 'Singapore', 'Sydney', 'Berlin', 'London', 'Dublin'].map(
    (location, index) => [
      { location },
      ['Mozilla/5.0', 'Mozilla/5.0; ChatGPT-User/1.0', 'Mozilla/5.0; ClaudeBot/1.0'][index % 3],
    ],
  ),
];

/** A page on a desktop in light and in dark colours, and on a phone. */
const inAllColours = (name, picture) => [
  { name, width: 1280, height: 800, ...picture },
  { name: `${name}-dark`, width: 1280, height: 800, scheme: 'dark', ...picture },
  { name: `${name}-narrow`, width: 390, height: 844, ...picture },
];

/** Each screenshot: its page, its width, its colours, and a test that it is ready. */
const pictures = [
  {
    name: 'search',
    path: '/?keyword=software+engineer&remoteFilter=hybrid&experienceLevel=senior',
    width: 1440,
    height: 1000,
    until: '.job',
  },
  {
    name: 'search-dark',
    path: '/?keyword=software+engineer&remoteFilter=hybrid&experienceLevel=senior',
    width: 1440,
    height: 1000,
    scheme: 'dark',
    until: '.job',
  },
  { name: 'search-narrow', path: '/?keyword=nurse&location=Berlin', width: 360, height: 780, until: '.job' },
  ...inAllColours('home', { path: '/', until: '.newest .job' }),
  ...inAllColours('job', { path: '/jobs/FIRST', until: '#marks button' }),
  ...inAllColours('company', { path: '/companies/FIRST', until: '.job' }),
  ...inAllColours('companies', { path: '/companies', until: '.companies li' }),
  ...inAllColours('saved', { path: '/saved', until: '#saved .empty' }),
  ...inAllColours('alerts', { path: '/alerts?keyword=engineer', until: '.alert-form' }),
  ...inAllColours('admin', { path: '/admin', until: '#workers tr' }),
  ...inAllColours('salaries', { path: '/salaries?keyword=engineer', until: '.pay-groups' }),
  { name: 'geo', path: '/geo', width: 1600, height: 1180, until: '.dot' },
  { name: 'geo-dark', path: '/geo?colour=demand', width: 1600, height: 1180, scheme: 'dark', until: '.dot' },
  { name: 'geo-narrow', path: '/geo', width: 360, height: 780, until: '.dot' },
];

/** The search of a page's address, as the API takes it. */
const queryOf = (path) => Object.fromEntries(new URLSearchParams(path.slice(2)));

/** The address with FIRST replaced by the first job that a search finds, or by its company. */
const withFirst = (path, { id, company }) =>
  path.replace('FIRST', () => (path.startsWith('/jobs') ? id : encodeURIComponent(company.name)));

async function search(url, query, agent) {
  const headers = { 'Content-Type': 'application/json', 'User-Agent': agent, Prefer: 'wait=60' };
  const response = await fetch(`${url}/api/jobs/search`, { method: 'POST', headers, body: JSON.stringify(query) });
  if (!response.ok) throw new Error(`A search was answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Waits until the page shows a complete answer: no requests or boards are pending, and the job next to it is shown. */
async function complete(page) {
  await page.locator('body:not(.searching)').waitFor();
  await page.locator('.next').first().waitFor({ state: 'hidden' });
  await page.getByText('Loading the description').waitFor({ state: 'hidden' });
  if ((await page.getByText('Asking the boards').count()) > 0) throw new Error('The page is still reading boards.');
}

async function take(browser, url, { name, path, width, height, scheme = 'light', until }) {
  const httpCredentials = { username: 'operator', password: admin.token };
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme, httpCredentials });
  await page.goto(path.startsWith('/admin') ? `http://127.0.0.1:${admin.port}${path}` : `${url}${path}`);
  await page
    .locator(until ?? '.welcome')
    .first()
    .waitFor();
  await complete(page);
  await page.screenshot({ path: join(images, `${name}.png`) });
  await page.close();
  say(`picture: docs/images/${name}.png`);
}

/**
 * Takes the screenshots of the pages in docs/images: starts a service on the demo board, runs some searches, and renders the
 * pages with the Chromium that `npx job-search start` uses. The demo board's postings are the same each time.
 */
export async function takePictures() {
  const runtime = await setup({ redisNeeded: false });
  if (runtime.chromium === null) throw new Error('Pictures need a Chromium: set CHROMIUM_PATH.');
  mkdirSync(images, { recursive: true });
  const service = await startDemo({
    ...{ ADMIN_PORT: String(admin.port), ADMIN_TOKEN: admin.token },
    // Alerts are offered but never requested, so nothing is sent.
    ...{ SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'jobs@example.org', MAIL_TO: '@example.org' },
  });
  try {
    for (const [query, agent] of searches) await search(service.url, query, agent);
    // The boards are read for these before their pictures, so that the page gets the complete answer at once.
    for (const { path } of pictures) if (path.startsWith('/?')) await search(service.url, queryOf(path), 'Mozilla/5.0');
    const browser = await chromium.launch({ executablePath: runtime.chromium });
    const { jobs } = await search(service.url, { keyword: 'software engineer' }, 'Mozilla/5.0');
    for (const picture of pictures)
      await take(browser, service.url, { ...picture, path: withFirst(picture.path, jobs[0]) });
    await browser.close();
  } finally {
    await service.end();
  }
}
