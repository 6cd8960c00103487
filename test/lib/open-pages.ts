import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright';
import { closedWithSuite } from './closed-with-suite.js';

/** How a page is viewed; `password` is sent when the page asks for one. */
export type Look = {
  width?: number;
  scheme?: 'light' | 'dark';
  scripts?: boolean;
  workers?: 'allow' | 'block';
  locale?: string;
  password?: string;
};

export type Pages = {
  open(url: string, look?: Look): Promise<Page>;
  /** Runs every axe-core rule; an empty list means no violation. */
  violations(page: Page): Promise<string[]>;
  /** How much the page moved what it shows since it was opened or loaded anew. */
  shifts(page: Page): Promise<Shifts>;
  /** Errors in the pages opened so far: console errors, exceptions, requests to other hosts. */
  faults: string[];
  close(): Promise<void>;
};

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Opens pages in a real Chromium. */
export async function openPages(): Promise<Pages> {
  const executablePath = process.env.CHROMIUM_PATH || '/usr/bin/chromium-headless-shell';
  const browser: Browser = await chromium.launch({ executablePath });
  const faults: string[] = [];

  const watch = (page: Page, origin: string): void => {
    page.on('pageerror', (error) => faults.push(`threw: ${error.message}`));
    page.on('console', (message) => {
      // Chromium logs this for every response of 400 and above; other tests check how the page handles it.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== origin) faults.push(`outside: ${request.url()}`);
    });
  };

  return closedWithSuite({
    faults,
    async open(
      url,
      { width = 1280, scheme = 'light', scripts = true, workers = 'block', locale = 'en-US', password } = {},
    ) {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme: scheme,
        // Units and currency follow the reader's language: that of the machine must not decide what tests see.
        locale,
        javaScriptEnabled: scripts,
        // What one test keeps offline is not served to another.
        serviceWorkers: workers,
        ...(password === undefined ? {} : { httpCredentials: { username: 'operator', password } }),
      });
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      watch(page, new URL(url).origin);
      await page.goto(url);
      return page;
    },
    async violations(page) {
      await page.evaluate(axe);
      const { violations } = await page.evaluate<AxeResult>('axe.run()');
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    shifts: (page) => page.evaluate<Shifts>(layoutShift),
    async close() {
      await browser.close();
      expect(faults).toEqual([]);
    },
  });
}

type AxeResult = { violations: { id: string; nodes: { html: string }[] }[] };

/** The sum of the layout shifts (https://web.dev/articles/cls) without those after an input, and what moved. */
export type Shifts = { sum: number; sources: string[] };

const layoutShift = `new Promise((resolve) => {
  let sum = 0;
  const sources = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries().filter((one) => !one.hadRecentInput)) {
      sum += entry.value;
      for (const { node, previousRect, currentRect } of entry.sources)
        sources.push([entry.value, node?.parentElement?.outerHTML.slice(0, 120), previousRect.y, currentRect.y].join(' '));
    }
  }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve({ sum, sources })));
})`;
