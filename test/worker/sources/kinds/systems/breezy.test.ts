import { describe, expect, test } from '@jest/globals';
import { expectChanged, inText, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const { asks, read } = openKind({ kind: 'breezy', company: 'strait' });
const portal = readFixture('sources/breezy.json');
const job = { id: 'a', name: 'Deckhand', url: 'https://strait.example/p/a' };
const only = (more: object) => read([{ ...job, ...more }]).postings[0];

describe('breezy', () => {
  test('requests all positions with their descriptions', () => {
    expect(asks()).toMatchObject([
      { url: 'https://strait.breezy.hr/json?verbose=true', role: 'listing', accept: 'json', list: { member: null } },
    ]);
  });

  test('reads every stated field, each location with its way of working', () => {
    const { postings, flaws, follow } = read(portal);
    expect([flaws, follow]).toEqual([[], []]);
    expect(postings[0]).toEqual(
      posting({
        title: 'Ferry Pilot',
        url: 'https://strait.example/p/18df3ec2-ferry-pilot',
        sourceJobId: '18df3ec2',
        requisitionId: 'FP-1',
        company: { name: 'Strait Ferries', url: null, logoUrl: 'https://strait.example/logo.png' },
        places: [
          { ...inText('Tampa, FL'), country: 'United States' },
          { text: null, city: 'Savannah', region: 'Georgia', country: 'United States' },
        ],
        workplace: ['Hybrid', 'hybrid'],
        jobType: ['Part-Time'],
        level: ['Mid Level'],
        salary: { text: '$28 – $33 / hr', min: null, max: null, currency: null, per: null },
        postedAt: '2026-10-11T10:20:30.000Z',
        descriptionHtml: '<p>Steer &amp; dock.</p>',
        tags: ['Bridge', 'Transportation'],
      }),
    );
  });

  test('returns null for what a position omits', () => {
    expect(read(portal).postings[1]).toEqual(
      posting({
        title: 'Tide Caller',
        url: 'https://strait.example/p/28df3ec2-tide-caller',
        sourceJobId: '28df3ec2',
        company: { name: 'strait', url: null, logoUrl: null },
        places: [inText('Worldwide')],
        workplace: ['remote'],
      }),
    );
    expect(only({ location: { name: 'Cork', is_remote: true } })?.workplace).toEqual(['remote']);
    expect(only({ location: { name: 'Cork', is_remote: false } })?.workplace).toEqual([]);
  });

  test('becomes records that hold every fact', () => {
    const [first, second] = recordsOf(read(portal));
    expect(first).toMatchObject({
      company: { logoUrl: 'https://strait.example/logo.png' },
      location: { city: 'Tampa', region: 'FL', country: 'US' },
      places: [{ city: 'Tampa' }, { city: 'Savannah', region: 'GA' }],
      workplace: 'hybrid',
      jobType: 'part time',
      experienceLevel: 'associate',
      salary: { min: 28, max: 33, currency: 'USD', per: 'hour' },
      postedAt: '2026-10-11T10:20:30.000Z',
      description: 'Steer & dock.',
    });
    expect(second).toMatchObject({ places: [], remoteRegions: [{ area: 'worldwide' }], workplace: 'remote' });
  });

  test.each([
    ['an empty object', {}, 'a list of postings', '{}'],
    ['a list under a name', { positions: [job] }, 'a list of postings', '{"positions":['],
    ['a text', '"none"', 'a list of postings', '"none"'],
    ['the page of another site', '<!doctype html>', 'JSON', 'an HTML page.'],
    ['positions without names', [{ ...job, name: null }], 'postings of the known shape', 'Posting 1: name:'],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test('reads a portal without positions as empty, and names the position it cannot read', () => {
    expect(read([])).toEqual({ postings: [], flaws: [], follow: [] });
    const { postings, flaws } = read([
      { ...job, url: null },
      { ...job, name: '' },
    ]);
    expect(postings).toMatchObject([{ title: job.name, url: `https://strait.breezy.hr/p/${job.id}` }]);
    expect(flaws).toEqual(['Posting 2: name: expected a text, got ""']);
  });
});
