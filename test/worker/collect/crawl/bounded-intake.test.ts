import { expect, test } from '@jest/globals';
import { fetchWithin, parseWithin } from '../../../../worker/collect/crawl/crawl-page.js';
import { createByteBudget } from '../../../../worker/process/byte-budget.js';
import { emptyPosting } from '../../../../worker/sources/posting.js';
import type { PageRequest, PageResponse, Source } from '../../../../worker/sources/source.js';
import { SourceError } from '../../../../worker/sources/source.js';
import { neverSame } from '../../lib/crawl-here.js';

const request: PageRequest = { url: 'https://x.example/', role: 'listing', accept: 'json' };
const response: PageResponse = { url: request.url, contentType: '', body: 'x'.repeat(50_000), rendered: false };
const pace = { userAgent: 'test', perMinute: 60, concurrency: 1 };
const signal = new AbortController().signal;

test('a page counts from its response on, its postings once it is parsed, and neither when it failed', async () => {
  const budget = createByteBudget(1_000_000);
  const account = budget.open();
  const fetchPage = fetchWithin(
    account,
    await account.reserve(signal),
    neverSame(async ({ url }) => {
      if (url.endsWith('gone')) throw new SourceError('gone', 'The source answered 404.');
      return response;
    }),
  );
  const options = { ...pace, signal };
  await fetchPage(request, options);
  expect(budget.counts().bytes).toBe(50_000);
  await expect(fetchPage({ ...request, url: 'https://x.example/gone' }, options)).rejects.toThrow('404');
  expect(budget.counts().bytes).toBe(50_000);

  const posting = { ...emptyPosting('Cook', request.url), descriptionHtml: 'x'.repeat(3000) };
  const parse = parseWithin(account, async () => ({ postings: [posting, posting], follow: [] }));
  await parse({} as Source, { response, request, signal });
  expect(budget.counts().bytes).toBe(8000);
  account.close();
  expect(budget.counts()).toEqual({ bytes: 0, waiting: 0 });
});

test('a source whose time is up while it waits for memory has timed out', async () => {
  const budget = createByteBudget(1000);
  (await budget.open().reserve(signal)).settle(4000);
  const account = budget.open();
  const stop = new AbortController();
  const first = { settle: () => undefined };
  const fetchPage = fetchWithin(
    account,
    first,
    neverSame(async () => response),
  );
  await fetchPage(request, { ...pace, signal });
  const waiting = fetchPage(request, { ...pace, signal: stop.signal });
  stop.abort(new Error('time'));
  await expect(waiting).rejects.toMatchObject({ name: 'SourceError', failure: 'timeout' });
});
