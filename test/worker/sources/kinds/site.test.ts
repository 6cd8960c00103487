import { describe, expect, test } from '@jest/globals';
import { readSourcesFile } from '../../../../worker/sources/config/sources-file.js';
import type { PageRequest } from '../../../../worker/sources/source.js';

const open = (settings: object) => {
  const [source] = readSourcesFile(JSON.stringify({ sources: [{ id: 'site', kind: 'site', ...settings }] }), 'test');
  if (source === undefined) throw new Error('The source was not read.');
  const read = (ask: PageRequest | undefined, body: string, rendered = false) => {
    if (ask === undefined) throw new Error('Nothing is asked.');
    return source.kind.parse({ url: ask.url, contentType: 'text/html', body, rendered }, ask, source.settings);
  };
  return { source, read, ask: (narrow = {}) => source.kind.requests(source.settings, narrow) };
};

const searched = { search: 'https://jobs.example/find?q={keyword}&where={location}&p={page}', jobLinks: 'a.job' };
const posting = (title: string) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'JobPosting', title })}</script>`;

describe('site', () => {
  test('fills in the URL and says what it narrows by', () => {
    const { source, ask } = open(searched);
    expect(source.kind.narrows(source.settings)).toEqual(['keyword', 'location']);
    expect(ask({ keyword: 'c++ & go', location: 'São Paulo' })[0]?.url).toBe(
      'https://jobs.example/find?q=c%2B%2B%20%26%20go&where=S%C3%A3o%20Paulo&p=1',
    );
  });

  test('follows the jobs of a listing and its next page', () => {
    const { read, ask } = open(searched);
    const { follow } = read(
      ask()[0],
      '<a class="job" href="/j/1#top">one</a><a class="job" href="/j/1">again</a><a href="/about">no</a>',
    );
    expect(follow.map(({ url, role }) => [url, role])).toEqual([
      ['https://jobs.example/j/1', 'detail'],
      ['https://jobs.example/find?q=&where=&p=2', 'listing'],
    ]);
    const linked = read(ask()[0], '<a class="job" href="/j/1">one</a><a rel="next" href="?p=x2">next</a>');
    expect(linked.follow[1]?.url).toBe('https://jobs.example/find?p=x2');
  });

  test('renders a page that contains only scripts, and no other', () => {
    const { read, ask } = open(searched);
    expect(read(ask()[0], '<div id=root></div><script src=/app.js></script>').needsBrowser).toBe(true);
    expect(read(ask({ keyword: 'x' })[0], '<p>No openings</p>')).toMatchObject({ needsBrowser: false, flaws: [] });
    expect(open({ ...searched, render: 'never' }).read(ask()[0], '<script></script>').needsBrowser).toBe(false);
  });

  test('reports a page without a posting', () => {
    const { read, ask } = open({ pages: ['https://jobs.example/one'] });
    expect(read(ask()[0], '<h1>Technician</h1>').flaws).toEqual([
      'The page https://jobs.example/one has no JobPosting. Select its jobs’ links with "jobLinks", or its postings with "item" and "fields".',
    ]);
    expect(read({ url: 'https://jobs.example/two', role: 'detail', accept: 'page' }, '<h1>x</h1>').flaws).toHaveLength(
      1,
    );
  });

  test('recognises a login page or a bot check', () => {
    const { read, ask } = open(searched);
    expect(() => read(ask()[0], '<title>Sign in to continue</title><div class="authwall">')).toThrow('a login page');
    expect(() => read(ask()[0], '<h1>Just a moment...</h1>')).toThrow('a bot check');
  });

  test('separates several postings of one page', () => {
    const { read, ask } = open({ pages: ['https://jobs.example/all'] });
    const urls = read(ask()[0], posting('Cook') + posting('Baker') + posting('Cook')).postings.map(({ url }) => url);
    expect(urls).toEqual([
      'https://jobs.example/all#cook',
      'https://jobs.example/all#baker',
      'https://jobs.example/all#cook-2',
    ]);
  });

  test('reads a sitemap index, then its sitemaps, then the jobs in them', () => {
    const { read, ask } = open({ sitemap: 'https://jobs.example/map.xml', jobUrls: '/jobs/' });
    const index = read(
      ask()[0],
      '<sitemapindex><sitemap><loc>https://jobs.example/a.xml</loc></sitemap></sitemapindex>',
    );
    expect(index.follow).toEqual([expect.objectContaining({ url: 'https://jobs.example/a.xml', accept: 'xml' })]);
    const set = read(
      index.follow[0],
      '<urlset><url><loc> https://jobs.example/jobs/1?a=1&amp;b=2 </loc></url><url><loc>https://jobs.example/about</loc></url></urlset>',
    );
    expect(set.follow).toEqual([
      expect.objectContaining({ url: 'https://jobs.example/jobs/1?a=1&b=2', role: 'detail' }),
    ]);
    expect(() => read(ask()[0], '<html></html>')).toThrow('Expected a sitemap');
  });
});
