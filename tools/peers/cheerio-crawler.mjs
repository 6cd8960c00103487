import { CheerioCrawler, Configuration, LogLevel, log } from '@crawlee/cheerio';
import { answerUrls, runCrawler } from './answer-urls.mjs';

/** Reads pages as crawlee's CheerioCrawler does by default, and takes the JobPosting out of their JSON-LD. */
log.setLevel(LogLevel.ERROR);

async function crawl(urls) {
  let found = 0;
  const crawler = new CheerioCrawler(
    {
      maxConcurrency: 16,
      minConcurrency: 16,
      async requestHandler({ $ }) {
        const posting = JSON.parse($('script[type="application/ld+json"]').first().text());
        if (posting.title) found += 1;
      },
    },
    new Configuration({ persistStorage: false, purgeOnStart: true }),
  );
  await runCrawler(crawler, urls);
  return found;
}

answerUrls(crawl);
