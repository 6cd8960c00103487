/**
 * `npm test -- --suite browsers [--pictures FOLDER] [--at ADDRESS]`: uses the pages as a person does in Firefox and, where its driver
 * is installed, WebKitGTK: on the demo board, or on the service at ADDRESS. Each step prints `ok` or `WRONG`; ends with 1 when one
 * is wrong. A browser that is not on this machine is skipped with the reason. FIREFOX_PATH and WEBKIT_DRIVER_PATH name programs
 * that are not on PATH.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startDemo } from '../../scripts/demo/start-demo.mjs';
import { startFirefox, startWebKit } from './drive-browser.mjs';

const { values: options } = parseArgs({ options: { pictures: { type: 'string' }, at: { type: 'string' } } });
const mostMs = 30_000;
const print = (line) => process.stdout.write(`${line}\n`);

/** Waits until a function is true in the page and returns its value; throws after `mostMs` with the function. */
async function until(browser, of, ...values) {
  const end = Date.now() + mostMs;
  for (;;) {
    const value = await browser.evaluate(of, ...values);
    if (value) return value;
    if (Date.now() > end) throw new Error(`Not true within ${mostMs / 1000} s: ${of} (${values.join(', ')})`);
    await pause(50);
  }
}

/** Waits until an element has been at the same place for 300 ms: a sheet slides in and grows with its counts. */
async function untilStill(browser, selector) {
  const placeOf = (at) => JSON.stringify(document.querySelector(at)?.getBoundingClientRect());
  const end = Date.now() + mostMs;
  let [former, since] = ['', 0];
  while (Date.now() < end) {
    const place = await browser.evaluate(placeOf, selector);
    if (place !== former) [former, since] = [place, Date.now()];
    else if (Date.now() - since > 300) return;
    await pause(50);
  }
  throw new Error(`${selector} moves for ${mostMs / 1000} s.`);
}

/** Waits until the boards are held: while they report, a job may be on the first page and, later, on the second. */
async function untilHeld(url) {
  const end = Date.now() + 2 * mostMs;
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"keyword":"engineer"}' };
  for (;;) {
    const { partial } = await (await fetch(`${url}/api/jobs/search`, request)).json();
    if (partial === false) return;
    if (Date.now() > end) throw new Error(`The boards were not read within ${(2 * mostMs) / 1000} s.`);
    await pause(500);
  }
}

const isThere = (selector) => document.querySelector(selector)?.checkVisibility() ?? false;
const isDone = () => document.querySelector('.job') !== null && !document.body.classList.contains('searching');
const textOf = (selector) => document.querySelector(selector)?.textContent ?? '';

function hold(condition, words) {
  if (!condition) throw new Error(words);
}

/** What must hold on every page at every width: nothing is wider than the window. */
async function holdWidth(browser) {
  const [content, width] = await browser.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  hold(content <= width, `the page is ${content} pixels wide in a window of ${width}`);
}

/** The steps in their order, each beginning where the former one ended. */
const steps = {
  async 'a search with a keyword'(browser, url) {
    await browser.size(1280, 900);
    await browser.open(`${url}/`);
    await until(browser, isThere, '.welcome');
    await browser.type('#keyword', 'engineer');
    await browser.press('Enter');
    await until(browser, isDone);
    await until(browser, () => location.search === '?keyword=engineer');
    await holdWidth(browser);
  },
  async 'facets with counts'(browser) {
    await browser.click('.more-filters');
    await until(browser, isThere, '#sheet[open] .facets .facet summary');
    const labelled = () =>
      [...document.querySelectorAll('#jobType .count')].some(({ textContent }) => /\d/.test(textContent));
    await until(browser, labelled);
    const bar = () => document.querySelector('.facets .bar')?.getBoundingClientRect().height > 0;
    await until(browser, bar);
    await browser.press('Escape');
    await until(browser, () => document.querySelector('#sheet[open]') === null);
  },
  async 'the second page, and back'(browser) {
    const first = await browser.evaluate(textOf, '.job .title');
    await browser.click('.pages a:last-child');
    await until(browser, () => location.search.includes('page=1') && document.activeElement?.id === 'found');
    await until(browser, () => document.querySelector('#found').textContent.includes('11 to 20'));
    hold((await browser.evaluate(textOf, '.job .title')) !== first, 'the second page begins with the job of the first');
    await browser.back();
    await until(browser, (title) => document.querySelector('.job .title')?.textContent === title, first);
  },
  async 'a job beside the list, starred'(browser) {
    await browser.click('.job .title');
    await until(browser, () => (document.querySelector('#panel .description')?.textContent ?? '').length > 40);
    await browser.click('#panel .star');
    await until(browser, () => document.querySelector('.job .star')?.getAttribute('aria-pressed') === 'true');
    await browser.type('#panel .my-note', 'Ask for Anna');
    await until(browser, () => document.querySelector('#panel .my-note').value === 'Ask for Anna');
    const sideBySide = () =>
      document.querySelector('#panel').getBoundingClientRect().left >=
      document.querySelector('#results').getBoundingClientRect().right;
    hold(await browser.evaluate(sideBySide), 'the job is not beside the list');
    await holdWidth(browser);
  },
  async 'a filter from a facet, and back'(browser) {
    const found = await browser.evaluate(textOf, '#found');
    await browser.click('.more-filters');
    await until(browser, isThere, '#sheet[open] .facets .facet summary');
    await untilStill(browser, '#sheet');
    await browser.evaluate(() => {
      document.querySelector('.facets .facet').open = true;
      document.querySelector('.facets .facet-row').click();
    });
    await until(browser, (former) => document.querySelector('#found').textContent !== former, found);
    await until(browser, () => /[?&](?:location|skills)=./.test(location.search));
    await browser.back();
    await until(browser, (former) => document.querySelector('#found').textContent === former, found);
  },
  async 'a saved search and the starred job on the start page'(browser, url) {
    await browser.evaluate(() =>
      [...document.querySelectorAll('#results button')].find((one) => one.textContent.includes('Save search')).click(),
    );
    await browser.open(`${url}/`);
    await until(browser, isThere, '.mine-lists section[aria-label="Saved searches"] li');
    await until(browser, isThere, '.mine-lists section[aria-label="Saved"] li');
    await browser.click('.mine-lists section[aria-label="Saved searches"] li a');
    await until(browser, isDone);
  },
  async 'the page of a job'(browser, url) {
    const path = await browser.evaluate(() => document.querySelector('.job .title').getAttribute('href'));
    await browser.open(`${url}${path}`);
    await until(browser, isThere, 'h1');
    hold((await browser.evaluate(textOf, 'main')).length > 200, 'the page of the job is empty');
    await holdWidth(browser);
  },
  async 'filters on a sheet in a window as narrow as the browser allows'(browser, url) {
    await browser.size(360, 780);
    await browser.open(`${url}/?keyword=engineer`);
    await until(browser, isDone);
    await holdWidth(browser);
    await browser.click('#open-filters');
    await until(browser, isThere, '#sheet[open] #remoteFilter');
    await browser.evaluate(() => {
      document.querySelector('#remoteFilter [value="remote"]').click();
    });
    await holdWidth(browser);
    return async () => {
      await untilStill(browser, '#apply-filters');
      await browser.click('#apply-filters');
      await until(browser, () => location.search.includes('remoteFilter=remote'));
      await until(browser, isDone);
      await until(browser, () => document.querySelector('#sheet').open === false);
      const first = () => document.querySelector('.job').getBoundingClientRect().top < innerHeight;
      hold(await browser.evaluate(first), 'no job is on the first screen');
    };
  },
  async 'a job on a page of its own in that window'(browser) {
    await browser.click('.job .title');
    await until(browser, () => location.pathname.startsWith('/jobs/'));
    await until(browser, isThere, 'h1');
    await holdWidth(browser);
    await browser.back();
    await until(browser, isDone);
  },
  async 'the map, drawn'(browser, url) {
    await browser.size(1280, 1000);
    await browser.open(`${url}/geo`);
    await until(browser, isThere, '.dot');
    const drawn = () => {
      const { width, height } = document.querySelector('.stage .land').getBoundingClientRect();
      return width > 300 && height > 200;
    };
    hold(await browser.evaluate(drawn), 'the map is not drawn');
    const cut = () =>
      [...document.querySelectorAll('.controls .field')].some(
        (field, _, [first]) => field.getBoundingClientRect().top !== first.getBoundingClientRect().top,
      );
    hold(!(await browser.evaluate(cut)), 'the controls are not in one row');
    await holdWidth(browser);
  },
  async 'a place chosen in the table narrows the figures'(browser) {
    await browser.evaluate(() =>
      [...document.querySelectorAll('#places button.link')].find((one) => one.textContent.includes(', ')).click(),
    );
    await until(browser, () => document.querySelector('#scope').textContent !== 'All places');
    await until(browser, isThere, '.dot.is-chosen');
    await browser.click('#all-places');
    await until(browser, () => document.querySelector('#scope').textContent === 'All places');
  },
  async 'a dot on the map opens its place'(browser) {
    await browser.click('.dot:last-child');
    await until(browser, isThere, '#chosen h3');
  },
  async 'the reference of the API, and a request sent from it'(browser, url) {
    await browser.open(`${url}/api/docs`);
    await until(browser, () => document.querySelector('form[data-path] [type=submit]')?.disabled === false);
    await holdWidth(browser);
    await browser.evaluate(() => {
      const form = document.querySelector('form[data-path="/api/jobs/search"]');
      for (let part = form; part !== null; part = part.parentElement) if (part.tagName === 'DETAILS') part.open = true;
      form.requestSubmit();
    });
    await until(browser, () => /^200 after/.test(document.querySelector('.answer:not(:empty)')?.textContent ?? ''));
  },
};

/** Performs all steps in a browser; returns how many were wrong. */
async function walk(kind, browser, url) {
  let wrong = 0;
  for (const [number, [title, step]] of Object.entries(steps).entries()) {
    const before = browser.problems().length;
    const picture = async (part) => {
      const name = `${kind}-${String(number + 1).padStart(2, '0')}${part}-${title.replaceAll(/[^a-z0-9]+/gi, '-')}.png`;
      if (options.pictures !== undefined) await browser.picture(join(options.pictures, name));
    };
    let reason = '';
    try {
      const rest = await step(browser, url);
      await picture('');
      if (rest !== undefined) {
        await rest();
        await picture('b');
      }
      reason = browser.problems().slice(before).join('; ');
    } catch (error) {
      reason = error.message;
      await picture('-wrong').catch(() => undefined);
    }
    if (reason !== '') wrong += 1;
    print(reason === '' ? `ok    ${kind}: ${title}` : `WRONG ${kind}: ${title}: ${reason}`);
  }
  return wrong;
}

const browsers = {
  firefox: { start: startFirefox, without: 'no Firefox on PATH (Debian: apt-get install firefox-esr)' },
  webkit: {
    start: startWebKit,
    without: 'no WebKitWebDriver or xvfb-run (Debian: apt-get install webkit2gtk-driver xvfb xauth)',
  },
};

const folder = mkdtempSync(join(tmpdir(), 'browsers-'));
if (options.pictures !== undefined) mkdirSync(options.pictures, { recursive: true });
let service;
try {
  for (const [kind, { start, without }] of Object.entries(browsers)) {
    const browser = await start(folder);
    if (browser === null) {
      print(`skipped ${kind}: ${without}`);
      continue;
    }
    try {
      print(`${kind}: ${browser.name}`);
      service ??= options.at === undefined ? await startDemo() : { url: options.at, end: async () => undefined };
      await untilHeld(service.url);
      if ((await walk(kind, browser, service.url)) > 0) process.exitCode = 1;
    } finally {
      await browser.close();
    }
  }
} finally {
  await service?.end();
  rmSync(folder, { recursive: true, force: true });
}
