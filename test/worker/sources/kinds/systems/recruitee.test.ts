import { describe, expect, test } from '@jest/globals';
import { expectChanged, inText, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const { asks, read } = openKind({ kind: 'recruitee', company: 'clearwater' });
const site = readFixture('sources/recruitee.json');
const offer = { id: 1, title: 'Polisher', careers_url: 'https://clearwater.example/o/polisher' };
const only = (more: object) => read({ offers: [{ ...offer, ...more }] }).postings[0];

describe('recruitee', () => {
  test('requests all offers at once', () => {
    expect(asks()).toMatchObject([
      {
        url: 'https://clearwater.recruitee.com/api/offers/',
        role: 'listing',
        accept: 'json',
        list: { member: 'offers' },
      },
    ]);
  });

  test('is read on a host of the company’s own', () => {
    const own = openKind({ kind: 'recruitee', company: 'careers.clearwater.example' });
    expect(own.asks()[0]?.url).toBe('https://careers.clearwater.example/api/offers/');
  });

  test('reads every stated field, each of several locations and pay given as text', () => {
    const { postings, flaws, follow } = read(site);
    expect([flaws, follow]).toEqual([[], []]);
    expect(postings[0]).toEqual(
      posting({
        title: 'Glass Blower (m/f/d)',
        url: 'https://clearwater.example/o/glass-blower',
        sourceJobId: '5501',
        applyUrl: 'https://clearwater.example/o/glass-blower/c/new',
        company: { name: 'Clear Water GmbH', url: null, logoUrl: null },
        places: [
          { text: null, city: 'Jena', region: 'Thuringia', country: 'Germany' },
          { text: null, city: 'Graz', region: null, country: 'Austria' },
        ],
        workplace: ['on site'],
        jobType: ['fixed term', 'part time'],
        level: ['mid level'],
        salary: { text: null, min: '18.50', max: '22.00', currency: 'EUR', per: 'hour' },
        postedAt: '2026-11-14 09:30:00 UTC',
        validUntil: '2026-12-31 22:59:59 UTC',
        descriptionHtml: '<p>Blow &amp; cool.</p>\n<p>Strong lungs.</p>',
        tags: ['Furnace', 'manufacturing', 'glass', 'furnace'],
      }),
    );
  });

  test('returns null for what an offer omits', () => {
    expect(read(site).postings[1]).toEqual(
      posting({
        title: 'Sand Buyer',
        url: 'https://clearwater.example/o/sand-buyer',
        sourceJobId: '5502',
        company: { name: 'clearwater', url: null, logoUrl: null },
        places: [{ ...inText('Frankfurt'), country: 'DE' }],
        jobType: ['full time'],
        postedAt: '2026-11-02 09:30:00 UTC',
      }),
    );
    expect(only({ city: 'Riga', country: 'Latvia', hybrid: true, remote: true })).toMatchObject({
      places: [{ text: null, city: 'Riga', region: null, country: 'Latvia' }],
      workplace: ['hybrid', 'remote'],
    });
  });

  test.each([
    ['internship', ['internship']],
    ['fulltime', ['full time']],
    ['parttime_permanent', ['part time']],
    ['fulltime_fixed_term', ['fixed term', 'full time']],
    [null, []],
  ])('reads the code %s as %j', (code, words) => {
    expect(only({ employment_type_code: code })?.jobType).toEqual(words);
  });

  test('becomes records that hold every fact', () => {
    const [first, second] = recordsOf(read(site));
    expect(first).toMatchObject({
      title: 'Glass Blower (m/f/d)',
      location: { city: 'Jena', country: 'DE' },
      places: [{ city: 'Jena' }, { city: 'Graz', country: 'AT' }],
      workplace: 'on site',
      jobType: 'temporary',
      experienceLevel: 'associate',
      salary: { min: 18.5, max: 22, currency: 'EUR', per: 'hour' },
      postedAt: '2026-11-14T09:30:00.000Z',
      validUntil: '2026-12-31T22:59:59.000Z',
      description: expect.stringContaining('Blow & cool.'),
    });
    expect(second).toMatchObject({ location: { country: 'DE' }, jobType: 'full time', salary: null });
  });

  test.each([
    ['an empty object', {}, 'an object with a list "offers"', '{}'],
    ['a renamed list', { jobs: [] }, 'an object with a list "offers"', '{"jobs":[]}'],
    ['a list of another type', { offers: {} }, 'an object with a list "offers"', '{"offers":{}}'],
    ['a page', '<html>', 'JSON', 'an HTML page'],
    ['offers without titles', { offers: [{ id: 1 }] }, 'postings of the known shape', 'Posting 1: title:'],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test('reads a site without offers as empty, and names the offer it cannot read', () => {
    expect(read({ offers: [] })).toEqual({ postings: [], flaws: [], follow: [] });
    const { postings, flaws } = read({
      offers: [offer, { ...offer, title: null }, { ...offer, id: 2, remote: 'yes' }],
    });
    expect(postings.map(({ title }) => title)).toEqual(['Polisher', 'Polisher']);
    expect(flaws).toEqual([expect.stringContaining('Posting 2: title:')]);
  });
});
