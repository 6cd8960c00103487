import { describe, expect, test } from '@jest/globals';
import { expectChanged, inText, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const { source, asks, read } = openKind({ kind: 'arbeitnow' });
const page = readFixture('sources/arbeitnow.json');
const links = { next: null };
const job = { slug: 'a', title: 'Geiger', url: 'https://board.example/jobs/a' };
const address = 'https://www.arbeitnow.com/api/job-board-api';

describe('arbeitnow', () => {
  test('requests page after page until there is no next one, always on the first host', () => {
    const [first] = asks();
    expect(first).toMatchObject({ url: address, role: 'listing', accept: 'json' });
    const [second] = read(page, first).follow;
    expect(second?.url).toBe(`${address}?page=2`);
    const [third] = read(page, second).follow;
    expect(third?.url).toBe(`${address}?page=3`);
    expect(read({ data: [job], links: { next: null } }, third).follow).toEqual([]);
    expect(read({ data: [], links: { next: 'https://board.example/x?page=4' } }, third).follow).toEqual([]);
  });

  test('reads no more than ten pages an hour unless told to', () => {
    expect(source.settings).toMatchObject({ freshSeconds: 3600, maxPages: 10 });
  });

  test('reads every stated field', () => {
    const { postings, flaws } = read(page);
    expect(flaws).toEqual([]);
    expect(postings[0]).toEqual(
      posting({
        title: 'Orgelbauer:in (m/w/d)',
        url: 'https://board.example/jobs/orgelbauer-in-freiburg-1',
        sourceJobId: 'orgelbauer-in-freiburg-1',
        company: { name: 'Pfeifen GmbH', url: null, logoUrl: null },
        places: [inText('Freiburg')],
        jobType: ['Teilzeit', 'berufserfahren'],
        level: ['Teilzeit', 'berufserfahren'],
        postedAt: 1_795_000_000,
        descriptionHtml: '&lt;p&gt;Pfeifen stimmen &amp;amp; intonieren.&lt;/p&gt;',
        tags: ['Handwerk', 'Musik &amp; Ton'],
      }),
    );
  });

  test('returns null for what a posting omits', () => {
    expect(read(page).postings[1]).toEqual(
      posting({
        title: 'Notensetzer',
        url: 'https://board.example/jobs/noten-1',
        sourceJobId: 'noten-1',
        workplace: ['remote'],
      }),
    );
  });

  test('becomes records that hold every fact, unescaped', () => {
    expect(recordsOf(read(page))[0]).toMatchObject({
      location: { city: 'Freiburg', country: 'DE' },
      jobType: 'part time',
      experienceLevel: 'associate',
      postedAt: '2026-11-18T11:06:40.000Z',
      description: 'Pfeifen stimmen & intonieren.',
      tags: ['Handwerk', 'Musik & Ton'],
    });
  });

  test.each([
    ['an empty object', {}, 'an object with a list "data"', '{}'],
    ['a renamed list', { jobs: [] }, 'an object with a list "data"', '{"jobs":[]}'],
    ['a list of another type', { data: {} }, 'an object with a list "data"', '{"data":{}}'],
    [
      'a page that does not say what follows',
      { data: [job], links: {} },
      'an object with a text "links.next"',
      '{"data":[',
    ],
    ['a page', '<html>', 'JSON', 'an HTML page.'],
    [
      'postings without titles',
      { data: [{ ...job, title: null }], links },
      'postings of the known shape',
      'Posting 1: title:',
    ],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test('reads an empty board as empty, and names the posting it cannot read', () => {
    expect(read({ data: [], links })).toEqual({ postings: [], flaws: [], follow: [] });
    const { postings, flaws } = read({
      data: [
        { ...job, remote: 'ja' },
        { ...job, slug: {} },
      ],
      links,
    });
    expect(postings).toMatchObject([{ title: job.title, workplace: [] }]);
    expect(flaws).toEqual([expect.stringContaining('Posting 2: slug:')]);
  });
});
