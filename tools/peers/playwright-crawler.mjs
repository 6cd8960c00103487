import { Configuration, LogLevel, log, PlaywrightCrawler } from '@crawlee/playwright';
import { answerUrls, runCrawler } from './answer-urls.mjs';

/** Renders pages as crawlee's PlaywrightCrawler does by default, and takes the JobPosting that their script draws. */
log.setLevel(LogLevel.ERROR);

async function crawl(urls) {
  let found = 0;
  const crawler = new PlaywrightCrawler(
    {
      maxConcurrency: 2,
      minConcurrency: 2,
      launchContext: { launchOptions: { executablePath: process.env.CHROMIUM, headless: true } },
      async requestHandler({ page }) {
        await page.waitForFunction(() => document.querySelector('script[type="application/ld+json"]') !== null);
        const html = await page.content();
        if (html.includes('JobPosting')) found += 1;
      },
    },
    new Configuration({ persistStorage: false, purgeOnStart: true }),
  );
  await runCrawler(crawler, urls);
  return found;
}

answerUrls(crawl);
