import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { HeldJob } from '../../shared/job.js';
import type { SearchSubject } from '../../shared/query.js';
import { createCorpus } from '../../worker/corpus.js';
import { loadGazetteer } from '../../worker/gazetteer.js';
import { readKeyword } from '../../worker/keyword.js';
import { normalise } from '../../worker/normalise.js';
import { emptyPosting } from '../../worker/posting.js';
import { prepareCollection } from '../../worker/prepare-collection.js';
import { searchCorpus } from '../../worker/search-corpus.js';
import { stem, tokensOf } from '../../worker/tokens.js';

const gazetteer = loadGazetteer();
const now = new Date('2026-11-21T12:00:00Z');
const text = (what: string) =>
  `${what}: you plan the work with three colleagues, write it down, build it, and stay with it until it runs well in the hands of those who asked for it, and you say early what will not be ready in time.`;

type Made = {
  source?: string;
  title: string;
  company?: string;
  place?: string;
  about?: string;
  days?: number;
  url?: string;
  requisition?: string;
};

function made({
  source = 'one',
  title,
  company = 'Acme',
  place = 'Berlin',
  about = title,
  days = 3,
  url,
  requisition,
}: Made): HeldJob {
  const address =
    url ?? `https://${source}.example/${encodeURIComponent(`${title} ${place} ${about} ${requisition ?? ''}`)}`;
  const posting = {
    ...emptyPosting(title, address),
    company: { name: company, url: null, logoUrl: null },
    places: [{ text: place, city: null, region: null, country: null }],
    descriptionText: text(about),
    postedAt: new Date(now.getTime() - days * 86_400_000).toISOString(),
    requisitionId: requisition ?? null,
  };
  const outcome = normalise(posting, { source, gazetteer, now });
  if ('flaw' in outcome) throw new Error(outcome.flaw);
  return outcome.job;
}

const everything: SearchSubject = {
  keyword: '',
  location: '',
  dateSincePosted: '',
  salary: '',
  jobType: '',
  remoteFilter: '',
  experienceLevel: '',
  sortBy: 'relevant',
};

function search(jobs: HeldJob[], query: Partial<SearchSubject>) {
  const sources = [...new Set(jobs.map(({ source }) => source))];
  const corpus = createCorpus(
    sources.map((source) =>
      prepareCollection(
        source,
        jobs.filter((job) => job.source === source),
      ),
    ),
  );
  const found = searchCorpus(corpus, { ...everything, ...query }, { now, gazetteer });
  return { ...found, titles: found.take(100).map(({ title }) => title), jobs: found.take(100) };
}

describe('duplicates', () => {
  const twin = { title: 'Welder', place: 'Leeds, UK' };

  test('are one job with alsoOn, whatever order the boards come in', () => {
    const jobs = [
      made({ ...twin, source: 'one' }),
      made({ ...twin, source: 'two', company: 'Acme Ltd.' }),
      made({ ...twin, source: 'three' }),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(jobs, { minLength: 3 }), (shuffled) => {
        const { total, jobs: found } = search(shuffled, {});
        expect(total).toBe(1);
        expect(found[0]?.source).toBe('one');
        expect(found[0]?.alsoOn.map(({ source }) => source)).toEqual(['three', 'two']);
      }),
    );
  });

  test.each<[string, Made, Made]>([
    ['other cities', twin, { ...twin, place: 'Hull, UK' }],
    ['other seniority', twin, { ...twin, title: 'Senior Welder' }],
    ['other companies', twin, { ...twin, company: 'Beta' }],
    ['other requisitions', { ...twin, requisition: 'A1' }, { ...twin, requisition: 'B2' }],
    [
      'another text',
      twin,
      {
        ...twin,
        about: 'Night shift at the harbour on ships and cranes with a crew of nine under the open sky all winter long',
      },
    ],
  ])('stay apart: %s', (_, one, other) => {
    const far = other.about === undefined ? other : { ...other };
    const jobs = [made({ ...one, source: 'one' }), made({ ...far, source: 'two' })];
    if (other.about !== undefined)
      jobs[1] = {
        ...made({ ...far, source: 'two' }),
        description: `${other.about}. ${'Ropes, paint and steel wait for you each morning at six. '.repeat(8)}`,
      };
    expect(search(jobs, {}).total).toBe(2);
  });

  test('of one board stay apart unless they share an address', () => {
    const openings = [made({ ...twin, url: 'https://one.example/1' }), made({ ...twin, url: 'https://one.example/2' })];
    expect(search(openings, {}).total).toBe(2);
    const shared = [
      made({ ...twin, source: 'one', url: 'https://jobs.example/1?utm_source=a' }),
      made({ title: 'Other', source: 'two', url: 'https://jobs.example/1' }),
    ];
    expect(search(shared, {}).total).toBe(1);
  });

  test('count on each source that has them', () => {
    const jobs = [
      made({ ...twin, source: 'one' }),
      made({ ...twin, source: 'two' }),
      made({ title: 'Cook', source: 'two' }),
    ];
    expect(search(jobs, {}).bySource).toEqual({ one: 1, two: 2 });
  });
});

describe('a keyword', () => {
  const jobs = [
    made({ title: 'Software Engineer' }),
    made({ title: 'Engineering Manager', about: 'Software engineers report to you' }),
    made({ title: 'C++ Developer' }),
    made({ title: 'Front-end Developer' }),
    made({ title: 'Registered Nurse' }),
    made({ title: 'Product Manager' }),
    made({ title: 'Sales Assistant', about: 'Kubernetes is not needed here' }),
  ];

  test.each([
    ['software engineer', ['Software Engineer', 'Engineering Manager']],
    ['"software engineer"', ['Software Engineer', 'Engineering Manager']],
    ['SWE', ['Software Engineer', 'Engineering Manager']],
    ['c++', ['C++ Developer']],
    ['frontend', ['Front-end Developer']],
    ['front end', ['Front-end Developer']],
    ['RN', ['Registered Nurse']],
    ['nurses', ['Registered Nurse']],
    ['pm', ['Product Manager']],
    ['k8s', ['Sales Assistant']],
    ['manager -product', ['Engineering Manager']],
    ['nurse OR "product manager"', ['Product Manager', 'Registered Nurse']],
    ['nurse of the', ['Registered Nurse']],
    ['astronaut', []],
  ])('%s finds the right jobs', (keyword, titles) => {
    expect([...search(jobs, { keyword }).titles].sort()).toEqual([...titles].sort());
  });

  test('puts the title before the text', () => {
    expect(search(jobs, { keyword: 'software engineer' }).titles[0]).toBe('Software Engineer');
  });

  test('is understood whatever it is, and one of nothing but marks asks for nothing', () => {
    fc.assert(fc.property(fc.string(), (keyword) => void readKeyword(keyword)));
    expect(search(jobs, { keyword: '!!! --' }).total).toBe(jobs.length);
  });
});

describe('an order', () => {
  test('is total: pages never shuffle, newest first when nothing is asked', () => {
    const jobs = Array.from({ length: 40 }, (_, index) => made({ title: `Clerk ${index}`, days: index % 4 }));
    const first = search(jobs, {}).jobs.map(({ id }) => id);
    expect(search([...jobs].reverse(), {}).jobs.map(({ id }) => id)).toEqual(first);
    const dates = search(jobs, { sortBy: 'recent' }).jobs.map(({ postedAt }) => postedAt ?? '');
    expect(dates).toEqual([...dates].sort().reverse());
  });
});

describe('words', () => {
  test('meet in singular and plural', () => {
    for (const [one, many] of [
      ['nurse', 'nurses'],
      ['policy', 'policies'],
      ['coach', 'coaches'],
      ['engineer', 'engineers'],
    ])
      expect(stem(many ?? '')).toBe(stem(one ?? ''));
    expect(stem('sales')).toBe('sales');
    expect(tokensOf('Node.js, .NET & C#')).toEqual(['nodejs', 'dotnet', 'csharp']);
  });
});
