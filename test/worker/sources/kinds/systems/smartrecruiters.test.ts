import { describe, expect, test } from '@jest/globals';
import type { PageRequest } from '../../../../../worker/sources/source.js';
import { expectChanged, inText, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const { asks, read } = openKind({ kind: 'smartrecruiters', company: 'FarShore', allowed: 'by the owner, 2026-11' });
const list = 'https://api.smartrecruiters.com/v1/companies/FarShore/postings';
const detail: PageRequest = { url: `${list}/743990000000001`, role: 'detail', accept: 'json' };
const full = readFixture('sources/smartrecruiters.json');

const page = (offset: number, ids: (string | null)[], totalFound: number) => ({
  offset,
  limit: 100,
  totalFound,
  content: ids.map((id) => (id === null ? { name: 'No id' } : { id, name: `Posting ${id}` })),
});
const hundred = (from: number) => Array.from({ length: 100 }, (_, at) => String(from + at));

describe('smartrecruiters, by its Posting API where the owner allows it', () => {
  test('requests the list, then each detail and the next page of 100, to the end', () => {
    const [first] = asks();
    expect(first).toEqual({ url: `${list}?limit=100&offset=0`, role: 'listing', accept: 'json' });
    const { postings, follow, flaws } = read(page(0, hundred(1000), 101), first);
    expect([postings, flaws]).toEqual([[], []]);
    expect(follow).toHaveLength(101);
    expect(follow[0]).toMatchObject({
      url: `${list}/1000`,
      role: 'detail',
      accept: 'json',
      listed: { title: 'Posting 1000' },
    });
    expect(follow[100]).toEqual({ url: `${list}?limit=100&offset=100`, role: 'listing', accept: 'json' });
    expect(read(page(100, ['2000'], 101), follow[100]).follow).toMatchObject([
      { url: `${list}/2000`, role: 'detail', accept: 'json' },
    ]);
    expect(read(page(100, [], 900), follow[100]).follow).toEqual([]);
  });

  test('reads every field of a detail', () => {
    expect(read(full, detail)).toEqual({
      postings: [
        posting({
          title: 'Lighthouse Keeper',
          url: 'https://jobs.example/FarShore/743990000000001-lighthouse-keeper',
          sourceJobId: '743990000000001',
          requisitionId: 'LH-9',
          applyUrl: 'https://jobs.example/FarShore/743990000000001-lighthouse-keeper?oga=true',
          company: { name: 'Far Shore Lights', url: null, logoUrl: null },
          places: [{ text: null, city: 'St. Louis', region: 'MO', country: 'US' }],
          workplace: ['hybrid'],
          jobType: ['Full-time'],
          level: ['Mid-Senior Level'],
          postedAt: '2026-10-08T02:11:28.000Z',
          descriptionHtml: [
            '<h3>Company Description</h3><p>We keep lights.</p>',
            '<h3>Job Description</h3><p>Trim the wick &amp; log the ships.</p>',
            '<h3>Qualifications</h3><ul><li>No fear of gulls</li></ul>',
          ].join('\n'),
          tags: ['Beacons', 'Operations', 'Maritime'],
        }),
      ],
      follow: [],
    });
  });

  test('becomes a record that holds every fact', () => {
    expect(recordsOf(read(full, detail))[0]).toMatchObject({
      location: { city: 'St. Louis', region: 'MO', country: 'US' },
      workplace: 'hybrid',
      jobType: 'full time',
      experienceLevel: 'senior',
      postedAt: '2026-10-08T02:11:28.000Z',
      requisitionId: 'LH-9',
      description: expect.stringContaining('Trim the wick & log the ships.'),
      inferred: [],
    });
  });

  test('returns null for what a detail omits', () => {
    const bare = { id: 9, name: 'Gull Counter', department: {}, experienceLevel: { label: 'Not Applicable' } };
    expect(read(bare, detail).postings[0]).toEqual(
      posting({
        title: 'Gull Counter',
        url: 'https://jobs.smartrecruiters.com/FarShore/9',
        sourceJobId: '9',
        company: { name: 'FarShore', url: null, logoUrl: null },
      }),
    );
    const remote = { ...bare, location: { fullLocation: 'Remote, Spain', remote: true } };
    expect(read(remote, detail).postings[0]).toMatchObject({
      places: [inText('Remote, Spain')],
      workplace: ['remote'],
    });
  });

  test.each([
    ['an empty object', {}, 'an object with a list "content"', '{}'],
    ['a renamed list', { offset: 0, totalFound: 1, postings: [] }, 'an object with a list "content"', '{"offset":0,'],
    [
      'a list of another type',
      { offset: 0, totalFound: 1, content: {} },
      'an object with a list "content"',
      '{"offset":0,',
    ],
    ['a page', '<html>', 'JSON', 'an HTML page'],
    ['postings without ids', page(0, [null, null], 2), 'entries of the known shape', 'Entry 1: id:'],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test.each([
    ['without a name', { id: '1' }, 'a text "name"', 'nothing'],
    ['that is a page', '<html>', 'JSON', 'an HTML page'],
  ])('reports a detail %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body, detail), expected, came);
  });

  test('reports a posting of the list without an id and requests the others', () => {
    const { follow, flaws } = read(page(0, ['1', null], 2));
    expect(follow.map(({ url }) => url)).toEqual([`${list}/1`]);
    expect(flaws).toEqual([expect.stringContaining('Entry 2: id:')]);
    expect(read(page(0, [], 0))).toEqual({ postings: [], follow: [], flaws: [] });
  });
});

describe('smartrecruiters, by its pages', () => {
  const pages = openKind({ kind: 'smartrecruiters', company: 'FarShore' });
  const groups = 'https://careers.smartrecruiters.com/FarShore/api/groups';
  const card = (id: string, title: string, more = '') =>
    `<li class="opening-job job column"><a href="https://jobs.smartrecruiters.com/FarShore/${id}-keeper" class="link--block details js-job-ad-link"><h4 class="details-title job-title">${title}</h4><p class="details-desc job-desc"><span class="margin--right--s">Associate</span>${more}</p></a></li>`;
  const group = (place: string, cards: string, more = '') =>
    `<section data-qty="12" class="openings-section opening opening--grouped js-group"><header class="opening-header"><ul><li><h3 class="opening-title title">${place}</h3></li><li><span class="title">12 jobs</span></li></ul></header><ul class="opening-jobs">${cards}${more}</ul></section>`;
  const showMore = (value: string) =>
    `<li class="opening-job job column js-more-container"><ul class="list--dotted"><li><a data-page="0" data-value="${value}" data-type="location" data-more="/FarShore/api/more" href="?search=&amp;page=0&amp;location=${value}" class="link details-desc js-more">Show more jobs</a></li></ul></li>`;

  test('reads the postings of each group with its place, and asks for the rest of a group and for the next groups', () => {
    const [first] = pages.asks();
    expect(first).toMatchObject({ url: `${groups}?page=0`, role: 'listing', accept: 'page', render: 'never' });
    const body =
      group('Cork, Ireland', card('743990000000001', 'Lamp &amp; Lens Keeper'), showMore('Cork%2C%20IE')) +
      group(
        'Oban, Scotland',
        card('743990000000002', 'Gull Counter', '<spl-tooltip content="Employees can work remotely"></spl-tooltip>'),
      );
    const { follow, flaws, truncated } = pages.read(body, first);
    expect([flaws, truncated]).toEqual([[], undefined]);
    expect(follow.map(({ url }) => url)).toEqual([
      'https://jobs.smartrecruiters.com/FarShore/743990000000001-keeper',
      'https://careers.smartrecruiters.com/FarShore/api/more?type=location&value=Cork%2C%20IE&page=1',
      'https://jobs.smartrecruiters.com/FarShore/743990000000002-keeper',
      `${groups}?page=1`,
    ]);
    expect(follow[0]?.listed).toMatchObject({
      sourceJobId: '743990000000001',
      title: 'Lamp & Lens Keeper',
      company: { name: 'FarShore' },
      places: [inText('Cork, Ireland')],
    });
    expect(follow[2]?.listed).toMatchObject({ places: [inText('Oban, Scotland')], workplace: ['remote'] });
    const rest = pages.read(card('743990000000003', 'Rock Painter'), follow[1]);
    expect(rest.follow).toMatchObject([
      { role: 'detail', listed: { title: 'Rock Painter', places: [inText('Cork, Ireland')] } },
      { url: 'https://careers.smartrecruiters.com/FarShore/api/more?type=location&value=Cork%2C%20IE&page=2' },
    ]);
    expect(pages.read(' ', rest.follow[1])).toEqual({ postings: [], follow: [] });
    expect(pages.read('', follow[3])).toEqual({ postings: [], follow: [] });
  });

  test('says that there are more where a group does not say how to ask for its rest', () => {
    const link =
      '<a class="js-more" data-more="https://evil.example/api/more" data-type="location" data-value="x">More</a>';
    const { follow, truncated } = pages.read(group('Cork', card('743990000000001', 'Keeper'), link));
    expect([follow.length, truncated]).toEqual([2, true]);
  });

  test('does not take another page for a board without postings, and names a posting without a number', () => {
    expectChanged(() => pages.read('<html><body>Sign in</body></html>'), 'groups of openings', '"<html>');
    const { follow, flaws } = pages.read(
      group('Cork', card('743990000000001', 'Keeper') + card('x', 'Other').replace('/x-keeper', '/about')),
    );
    expect(follow.filter(({ role }) => role === 'detail')).toHaveLength(1);
    expect(flaws).toEqual(['A posting of Cork has no number or no title.']);
  });

  test('reads a posting’s own page by its microdata', () => {
    const [detailAsk] = pages.read(group('Cork', card('743990000000001', 'Keeper'))).follow;
    const body = `<html><body><main itemscope itemtype="http://schema.org/JobPosting"><h1 class="job-title" itemprop="title">Lighthouse Keeper</h1><meta itemprop="datePosted" content="2026-10-08T02:11:28.000Z"><div itemprop="hiringOrganization" itemscope itemtype="http://schema.org/Organization"><meta itemprop="name" content="Far Shore Lights"></div><li class="job-detail" itemprop="jobLocation" itemscope itemtype="http://schema.org/Place"><span itemprop="address" itemscope itemtype="http://schema.org/PostalAddress"><meta itemprop="addressLocality" content="Cork"><meta itemprop="addressCountry" content="Ireland"></span></li><li itemprop="employmentType">Full-time</li><div class="job-sections" itemprop="description"><section id="st-jobDescription"><h2>Job Description</h2><div class="wysiwyg" itemprop="responsibilities"><p>Trim the wick.</p></div></section></div></main></body></html>`;
    expect(pages.read(body, detailAsk).postings).toMatchObject([
      {
        title: 'Lighthouse Keeper',
        url: 'https://jobs.smartrecruiters.com/FarShore/743990000000001-keeper',
        sourceJobId: '743990000000001',
        company: { name: 'Far Shore Lights' },
        places: [{ city: 'Cork', country: 'Ireland' }],
        jobType: ['Full-time'],
        postedAt: '2026-10-08T02:11:28.000Z',
        descriptionHtml: expect.stringContaining('Trim the wick.'),
      },
    ]);
  });
});
