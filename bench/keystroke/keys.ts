import type { Locator, Page } from 'playwright';

/** Keys that are pressed before any is measured. */
const warmUp = 4;

/** Milliseconds from ticking a value of a filter with a key to the counts of the other filters; each choice is a search of its own. */
export async function keysToCounts(page: Page): Promise<number[]> {
  await page.locator('#filters').hover();
  await page.locator('#jobType .count', { hasText: /\d/ }).first().waitFor({ state: 'attached' });
  const [levels, types] = await Promise.all([ticksOf(page, 'experienceLevel'), ticksOf(page, 'jobType')]);
  const times: number[] = [];
  for (const level of [null, ...levels]) {
    if (level !== null) times.push(await tickToCounts(page, level));
    for (const type of types) times.push(await tickToCounts(page, type));
  }
  return times.slice(warmUp);
}

/** The boxes of a filter, whose menu stays open. */
async function ticksOf(page: Page, name: string): Promise<Locator[]> {
  await page.locator(`#${name}`).evaluate((menu) => menu.setAttribute('open', ''));
  return page.locator(`#${name} input`).all();
}

async function tickToCounts(page: Page, box: Locator): Promise<number> {
  await box.focus();
  // The search follows the key after a pause; the next key is pressed when it is answered.
  const searched = page.waitForRequest((request) => request.url().endsWith('/api/jobs/search'));
  const took = await timed(page, `{ watched: '#filters', read: ${readChoice} }`, 'Space');
  await searched;
  await page.locator('body.searching').waitFor({ state: 'hidden' });
  return took;
}

/** Parts of words that made postings have in their titles. */
const words = ['engineer', 'software', 'manager', 'developer', 'sales'];

/** Milliseconds from typing a letter in “What” to the words that are offered for the text. */
export async function keysToWords(page: Page): Promise<number[]> {
  for (const word of words) await untilOffered(page, word);
  const times: number[] = [];
  for (const word of words) {
    await page.locator('#keyword').fill('');
    await page.locator('#keyword').press(word.slice(0, 1));
    for (const letter of word.slice(1)) {
      const list = `document.querySelector('#keyword-words')`;
      times.push(await timed(page, `{ watched: '#keyword-words', read: () => ${list}.firstChild }`, letter));
    }
  }
  return times.slice(warmUp);
}

/** Words of boards that were just read are published within a minute, and an API process keeps older ones for another. */
const offering = { mostMs: 180_000, pauseMs: 500 };

/** Waits until the service offers titles for a word. */
async function untilOffered(page: Page, word: string): Promise<void> {
  const began = performance.now();
  const { href } = new URL(`/api/suggest?q=${word}`, page.url());
  while (!(await isOffered(page, href))) {
    if (performance.now() - began > offering.mostMs) throw new Error(`No title is offered for "${word}".`);
    await new Promise((resolve) => setTimeout(resolve, offering.pauseMs));
  }
}

/** Asks the service itself: the browser would answer from its cache. */
async function isOffered(page: Page, href: string): Promise<boolean> {
  const { titles } = (await (await page.request.get(href)).json()) as { titles: unknown[] };
  return titles.length > 0;
}

const titles =
  'manager,nurse,accountant,driver,teacher,analyst,sales,developer,technician,assistant,consultant,designer';

/** Milliseconds from Enter in “What” to the complete first page of a search that nobody has made before. */
export async function searchesToJobs(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (const title of titles.split(',')) {
    await page.locator('#keyword').fill(`senior ${title}`);
    const read = `() => document.body.classList.contains('searching') ? null : location.search`;
    times.push(await timed(page, `{ watched: 'body', read: ${read} }`, 'Enter'));
  }
  return times.slice(warmUp);
}

/** What is chosen, once its counts are there. */
const readChoice = `() => document.querySelector('#filters').ariaBusy === 'true' ? null :
  [...document.querySelectorAll('#filters input:checked')].map(({ value }) => value).join()`;

/** A key that changes nothing within so many milliseconds ends the bench. */
const longestMs = 20_000;

/**
 * Presses a key and resolves with the milliseconds from its event until a frame is painted in which `read` gives something
 * other than before, and not `null`; it is read anew whenever something below `watched` changes.
 */
async function timed(page: Page, watch: string, key: string): Promise<number> {
  await page.evaluate(`(({ watched, read }) => {
    const before = read();
    window.keyTook = new Promise((resolve, reject) => addEventListener('keydown', ({ key, timeStamp }) => {
      setTimeout(() => reject(new Error(\`Nothing changed below \${watched} after the key "\${key}": \${before}.\`)), ${longestMs});
      const observer = new MutationObserver(() => {
        const after = read();
        if (after === null || after === before) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          // A message sent in a frame arrives after the frame is painted.
          port1.onmessage = () => resolve(performance.now() - timeStamp);
          port2.postMessage(null);
        });
      });
      const all = { subtree: true, childList: true, characterData: true, attributes: true };
      observer.observe(document.querySelector(watched), all);
    }, { once: true, capture: true }));
  })(${watch})`);
  await page.keyboard.press(key);
  return page.evaluate<number>('window.keyTook');
}
