import { describe, expect, test } from '@jest/globals';
import { expectChanged, inText, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const { asks, read } = openKind({ kind: 'personio', company: 'kelp' });
const feed = readFixture('sources/personio.xml');
const position = (inside: string) => `<workzag-jobs><position>${inside}</position></workzag-jobs>`;

describe('personio', () => {
  test('requests the feed in the company’s own language, or in another', () => {
    const ask = { role: 'listing', accept: 'xml' };
    expect(asks()).toEqual([{ ...ask, url: 'https://kelp.jobs.personio.de/xml' }]);
    expect(openKind({ kind: 'personio', company: 'kelp', language: 'de' }).asks()).toEqual([
      { ...ask, url: 'https://kelp.jobs.personio.de/xml?language=de' },
    ]);
  });

  test('reads every stated field, each office and each part of the text', () => {
    const { postings, flaws, follow } = read(feed);
    expect([flaws, follow]).toEqual([[], []]);
    expect(postings[0]).toEqual(
      posting({
        title: 'Seaweed Researcher (m/w/d)',
        url: 'https://kelp.jobs.personio.de/job/1001',
        sourceJobId: '1001',
        company: { name: 'Kelp & Söhne KG', url: null, logoUrl: null },
        places: [inText('Hamburg'), inText('Kiel'), inText('Rostock')],
        jobType: ['part-time', 'permanent'],
        level: ['experienced'],
        postedAt: '2026-10-13T14:10:41+00:00',
        descriptionHtml:
          '<h3>Your tasks</h3><p>Grow kelp &amp; weigh it.</p>\n<h3>Your profile</h3><ul><li>Seaworthy</li></ul>',
        tags: [
          'Aquaculture',
          'Science',
          'marine biology',
          'science research',
          '2-5 years of experience',
          'algae',
          'diving',
        ],
      }),
    );
  });

  test('returns null for what a position omits, and the employment before the hours where it says more', () => {
    expect(read(feed).postings[1]).toEqual(
      posting({
        title: 'Tide Intern',
        url: 'https://kelp.jobs.personio.de/job/1002',
        sourceJobId: '1002',
        company: { name: 'kelp', url: null, logoUrl: null },
        jobType: ['intern', 'full-time'],
      }),
    );
    const either = read(position('<id>3</id><name>Diver</name><schedule>full-or-part-time</schedule>'));
    expect(either.postings[0]?.jobType).toEqual([]);
  });

  test('becomes records that hold every fact', () => {
    const [first, second] = recordsOf(read(feed));
    expect(first).toMatchObject({
      title: 'Seaweed Researcher (m/w/d)',
      company: { name: 'Kelp & Söhne KG' },
      location: { city: 'Hamburg', country: 'DE' },
      places: [{ city: 'Hamburg' }, { city: 'Kiel' }, { city: 'Rostock' }],
      jobType: 'part time',
      experienceLevel: 'associate',
      postedAt: '2026-10-13T14:10:41.000Z',
      description: expect.stringContaining('Grow kelp & weigh it.'),
      inferred: [],
    });
    expect(second).toMatchObject({ jobType: 'internship', location: { text: null } });
  });

  test('reads a feed without positions as empty', () => {
    expect(read('<?xml version="1.0"?><workzag-jobs></workzag-jobs>').postings).toEqual([]);
    expect(read('<workzag-jobs>\n</workzag-jobs>').postings).toEqual([]);
  });

  test.each([
    ['an empty object', '{}', 'an element <workzag-jobs>', '{}'],
    ['a renamed list', '<jobs><job/></jobs>', 'an element <workzag-jobs>', '{"jobs"'],
    [
      'a list of another type',
      '<workzag-jobs>none</workzag-jobs>',
      'an element <workzag-jobs>',
      '{"workzag-jobs":"none"',
    ],
    ['a page', '<html><body>Moved</body></html>', 'an element <workzag-jobs>', 'an HTML page.'],
    ['text that is not XML', '<workzag-jobs><position', 'XML', '"<workzag-jobs><position"'],
    ['positions without names', position('<id>1</id>'), 'postings of the known shape', 'Posting 1: name:'],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test('names a position that it cannot read and keeps the others', () => {
    const bad = feed.replace('<id>1002</id>', '');
    const { postings, flaws } = read(bad);
    expect(postings.map(({ sourceJobId }) => sourceJobId)).toEqual(['1001']);
    expect(flaws).toEqual([expect.stringContaining('Posting 2: id:')]);
  });
});
