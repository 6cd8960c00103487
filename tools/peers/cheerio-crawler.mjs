import { CheerioCrawler, Configuration, LogLevel, log } from '@crawlee/cheerio';

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
  await crawler.run(urls);
  await crawler.teardown();
  return found;
}

process.on('message', (urls) => {
  void crawl(urls).then((found) => process.send({ found }));
});
process.on('SIGTERM', () => process.exit(0));
process.send({ ready: true });
