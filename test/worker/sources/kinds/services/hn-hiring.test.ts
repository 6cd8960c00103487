import { describe, expect, test } from '@jest/globals';
import type { PageRequest } from '../../../../../worker/sources/source.js';
import { expectChanged, inText, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';

const { asks, read } = openKind({ kind: 'hn-hiring' });
const api = 'https://hn.algolia.com/api/v1/search_by_date';
const comments: PageRequest = { url: `${api}?tags=comment,story_9`, role: 'listing', accept: 'json', memo: '9' };

const comment = (id: string, comment_text: string | null, more: object = {}) => ({
  author: 'someone',
  objectID: id,
  comment_text,
  created_at: '2026-11-02T15:10:00Z',
  parent_id: 9,
  story_id: 9,
  ...more,
});
const pageOf = (...hits: unknown[]) => ({ hits, page: 0, nbPages: 1 });
const line = (text: string) => read(pageOf(comment('1', text)), comments);
const full =
  'Quill &amp; Ink (<a href="https:&#x2F;&#x2F;quill.example" rel="nofollow">https:&#x2F;&#x2F;quill.example</a>) | Staff Engineer | Frontend Engineer | Lyon, France or Remote (EU) | Part-time or contract | €70k&#x2F;year - €85k&#x2F;year | Visa OK<p>We make pens &amp; paper.';

describe('hn-hiring', () => {
  test('requests the threads, takes the newest "Who is hiring", and follows its comments to the end', () => {
    const [threads] = asks();
    expect(threads).toMatchObject({ url: `${api}?tags=story,author_whoishiring&hitsPerPage=10`, role: 'listing' });
    const stories = [
      { objectID: '11', title: 'Ask HN: Who wants to be hired? (November 2026)' },
      { objectID: '10', title: 'Ask HN: Who is hiring? (November 2026)' },
      { objectID: '9', title: 'Ask HN: Who is hiring? (October 2026)' },
    ];
    const [first] = read({ hits: stories }, threads).follow;
    expect(first?.url).toBe(`${api}?tags=comment,story_10&hitsPerPage=200&page=0`);
    const [second] = read({ hits: [comment('1', full)], page: 0, nbPages: 2 }, first).follow;
    expect(second?.url).toBe(`${api}?tags=comment,story_10&hitsPerPage=200&page=1`);
    expect(read({ hits: [comment('2', full)], page: 1, nbPages: 2 }, second).follow).toEqual([]);
  });

  test('reads every part of a comment’s first line', () => {
    expect(line(full)).toEqual({
      postings: [
        posting({
          title: 'Staff Engineer',
          url: 'https://news.ycombinator.com/item?id=1',
          sourceJobId: '1',
          company: { name: 'Quill & Ink', url: 'https://quill.example', logoUrl: null },
          places: [inText('Lyon, France or Remote (EU)')],
          workplace: ['Lyon, France or Remote (EU)'],
          jobType: ['Part-time', 'contract'],
          salary: { text: '€70k/year - €85k/year', min: null, max: null, currency: null, per: null },
          postedAt: '2026-11-02T15:10:00Z',
          descriptionHtml: full,
          tags: ['Frontend Engineer'],
        }),
      ],
      flaws: [],
      follow: [],
    });
  });

  test('becomes a record that holds every fact', () => {
    expect(recordsOf(line(full))[0]).toMatchObject({
      company: { name: 'Quill & Ink', url: 'https://quill.example/' },
      location: { city: 'Lyon', country: 'FR' },
      workplace: 'remote',
      jobType: 'contract',
      experienceLevel: 'senior',
      salary: { min: 70_000, max: 85_000, currency: 'EUR', per: 'year' },
      postedAt: '2026-11-02T15:10:00.000Z',
      description: expect.stringContaining('We make pens & paper.'),
    });
  });

  test.each([
    ['Acme | Onsite | Berlin | ONSITE Welder Engineer', 'Welder Engineer', ['Berlin'], ['Onsite', 'ONSITE']],
    [
      'Acme | Data Engineer - remote only | REMOTE (UTC+3) | Full-time',
      'Data Engineer',
      [],
      ['REMOTE (UTC+3)', 'remote'],
    ],
    ['Acme -- SRE -- Oslo -- Onsite', 'SRE', ['Oslo'], ['Onsite']],
    ['Acme | Oslo | Relocation available<p>* Rust Developer: builds<p>more', 'Rust Developer', ['Oslo'], []],
    ['Acme | Oslo<p>We are looking for a senior Go engineer who sings.', 'Open roles at Acme', ['Oslo'], []],
  ])('reads "%s"', (text, title, places, workplace) => {
    const [read] = line(text).postings;
    expect(read).toMatchObject({ title, company: { name: 'Acme' }, workplace });
    expect(read?.places.map((place) => place.text)).toEqual(places);
  });

  test('reads a time zone as where applicants must live', () => {
    const reading = line('Acme | Engineer | REMOTE (UTC+3)');
    expect(reading.postings[0]).toMatchObject({ places: [], remoteRegions: ['UTC+3'] });
    expect(recordsOf(reading)[0]).toMatchObject({ location: { text: 'UTC+3', city: null }, workplace: 'remote' });
  });

  test.each([
    ['Acme | Sr. Software Engineer | Oslo', 'Sr. Software Engineer', 'Acme'],
    ['Acme | Product Engineers | Oslo<p>We need a lead Ruby expert.', 'Product Engineers', 'Acme'],
    ['Acme | Oslo | Onsite<p>* Data Engineer (Oslo): builds<p>* VP of Sales', 'Data Engineer', 'Acme'],
    ['Acme - Security Engineer - Oslo', 'Security Engineer', 'Acme'],
    ['Acme (https://acme.example) | Many positions | Oslo', 'Open roles at Acme', 'Acme'],
  ])('reads the comment "%s"', (text, title, company) => {
    expect(line(text).postings[0]).toMatchObject({ title, company: { name: company } });
  });

  test.each([
    ['SEEKING WORK<p>Location: Krakow<p>I am a full stack developer.'],
    ['I am a junior front end developer looking for work.'],
    ['&gt; We need an engineer<p>Well done, I wonder what engineers you seek.'],
    ['We make pens and paper in Oslo, and look for people who like both.'],
  ])('reads no offer from "%s"', (text) => {
    expect(line(text).postings).toEqual([]);
  });

  test('skips replies and deleted comments, and reports a comment that is no offer', () => {
    const { postings, flaws } = read(
      pageOf(
        comment('1', full),
        comment('2', 'Do you hire in Peru?', { parent_id: 1 }),
        comment('3', null),
        comment('4', 'A friendly reminder to be kind.'),
      ),
      comments,
    );
    expect(postings).toHaveLength(1);
    expect(flaws).toEqual(['Comment 4 does not begin with a company, a role and a place.']);
    expect(read(pageOf({ author: 'x' }, comment('1', full)), comments).flaws).toEqual(['1 comments have no objectID.']);
  });

  test('takes a comment that states neither its parent nor its date for an offer', () => {
    const unstated = comment('1', full, { parent_id: null, story_id: undefined, created_at: 7 });
    expect(read(pageOf(unstated), comments)).toMatchObject({ postings: [{ title: 'Staff Engineer' }], flaws: [] });
  });

  test.each([
    ['an empty object', {}, 'an object with a list "hits"', '{}'],
    ['a renamed list', { results: [] }, 'an object with a list "hits"', '{"results":[]}'],
    ['a list of another type', { hits: {} }, 'an object with a list "hits"', '{"hits":{}}'],
    ['a page', '<html>', 'JSON', 'an HTML page.'],
    [
      'threads without a "Who is hiring"',
      { hits: [{ objectID: '1', title: 'x' }] },
      'a story "Who is hiring?"',
      '{"objectID',
    ],
    ['threads without titles', { hits: [{ objectID: '1' }] }, 'a story "Who is hiring?"', '{"objectID":"1"}'],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test('reports comments of another format as a changed answer, and no comments as none', () => {
    expectChanged(() => read(pageOf({ text: 'x' }), comments), 'comments with objectID and comment_text', '{"text"');
    expect(read(pageOf(), comments)).toEqual({ postings: [], flaws: [], follow: [] });
    expectChanged(() => read({ hits: [comment('1', full)] }, comments), 'an object with a number "page"', '{"hits"');
  });
});
