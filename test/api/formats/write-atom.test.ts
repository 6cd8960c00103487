import { expect, test } from '@jest/globals';
import { XMLValidator } from 'fast-xml-parser';
import { parseAtomFeed } from 'feedsmith';
import { stableId, writeAtom } from '../../../api/formats/feeds.js';
import type { JobPage } from '../../../api/formats/job-page.js';
import { parseQuery } from '../../../shared/search/query/parse-query.js';
import { jobRecord } from '../../lib/job-record.js';

const read = parseQuery({ keyword: 'c++ & "c#"', location: 'Austin, TX' });
if ('errors' in read) throw new Error(JSON.stringify(read.errors));
const { query } = read;
const page = (more: Partial<JobPage> = {}): JobPage => ({
  query,
  searchKey: 's-abc',
  jobs: [jobRecord()],
  total: 214,
  notices: [],
  partial: false,
  modifiedAt: Date.parse('2026-11-21T09:00:00Z'),
  links: { self: 'http://a.example/f?x=1&y="2"', next: 'http://a.example/f?page=1', page: 'http://a.example/' },
  ...more,
});

test('a feed reader finds the jobs, their dates and the next page', () => {
  const text = writeAtom(page({ notices: ['Not all was read.'], partial: true }));
  expect(XMLValidator.validate(text)).toBe(true);
  const feed = parseAtomFeed(text);
  expect(feed).toMatchObject({
    title: { value: 'Jobs: c++ & "c#", Austin, TX' },
    subtitle: { value: 'Some sources did not answer. Not all was read.' },
    updated: '2026-11-18T06:12:40.000Z',
    opensearch: { totalResults: 214, startIndex: 1, itemsPerPage: 10 },
  });
  expect(feed.links?.map(({ rel, href }) => [rel, href])).toEqual([
    ['self', 'http://a.example/f?x=1&y="2"'],
    ['alternate', 'http://a.example/'],
    ['next', 'http://a.example/f?page=1'],
  ]);
  expect(feed.entries?.[0]).toMatchObject({
    title: { value: 'Senior Software Engineer – Acme, Austin, TX' },
    published: '2026-11-18T00:00:00.000Z',
    links: [{ href: 'https://boards.example/acme/jobs/4211987?a=1&b=2' }],
    authors: [{ name: 'Acme' }],
    categories: [{ term: 'hybrid' }, { term: 'full time' }, { term: 'senior' }],
  });
});

test('texts of boards stay text, whatever they contain', () => {
  const title = '</title><script>alert(1)</script> R&D ]]> \u0000\u0008\uffff\ud800 &amp; 東京';
  const text = writeAtom(
    page({
      jobs: [jobRecord({ title, company: { name: null, url: null, logoUrl: null, industry: null, size: null } })],
    }),
  );
  expect(XMLValidator.validate(text)).toBe(true);
  expect(parseAtomFeed(text).entries?.[0]?.title?.value).toBe(
    '</title><script>alert(1)</script> R&D ]]> \ufffd &amp; 東京 – Austin, TX',
  );
});

test('a feed without jobs is a feed', () => {
  const feed = parseAtomFeed(writeAtom(page({ jobs: [], total: 0 })));
  expect(feed).toMatchObject({ updated: '2026-11-21T09:00:00.000Z', opensearch: { totalResults: 0 } });
});

test('ids are UUIDs of version 5 that stay the same for a name', () => {
  expect(stableId('job_7Q3kX0pV2mZt5RfB')).toBe('urn:uuid:2b06424e-451e-5fa3-9204-adde8c43ce27');
  expect(stableId('job_7Q3kX0pV2mZt5RfC')).not.toBe(stableId('job_7Q3kX0pV2mZt5RfB'));
});
