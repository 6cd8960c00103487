import { describe, expect, test } from '@jest/globals';
import { expectChanged, inText, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const { asks, read } = openKind({ kind: 'pinpoint', company: 'tower', companyName: 'Tower & Town' });
const site = readFixture('sources/pinpoint.json');
const job = { id: 1, title: 'Usher', url: 'https://tower.example/en/postings/1' };

describe('pinpoint', () => {
  test('requests all postings at once', () => {
    expect(asks()).toMatchObject([
      { url: 'https://tower.pinpointhq.com/postings.json', role: 'listing', accept: 'json', list: { member: 'data' } },
    ]);
  });

  test('reads every stated field, the sections under their headings', () => {
    const { postings, flaws, follow } = read(site);
    expect([flaws, follow]).toEqual([[], []]);
    expect(postings[0]).toEqual(
      posting({
        title: 'Clock Winder',
        url: 'https://tower.example/en/postings/421',
        sourceJobId: '421',
        requisitionId: 'TW-7',
        company: { name: 'Tower & Town', url: null, logoUrl: null },
        places: [{ text: null, city: 'Rye', region: 'England', country: null }],
        workplace: ['Onsite'],
        jobType: ['Part Time - Permanent'],
        salary: { text: '£14 - £17 / hour', min: 14, max: 17, currency: 'GBP', per: 'hour' },
        validUntil: '2026-12-01T00:00:00Z',
        descriptionHtml: [
          '<div>Wind the town&#39;s clocks &amp; oil them.</div>',
          '<h3>Key Responsibilities</h3><ul><li>Be on time</li></ul>',
          '<h3>Skills, Knowledge and Expertise</h3><ul><li>Strong arms</li></ul>',
          '<h3>Job Benefits</h3><p>A view.</p>',
        ].join('\n'),
        tags: ['Towers'],
      }),
    );
  });

  test('reads pay that the company hides as not stated, and the rest as null', () => {
    expect(read(site).postings[1]).toEqual(
      posting({
        title: 'Bell Cleaner',
        url: 'https://tower.example/en/postings/422',
        sourceJobId: '422',
        company: { name: 'Tower & Town', url: null, logoUrl: null },
        places: [inText('Dublin, Ireland')],
        workplace: ['remote'],
        jobType: ['fixed term'],
      }),
    );
    const { postings } = openKind({ kind: 'pinpoint', company: 'tower' }).read({ data: [job] });
    expect(postings[0]?.company.name).toBe('tower');
  });

  test('becomes records that hold every fact', () => {
    const [first, second] = recordsOf(read(site));
    expect(first).toMatchObject({
      location: { country: 'GB' },
      workplace: 'on site',
      jobType: 'part time',
      salary: { min: 14, max: 17, currency: 'GBP', per: 'hour' },
      validUntil: '2026-12-01T00:00:00.000Z',
      description: expect.stringContaining("Wind the town's clocks & oil them."),
    });
    expect(second).toMatchObject({ location: { city: 'Dublin', country: 'IE' }, workplace: 'remote', salary: null });
  });

  test.each([
    ['an empty object', {}, 'an object with a list "data"', '{}'],
    ['a renamed list', { postings: [] }, 'an object with a list "data"', '{"postings":[]}'],
    ['a list of another type', { data: {} }, 'an object with a list "data"', '{"data":{}}'],
    ['a page', '<html>', 'JSON', 'an HTML page.'],
    [
      'postings without titles',
      { data: [{ ...job, title: null }] },
      'postings of the known shape',
      'Posting 1: title:',
    ],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test('reads a site without postings as empty, and names the posting it cannot read', () => {
    expect(read({ data: [] })).toEqual({ postings: [], flaws: [], follow: [] });
    const { postings, flaws, unread } = read({
      data: [
        { ...job, title: '' },
        { ...job, location: 'Rye' },
      ],
    });
    expect(postings).toMatchObject([{ title: 'Usher', places: [] }]);
    expect(flaws).toEqual([expect.stringContaining('Posting 1: title:')]);
    expect(unread).toContain('1');
  });

  test('reads postings that state their path alone', () => {
    const { postings, flaws } = read({
      data: [
        { ...job, url: null, path: '/en/postings/0b1c-22' },
        { id: 2, title: 'Page' },
      ],
    });
    expect(postings.map(({ url }) => url)).toEqual(['https://tower.pinpointhq.com/en/postings/0b1c-22']);
    expect(flaws).toEqual([expect.stringContaining('Posting 2: url:')]);
  });
});
