import { describe, expect, test } from '@jest/globals';
import { expectChanged, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const { asks, read } = openKind({ kind: 'bamboohr', company: 'leaf', companyName: 'Leaf & Sons' });
const { list, detail } = JSON.parse(readFixture('sources/bamboohr.json')) as { list: object; detail: object };
const [first, second] = read(list).follow;
const opening = { id: 1, jobOpeningName: 'Packer' };

describe('bamboohr', () => {
  test('requests the list, then each detail', () => {
    expect(asks()).toEqual([{ url: 'https://leaf.bamboohr.com/careers/list', role: 'listing', accept: 'json' }]);
    const { postings, flaws, follow } = read(list);
    expect([postings, flaws]).toEqual([[], []]);
    expect(follow.map(({ url, role }) => [url, role])).toEqual([
      ['https://leaf.bamboohr.com/careers/86/detail', 'detail'],
      ['https://leaf.bamboohr.com/careers/87/detail', 'detail'],
    ]);
  });

  test('merges the facts of list and detail', () => {
    expect(read(detail, first)).toEqual({
      postings: [
        posting({
          title: 'Tea Blender &amp; Taster',
          url: 'https://leaf.example/careers/86',
          sourceJobId: '86',
          company: { name: 'Leaf & Sons', url: null, logoUrl: null },
          places: [{ text: null, city: 'Savannah', region: 'Georgia', country: 'United States' }],
          workplace: ['hybrid'],
          jobType: ['Part-Time'],
          level: ['Mid-level'],
          salary: { text: '$24 - $28 per hour', min: null, max: null, currency: null, per: null },
          postedAt: '2026-10-20',
          descriptionHtml: '<p>Blend, taste &amp; note.</p>',
          tags: ['Tasting'],
        }),
      ],
      follow: [],
    });
  });

  test('becomes a record that holds every fact', () => {
    expect(recordsOf(read(detail, first))[0]).toMatchObject({
      title: 'Tea Blender & Taster',
      location: { city: 'Savannah', region: 'GA', country: 'US' },
      workplace: 'hybrid',
      jobType: 'part time',
      experienceLevel: 'associate',
      salary: { min: 24, max: 28, currency: 'USD', per: 'hour' },
      postedAt: '2026-10-20T00:00:00.000Z',
      description: 'Blend, taste & note.',
    });
  });

  test('returns null for what both omit', () => {
    expect(read({ result: { jobOpening: {} } }, second).postings[0]).toEqual(
      posting({
        title: 'Leaf Sorter',
        url: 'https://leaf.bamboohr.com/careers/87',
        sourceJobId: '87',
        company: { name: 'Leaf & Sons', url: null, logoUrl: null },
        workplace: ['remote'],
      }),
    );
  });

  test.each([
    ['0', 'on site'],
    ['1', 'remote'],
    ['2', 'hybrid'],
  ])('reads the location type %s as %s', (locationType, workplace) => {
    const [ask] = read({ result: [{ ...opening, locationType }] }).follow;
    expect(read({ result: { jobOpening: {} } }, ask).postings[0]?.workplace).toEqual([workplace]);
  });

  test.each([
    ['an empty object', {}, 'an object with a list "result"', '{}'],
    ['a renamed list', { jobs: [] }, 'an object with a list "result"', '{"jobs":[]}'],
    ['a list of another type', { result: {} }, 'an object with a list "result"', '{"result":{}}'],
    ['the page of another site', '<!DOCTYPE html>', 'JSON', 'an HTML page.'],
    ['openings without names', { result: [{ id: 1 }] }, 'entries of the known shape', 'Entry 1: jobOpeningName:'],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test.each([
    ['of another format', { result: { job: {} } }, 'an object "result.jobOpening"', 'nothing'],
    ['that is a page', '<html>', 'JSON', 'an HTML page.'],
  ])('reports a detail %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body, first), expected, came);
  });

  test('reads an empty list as empty, and names the opening it cannot read', () => {
    expect(read({ meta: { totalCount: 0 }, result: [] })).toEqual({ postings: [], follow: [], flaws: [] });
    const { follow, flaws, unread } = read({ result: [{ id: 2, jobOpeningName: '' }, opening] });
    expect(follow).toHaveLength(1);
    expect(flaws).toEqual(['Entry 1: jobOpeningName: expected a text, got ""']);
    expect(unread).toContain('2');
  });

  test('takes facts of another type as not stated', () => {
    const [ask] = read({ result: [{ ...opening, location: 'Cork', isRemote: 1 }] }).follow;
    const mixed = {
      description: '<p>Pack.</p>',
      datePosted: ['2026'],
      atsLocation: { city: { name: 'Cork' }, country: 'Ireland' },
    };
    expect(read({ result: { jobOpening: mixed } }, ask).postings).toMatchObject([
      { postedAt: null, descriptionHtml: '<p>Pack.</p>', places: [{ city: null, country: 'Ireland' }], workplace: [] },
    ]);
  });
});
