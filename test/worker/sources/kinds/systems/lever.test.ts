import { describe, expect, test } from '@jest/globals';
import { expectChanged, inText, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const { asks, read } = openKind({ kind: 'lever', site: 'carillon', company: 'Carillon & Sons' });
const board = readFixture('sources/lever.json');
const job = { id: 'a', text: 'Ringer', hostedUrl: 'https://jobs.example/carillon/a' };

describe('lever', () => {
  test('requests all postings at once', () => {
    expect(asks()).toMatchObject([
      {
        url: 'https://api.lever.co/v0/postings/carillon?mode=json',
        role: 'listing',
        accept: 'json',
        list: { member: null },
      },
    ]);
  });

  test('reads every stated field, the country with the main location and the note on pay with the text', () => {
    const { postings, flaws, follow } = read(board);
    expect([flaws, follow]).toEqual([[], []]);
    expect(postings[0]).toEqual(
      posting({
        title: 'Bell Founder',
        url: 'https://jobs.example/carillon/0b7e4c1e',
        sourceJobId: '0b7e4c1e-6f0a-4b57-9d0e-2f7c1a4e9a01',
        applyUrl: 'https://jobs.example/carillon/0b7e4c1e/apply',
        company: { name: 'Carillon & Sons', url: null, logoUrl: null },
        places: [{ ...inText('Cambridge'), country: 'US' }, inText('Toronto, Canada')],
        workplace: ['hybrid'],
        jobType: ['Full-time'],
        salary: { text: null, min: 61_000, max: 74_000, currency: 'USD', per: 'per-year-salary' },
        postedAt: 1_790_000_000_000,
        descriptionHtml: [
          '<div>We cast bells.</div><div>You pour bronze &amp; tune it.</div>',
          '<h3>You bring</h3><ul><li>A good ear</li><li>Steady hands</li></ul>',
          '<div>We train you.</div>',
          '<div>Pay grows with the bells you tune.</div>',
        ].join('\n'),
        descriptionText: 'We cast bells. You pour bronze & tune it.',
        tags: ['Foundry', 'Casting'],
      }),
    );
  });

  test('returns null for what a posting omits', () => {
    expect(read(board).postings[1]).toEqual(
      posting({
        title: 'Clapper Smith',
        url: 'https://jobs.example/carillon/0b7e4c2e',
        sourceJobId: '0b7e4c1e-6f0a-4b57-9d0e-2f7c1a4e9a02',
        company: { name: 'Carillon & Sons', url: null, logoUrl: null },
        places: [{ ...inText('Remote'), country: 'PT' }],
        workplace: ['remote'],
        descriptionText: 'Forge clappers at home.',
      }),
    );
    expect(read([{ ...job, country: 'FR', workplaceType: 'unspecified' }]).postings[0]).toMatchObject({
      places: [{ text: null, country: 'FR' }],
      workplace: [],
      salary: null,
    });
  });

  test('becomes records that hold every fact', () => {
    const [first, second] = recordsOf(read(board));
    expect(first).toMatchObject({
      location: { text: 'Cambridge', city: 'Cambridge', region: 'MA', country: 'US' },
      places: [{ city: 'Cambridge' }, { city: 'Toronto', country: 'CA' }],
      workplace: 'hybrid',
      jobType: 'full time',
      salary: { min: 61_000, max: 74_000, currency: 'USD', per: 'year' },
      postedAt: '2026-09-21T14:13:20.000Z',
      description: expect.stringMatching(/bronze & tune it\..*- A good ear.*We train you\..*Pay grows/s),
    });
    expect(second).toMatchObject({
      location: { country: 'PT' },
      remoteRegions: [{ country: 'PT' }],
      workplace: 'remote',
      salary: null,
      description: 'Forge clappers at home.',
    });
  });

  test('takes the site’s name where no company is given', () => {
    expect(openKind({ kind: 'lever', site: 'carillon' }).read([job]).postings[0]?.company.name).toBe('carillon');
  });

  test.each([
    ['an object', {}, 'a list of postings', '{}'],
    ['an API error', { ok: false, error: 'Document not found' }, 'a list of postings', '{"ok":false'],
    ['a page', '<!doctype html><p>gone', 'JSON', 'an HTML page'],
    ['a list of texts', ['Ringer'], 'postings of the known shape', 'Posting 1: '],
    ['postings without titles', [{ ...job, text: undefined }], 'postings of the known shape', 'Posting 1: text:'],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test('reads no postings as none, and names the one it cannot read', () => {
    expect(read([])).toEqual({ postings: [], flaws: [], follow: [] });
    const { postings, flaws } = read([{ id: 'b', text: 'No address' }, job]);
    expect(postings.map(({ title }) => title)).toEqual(['Ringer']);
    expect(flaws).toEqual([expect.stringContaining('Posting 1: hostedUrl:')]);
  });
});
