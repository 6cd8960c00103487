import { describe, expect, test } from '@jest/globals';
import { expectChanged, inText, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const { source, asks, read } = openKind({ kind: 'themuse' });
const first = readFixture('sources/themuse.json');
const api = 'https://www.themuse.com/api/public/jobs';
const job = { id: 1, name: 'Skater', refs: { landing_page: 'https://muse.example/1' } };
const pageOf = (page: number, page_count: number, results: unknown[] = [job]) => ({ page, page_count, results });

describe('themuse', () => {
  test('follows the pages to the end', () => {
    expect(asks()).toMatchObject([{ url: `${api}?page=1&descending=true`, role: 'listing', accept: 'json' }]);
    expect(read(first).follow).toMatchObject([
      { url: `${api}?page=2&descending=true`, role: 'listing', accept: 'json' },
    ]);
    expect(read(pageOf(3, 3)).follow).toEqual([]);
    expect(read(pageOf(2, 9, [])).follow).toEqual([]);
  });

  test('requests no page after the 99th, which would be refused', () => {
    expect(read(pageOf(98, 20_000)).follow).toHaveLength(1);
    expect(read(pageOf(99, 20_000)).follow).toEqual([]);
  });

  test('stays within 500 requests an hour and names the required link', () => {
    const { perMinute = 60, maxPages = 50 } = source.settings;
    expect(Math.min(perMinute * 60, maxPages)).toBeLessThan(500);
    expect(source.kind.attribution).toContain('https://www.themuse.com');
  });

  test('reads every stated field; "Flexible / Remote" is no place', () => {
    const { postings, flaws } = read(first);
    expect(flaws).toEqual([]);
    expect(postings[0]).toEqual(
      posting({
        title: 'Ice Carver &amp; Cutter',
        url: 'https://muse.example/jobs/frost/ice-carver',
        sourceJobId: '901',
        company: { name: 'Frost &amp; Sons', url: null, logoUrl: null },
        places: [inText('Buffalo, NY'), inText('London, United Kingdom')],
        workplace: ['remote'],
        level: ['Senior Level'],
        postedAt: '2026-11-11T07:55:40Z',
        descriptionHtml: '<p>Carve ice &amp; keep it cold.</p>',
        tags: ['Arts', 'Fortune 1000'],
      }),
    );
  });

  test('returns null for what a posting omits', () => {
    expect(read(first).postings[1]).toEqual(
      posting({ title: 'Thaw Watcher', url: 'https://muse.example/jobs/frost/thaw-watcher', sourceJobId: '902' }),
    );
  });

  test('becomes records that hold every fact', () => {
    expect(recordsOf(read(first))[0]).toMatchObject({
      title: 'Ice Carver & Cutter',
      company: { name: 'Frost & Sons' },
      location: { city: 'Buffalo', region: 'NY', country: 'US' },
      places: [{ city: 'Buffalo' }, { city: 'London', country: 'GB' }],
      workplace: 'remote',
      experienceLevel: 'senior',
      postedAt: '2026-11-11T07:55:40.000Z',
      description: 'Carve ice & keep it cold.',
    });
  });

  test.each([
    ['Entry Level', 'entry level'],
    ['Mid Level', 'associate'],
    ['Internship', 'internship'],
    ['management', null],
  ])('reads the level "%s" as %s', (name, level) => {
    expect(recordsOf(read(pageOf(1, 1, [{ ...job, levels: [{ name }] }])))[0]?.experienceLevel).toBe(level);
  });

  test.each([
    ['an empty object', {}, 'an object with a list "results"', '{}'],
    ['an API error', { code: 400, error: 'x' }, 'an object with a list "results"', '{"code":400'],
    ['a list of another type', { page: 1, page_count: 1, results: {} }, 'an object with a list "results"', '{"page":1'],
    ['a page', '<html>', 'JSON', 'an HTML page.'],
    ['jobs without titles', pageOf(1, 1, [{ ...job, name: '' }]), 'postings of the known shape', 'Posting 1: name:'],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test('reads an empty page as empty, and names the job it cannot read', () => {
    expect(read(pageOf(1, 0, []))).toEqual({ postings: [], flaws: [], follow: [] });
    const { postings, flaws } = read(pageOf(1, 1, [job, { ...job, refs: null }]));
    expect(postings).toHaveLength(1);
    expect(flaws).toEqual([expect.stringContaining('Posting 2: refs.landing_page:')]);
  });
});
