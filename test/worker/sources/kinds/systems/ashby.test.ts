import { describe, expect, test } from '@jest/globals';
import { expectChanged, inText, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const { asks, read } = openKind({ kind: 'ashby', board: 'High Kites', company: 'High Kites BV' });
const board = readFixture('sources/ashby.json');
const job = { id: 'a', title: 'Knotter', jobUrl: 'https://jobs.example/kites/a' };
const paid = (compensation: object) => read({ jobs: [{ ...job, compensation }] }).postings[0]?.salary;

describe('ashby', () => {
  test('requests the whole board with its pay', () => {
    expect(asks()).toMatchObject([
      {
        url: 'https://api.ashbyhq.com/posting-api/job-board/High%20Kites?includeCompensation=true',
        role: 'listing',
        accept: 'json',
        list: { member: 'jobs' },
      },
    ]);
  });

  test('reads every stated field, secondary locations with their countries and pay in parts', () => {
    const { postings, flaws, follow } = read(board);
    expect([flaws, follow]).toEqual([[], []]);
    expect(postings[0]).toEqual(
      posting({
        title: 'Kite Designer',
        url: 'https://jobs.example/kites/5a1f',
        sourceJobId: '5a1f0b7e-0001-4e0e-9c55-0d7a5f1b0001',
        applyUrl: 'https://jobs.example/kites/5a1f/application',
        company: { name: 'High Kites BV', url: null, logoUrl: null },
        places: [
          { ...inText('Springfield Works'), country: 'United States' },
          { ...inText('Utrecht'), country: 'Netherlands' },
          { ...inText('Porto'), country: 'Portugal' },
        ],
        workplace: ['OnSite'],
        jobType: ['PartTime'],
        salary: { text: '$31 – $38 per hour', min: 31, max: 38, currency: 'USD', per: '1 HOUR' },
        postedAt: '2026-10-02T09:15:00.000+00:00',
        descriptionHtml: '<p>Design kites that fly in &lt; 2 Bft &amp; more.</p>',
        descriptionText: 'Design kites that fly in < 2 Bft & more.',
        tags: ['Studio', 'Frames'],
      }),
    );
  });

  test('drops unlisted postings, and returns null for what a posting omits', () => {
    const { postings } = read(board);
    expect(postings).toHaveLength(2);
    expect(postings[1]).toEqual(
      posting({
        title: 'Wind Reader',
        url: 'https://jobs.example/kites/5a2f',
        sourceJobId: '5a1f0b7e-0001-4e0e-9c55-0d7a5f1b0002',
        company: { name: 'High Kites BV', url: null, logoUrl: null },
        places: [{ ...inText('Europe'), country: 'European Union' }],
        workplace: ['remote'],
        descriptionText: 'Read the wind.',
      }),
    );
  });

  test('becomes records that hold every fact; a continent is where remote workers may live', () => {
    const [first, second] = recordsOf(read(board));
    expect(first).toMatchObject({
      location: { text: 'Springfield Works', country: 'US' },
      places: [{ country: 'US' }, { city: 'Utrecht', country: 'NL' }, { city: 'Porto', country: 'PT' }],
      workplace: 'on site',
      jobType: 'part time',
      salary: { text: '$31 – $38 per hour', min: 31, max: 38, currency: 'USD', per: 'hour' },
      postedAt: '2026-10-02T09:15:00.000Z',
      description: 'Design kites that fly in < 2 Bft & more.',
    });
    expect(second).toMatchObject({
      location: { text: 'Europe' },
      places: [],
      remoteRegions: [{ area: 'europe' }],
      workplace: 'remote',
      salary: null,
    });
  });

  test('reads pay given as text only, and does not read equity as salary', () => {
    expect(paid({ scrapeableCompensationSalarySummary: '€50K – €60K', summaryComponents: null })).toEqual({
      text: '€50K – €60K',
      min: null,
      max: null,
      currency: null,
      per: null,
    });
    expect(paid({ summaryComponents: [{ compensationType: 'EquityPercentage', minValue: 0.2 }] })).toBeNull();
    expect(paid({ compensationTierSummary: null, scrapeableCompensationSalarySummary: '' })).toBeNull();
  });

  test.each([
    ['an empty object', {}, 'an object with a list "jobs"', '{}'],
    ['a renamed list', { results: [] }, 'an object with a list "jobs"', '{"results":[]}'],
    ['a list of another type', { jobs: 'none' }, 'an object with a list "jobs"', '{"jobs":"none"}'],
    ['a page', '<html>', 'JSON', 'an HTML page'],
    ['postings without titles', { jobs: [{ ...job, title: '' }] }, 'postings of the known shape', 'Posting 1: title:'],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test('reads an empty board as empty, and names the posting it cannot read', () => {
    expect(read({ jobs: [] })).toEqual({ postings: [], flaws: [], follow: [] });
    const { postings, flaws } = read({
      jobs: [job, { ...job, title: '' }, { ...job, id: 'b', location: { name: 'Utrecht' } }],
    });
    expect(postings.map(({ title }) => title)).toEqual(['Knotter', 'Knotter']);
    expect(flaws).toEqual([expect.stringContaining('Posting 2: title:')]);
  });
});
