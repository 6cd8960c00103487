/** Answers each list of addresses that the bench sends with how many of their pages were found to hold a posting. */
export function answerUrls(crawl) {
  process.on('message', (urls) => {
    void crawl(urls).then((found) => process.send({ found }));
  });
  process.on('SIGTERM', () => process.exit(0));
  process.send({ ready: true });
}

/** Runs a crawler over the addresses and ends it. */
export async function runCrawler(crawler, urls) {
  await crawler.run(urls);
  await crawler.teardown();
}
