import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { HeldJob } from '../../../../shared/search/job.js';
import { allGroups, createCorpus } from '../../../../worker/match/corpus/corpus.js';
import { prepareCollection } from '../../../../worker/match/corpus/load-collections.js';
import { clusterPairs, findPairs } from '../../../../worker/match/dedupe/find-pairs.js';
import { recordOf } from '../../../../worker/match/rank/opening-records.js';
import { runSync } from '../../../../worker/process/cooperative.js';
import { cpuMs } from '../../../lib/cpu-ms.js';
import { corpusOf, type Made, made, now, search } from '../../lib/made-jobs.js';

const twin = { title: 'Welder', place: 'Leeds, UK' };
const harbour = `Night shift at the harbour. ${'Ropes, paint and steel wait for you each morning at six. '.repeat(8)}`;

/** Which jobs are one opening, independent of any order. */
function groupsOf(jobs: readonly HeldJob[]): string[] {
  return allGroups(corpusOf(jobs))
    .map(({ members }) =>
      members
        .map(({ job }) => `${job.source} ${job.id}`)
        .sort()
        .join(' + '),
    )
    .sort();
}

describe('duplicates', () => {
  test('are one job with alsoOn, in any order of the boards', () => {
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

  test('name a posting once that a source gave to several alternatives of a search', () => {
    const [shown, other] = [made({ ...twin, source: 'one' }), made({ ...twin, source: 'two' })];
    const corpus = createCorpus([
      prepareCollection('one', [shown]),
      prepareCollection('two', [other]),
      prepareCollection('two', [other]),
    ]);
    const [group] = allGroups(corpus);
    if (group === undefined) throw new Error('There is one opening.');
    const at = { now: now.getTime(), readAt: () => null };
    expect(recordOf(group, { score: 0, why: [] }, at).alsoOn).toEqual([{ source: 'two', url: other.url }]);
  });

  test.each<[string, Made, Made]>([
    ['a title in capitals', { ...twin, title: 'Senior Welder' }, { ...twin, title: 'SENIOR WELDER' }],
    [
      'a shortened level and the town behind the title',
      { ...twin, title: 'Senior Welder' },
      { ...twin, title: 'Sr. Welder - Leeds' },
    ],
    ['a legal form', twin, { ...twin, company: 'Acme, Inc.' }],
    ['another spelling of the town', { ...twin, place: 'Munich, Germany' }, { ...twin, place: 'München' }],
    [
      'a frame around the text',
      { ...twin, text: harbour },
      { ...twin, text: `Posted for a partner. ${harbour} Never pay for an interview.` },
    ],
    ['half of the text', { ...twin, text: harbour }, { ...twin, text: harbour.slice(0, harbour.length / 2) }],
    ['no text', twin, { ...twin, text: '' }],
    [
      'a requisition written another way',
      { ...twin, requisition: 'R-10452' },
      { ...twin, requisition: 'REQ10452', about: 'Welding' },
    ],
    [
      'an address with tracking',
      { ...twin, url: 'https://jobs.example/1?utm_source=a' },
      { title: 'Other', url: 'https://jobs.example/1/' },
    ],
    [
      'a page that embeds the board',
      { ...twin, url: 'https://boards.greenhouse.io/acme/jobs/4418273' },
      { title: 'Welder (m/w/d)', url: 'https://acme.example/jobs?gh_jid=4418273' },
    ],
    [
      'where one applies',
      { ...twin, url: 'https://acme.example/jobs/7' },
      { ...twin, company: 'Acme Steel', applyUrl: 'https://www.acme.example/jobs/7/apply' },
    ],
    [
      'hours in the title, hours in a field',
      { ...twin, title: 'Welder (Part-Time)' },
      { ...twin, jobType: ['part time'] },
    ],
    [
      'the country alone',
      { ...twin, place: 'Lyon, France', text: harbour },
      { ...twin, place: 'France', text: harbour },
    ],
  ])('are found in spite of %s', (_, one, other) => {
    expect(search([made({ ...one, source: 'one' }), made({ ...other, source: 'two' })], {}).total).toBe(1);
  });

  test.each<[string, Made, Made]>([
    ['other towns', twin, { ...twin, place: 'Hull, UK' }],
    ['another level', twin, { ...twin, title: 'Senior Welder' }],
    ['another step', { ...twin, title: 'Welder II' }, { ...twin, title: 'Welder III' }],
    ['another team', { ...twin, title: 'Welder, Hulls' }, { ...twin, title: 'Welder, Decks' }],
    ['other companies', twin, { ...twin, company: 'Beta' }],
    ['other requisitions', { ...twin, requisition: 'A1234' }, { ...twin, requisition: 'A1235' }],
    ['other hours', { ...twin, title: 'Welder (Part-Time)' }, { ...twin, jobType: ['full time'] }],
    ['a contract', { ...twin, title: 'Welder (Contract)' }, twin],
    ['another text', twin, { ...twin, text: harbour }],
    [
      'one requisition in two towns',
      { ...twin, requisition: 'R77881' },
      { ...twin, requisition: 'R77881', place: 'Hull, UK' },
    ],
    ['no company on either', { ...twin, company: 'Confidential' }, { ...twin, company: 'Confidential' }],
  ])('stay apart: %s', (_, one, other) => {
    expect(search([made({ ...one, source: 'one' }), made({ ...other, source: 'two' })], {}).total).toBe(2);
  });

  test('of one board published months apart are two jobs, and a copy elsewhere joins only one of them', () => {
    const repost = [
      made({ ...twin, source: 'one', url: 'https://one.example/1', days: 60 }),
      made({ ...twin, source: 'one', url: 'https://one.example/2', days: 2 }),
      made({ ...twin, source: 'two', days: 3 }),
    ];
    const [old, young, elsewhere] = repost.map(({ source, id }) => `${source} ${id}`);
    expect(groupsOf(repost)).toEqual([`${old}`, [young, elsewhere].sort().join(' + ')].sort());
  });

  test('count on each source that has them', () => {
    const jobs = [
      made({ ...twin, source: 'one' }),
      made({ ...twin, source: 'two' }),
      made({ title: 'Cook', source: 'two' }),
    ];
    expect(search(jobs, {}).bySource).toEqual({ one: 1, two: 2 });
  });

  test('complete the record shown, keeping what is inferred', () => {
    const jobs = [
      made({ ...twin, source: 'one', pay: '£40,000 a year' }),
      made({
        ...twin,
        source: 'two',
        text: '',
        workplace: ['Hybrid'],
        title: 'Senior Welder',
        url: 'https://two.example/x',
      }),
      made({ ...twin, source: 'three', text: '', jobType: ['Full-time'], applyUrl: 'https://three.example/apply/9' }),
    ];
    const { jobs: found } = search(jobs, { jobType: 'full time' });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ source: 'one', jobType: 'full time', workplace: null, salary: { min: 40_000 } });
  });
});

describe('grouping', () => {
  const varied = fc.record({
    source: fc.constantFrom('one', 'two', 'three'),
    title: fc.constantFrom('Welder', 'WELDER', 'Senior Welder', 'Sr. Welder', 'Welder - Leeds', 'Welder (Part-Time)'),
    company: fc.constantFrom('Acme', 'ACME Ltd', 'Beta'),
    place: fc.constantFrom('Leeds, UK', 'Leeds', 'Hull, UK', 'United Kingdom', ''),
    text: fc.constantFrom('', harbour, `${harbour} Apply soon.`, harbour.slice(0, 150)),
    requisition: fc.constantFrom('', 'R-1001', '1002'),
    url: fc.integer({ min: 1, max: 12 }).map((number) => `https://jobs.example/${number}`),
    days: fc.integer({ min: 0, max: 5 }),
  });
  const someJobs = fc
    .uniqueArray(varied, { minLength: 2, maxLength: 14, selector: ({ source, url }) => `${source} ${url}` })
    .map((list) =>
      list.map(({ requisition, ...each }) => made({ ...each, ...(requisition === '' ? {} : { requisition }) })),
    );

  test('does not depend on the order of the boards or of their postings', () => {
    const shuffledPair = someJobs.chain((jobs) =>
      fc.tuple(fc.constant(jobs), fc.shuffledSubarray(jobs, { minLength: jobs.length })),
    );
    fc.assert(
      fc.property(shuffledPair, ([jobs, shuffled]) => expect(groupsOf(shuffled)).toEqual(groupsOf(jobs))),
      { numRuns: 25 },
    );
  });

  test('never joins two openings of one board with different URLs', () => {
    fc.assert(
      fc.property(someJobs, (jobs) => {
        for (const { members } of allGroups(corpusOf(jobs))) {
          const addresses = new Set(members.map(({ job }) => `${job.source} ${job.url}`));
          const urls = new Set(members.map(({ job }) => job.url));
          const sources = new Set(members.map(({ job }) => job.source));
          expect(addresses.size === sources.size || urls.size === 1).toBe(true);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('does about ten times the work for ten times the postings', () => {
    const boards = (count: number) =>
      ['one', 'two'].map((source) => {
        const job = made({ title: 'Welder', source, text: '' });
        const jobs = Array.from({ length: count / 2 }, (_, at) => ({
          ...job,
          id: `job_${String(at).padStart(15, '0')}${source[0]}`,
          url: `https://${source}.example/${at}`,
          title: `Welder ${at % 40}`,
          company: { ...job.company, name: `Company ${Math.floor(at / 50)}` },
        }));
        const { size, entryAt } = prepareCollection(source, jobs);
        return Array.from({ length: size }, (_, at) => entryAt(at));
      });
    /** How often an entry is looked at: each comparison looks at two. */
    const looksAt = (count: number): number => {
      let looks = 0;
      const entries = new Proxy(boards(count).flat(), {
        get(target, name, receiver) {
          if (typeof name === 'string' && /^\d+$/.test(name)) looks += 1;
          return Reflect.get(target, name, receiver);
        },
      });
      runSync(clusterPairs(entries, runSync(findPairs(entries))));
      return looks;
    };
    // Comparing every posting with every other one would be a hundred times the work.
    expect(looksAt(15_000) / looksAt(1500)).toBeLessThan(12);
    const all = boards(15_000).flat();
    expect(cpuMs(() => runSync(clusterPairs(all, runSync(findPairs(all)))), 1000, 3)).toBeLessThan(4000);
  });

  test('does not compare an employer’s mass openings', () => {
    const jobs = ['one', 'two'].flatMap((source) =>
      Array.from({ length: 100 }, (_, at) =>
        made({ ...twin, source, text: '', requisition: `${source}-${at}`, tags: [`ward ${at}`] }),
      ),
    );
    expect(corpusOf(jobs).columns.size).toBe(200);
  });
});
