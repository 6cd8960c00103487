import { chromium, type Page } from 'playwright';
import type { Bench, BenchOptions, BenchRow, Named } from '../bench.js';
import { chromiumPath } from '../lib/describe-machine.js';
import { median, quantile } from '../lib/quantile.js';
import { boundedRow, count, ms, now, plainRow, seed } from '../million/rows.js';
import { openService, search, untilIdle } from '../million/service.js';
import { type Frames, scrollFrames } from './frames.js';
import { keysToCounts, keysToWords, searchesToJobs } from './keys.js';

/** Postings of each board. */
const size = 400;

/** The longest time from a key to what it changes, in milliseconds, and the fewest frames a second of a display of 60. */
const targets = { keyMs: 100, frames: 58 };

/** The search page in Chromium before a service that holds many postings. */
export const keystroke: Bench = {
  title: 'Keys on the search page',
  how: 'Chromium with the search page of a service that holds made postings of 3,000 characters on average (those of “A million postings”), one worker, all on this machine. From the time stamp of the key’s event until the frame that shows the new counts is painted; each key is another search, so that no answer is stored. The compiled code is warm; `--postings N` sets how many are held.',
  async run({ quick, postings: wanted }: BenchOptions): Promise<BenchRow[]> {
    const boards = Math.max(2, Math.round((wanted ?? (quick ? 4000 : 100_000)) / size));
    const service = await openService({ boards, size, seed, now });
    try {
      const worker = await service.startWorker();
      await readAll(service.url);
      await untilIdle(worker);
      return await measure(new URL('/', service.url).href, boards * size);
    } finally {
      await service.close();
    }
  },
};

/** The longest time for reading all boards, and between two looks whether they are read, in milliseconds. */
const reading = { mostMs: 300_000, pauseMs: 1000 };

/** Searches until no board is missing: a search is answered from a part of many boards while they are read. */
async function readAll(url: string): Promise<void> {
  const began = performance.now();
  while ((await search(url, { keyword: '' })).partial) {
    if (performance.now() - began > reading.mostMs) throw new Error('The boards were not collected.');
    await new Promise((resolve) => setTimeout(resolve, reading.pauseMs));
  }
}

async function measure(url: string, postings: number): Promise<BenchRow[]> {
  const executablePath = chromiumPath();
  if (executablePath === null) throw new Error('There is no Chromium here.');
  const browser = await chromium.launch({ executablePath });
  try {
    const page: Page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${url}?keyword=engineer`);
    await page.locator('.jobs .title').first().waitFor();
    const held = `${count(postings)} held`;
    const keyRow = ({ id, work }: Named, times: readonly number[]): BenchRow =>
      boundedRow(
        { id: `${id}@${postings}`, work: `${work}, ${held}: median` },
        {
          ...{ value: median(times), most: targets.keyMs, write: ms },
          against: `p95 of ${times.length}: ${ms(quantile(times, 0.95))}`,
        },
      );
    const counts = keyRow(
      { id: 'key/filter', work: 'a key in a filter to the counts of all filters' },
      await keysToCounts(page),
    );
    const words = keyRow(
      { id: 'key/words', work: 'a key in “What” to words with their counts' },
      await keysToWords(page),
    );
    const jobs = await searchesToJobs(page);
    const frames = await scrollFrames(page, `${url}?keyword=engineer&limit=100`);
    return [
      counts,
      words,
      plainRow(
        { id: `enter/jobs@${postings}`, work: `Enter in “What” to the jobs, ${held}: median` },
        ms(median(jobs)),
        `p95 of ${jobs.length}: ${ms(quantile(jobs, 0.95))}`,
      ),
      framesRow(frames),
    ];
  } finally {
    await browser.close();
  }
}

function framesRow({ perSecond, longestMs, rows }: Frames): BenchRow {
  return {
    id: 'scroll/frames',
    work: `frames a second while ${rows} jobs, the most on a page, are scrolled`,
    ours: perSecond.toFixed(1),
    against: `the longest pause between two: ${ms(longestMs)}`,
    ratio: '–',
    target: `≥ ${targets.frames}`,
    met: perSecond >= targets.frames,
    bound: 'the page and Chromium share the cores with the service.',
  };
}
