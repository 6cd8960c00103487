import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';
import type { Reading } from '../../../worker/sources/source.js';
import { openKind, recordsOf } from '../../lib/open-kind.js';

/** Answers recorded from real systems. They are not part of the repository: without them these tests are skipped. */
const folder = projectFile('../shared/examples');
const recorded = existsSync(folder) ? describe : describe.skip;
const load = (path: string): string => readFileSync(`${folder}/${path}`, 'utf8');

type Job = ReturnType<typeof recordsOf>[number];

/** What a record may tell, as the recorded files state it. What was deduced does not count. */
const facts = {
  company: ({ company }: Job) => company.name,
  address: ({ company }: Job) => company.url,
  logo: ({ company }: Job) => company.logoUrl,
  places: ({ places }: Job) => places.length || null,
  regions: ({ remoteRegions }: Job) => remoteRegions.length || null,
  workplace: ({ workplace }: Job) => workplace,
  type: ({ jobType, inferred }: Job) => (inferred.includes('jobType') ? null : jobType),
  level: ({ experienceLevel, inferred }: Job) => (inferred.includes('experienceLevel') ? null : experienceLevel),
  salary: ({ salary }: Job) => salary,
  posted: ({ postedAt }: Job) => postedAt,
  until: ({ validUntil }: Job) => validUntil,
  apply: ({ applyUrl }: Job) => applyUrl,
  number: ({ requisitionId }: Job) => requisitionId,
  text: ({ description }: Job) => description || null,
  tags: ({ tags }: Job) => tags.length || null,
};
type Filled = Partial<Record<keyof typeof facts, number>>;

/** How many records tell each fact; what none tells is left out. */
function filledIn(records: readonly Job[]): Filled {
  const counts = Object.entries(facts).map(([name, tell]) => [
    name,
    records.filter((job) => tell(job) !== null).length,
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}

const rows: { kind: string; settings?: object; path: string; postings: number; filled: Filled }[] = [
  {
    kind: 'greenhouse',
    settings: { board: 'a' },
    path: 'ats/greenhouse_gitlab_list.json',
    postings: 2,
    filled: {
      company: 2,
      places: 2,
      regions: 2,
      workplace: 2,
      salary: 1,
      posted: 2,
      apply: 2,
      number: 2,
      text: 2,
      tags: 2,
    },
  },
  {
    kind: 'lever',
    settings: { site: 'matchgroup' },
    path: 'ats/lever_matchgroup.json',
    postings: 2,
    filled: { company: 2, places: 2, workplace: 2, type: 2, salary: 1, posted: 2, apply: 2, text: 2, tags: 2 },
  },
  {
    kind: 'ashby',
    settings: { board: 'linear' },
    path: 'ats/ashby_linear.json',
    postings: 2,
    filled: { company: 2, regions: 2, workplace: 2, type: 2, posted: 2, apply: 2, text: 2, tags: 2 },
  },
  {
    kind: 'workable',
    settings: { account: 'zaelab' },
    path: 'ats/workable_widget_zaelab.json',
    // Two rows of one opening, a location each.
    postings: 1,
    filled: { company: 1, places: 1, workplace: 1, posted: 1, tags: 1 },
  },
  {
    kind: 'personio',
    settings: { company: 'acme' },
    path: 'ats/personio.xml',
    postings: 2,
    filled: { company: 2, places: 2, type: 2, level: 2, posted: 2, tags: 2 },
  },
  {
    kind: 'teamtailor',
    settings: { site: 'career.teamtailor.com' },
    path: 'ats/teamtailor_jobs.json',
    postings: 2,
    filled: { company: 2, places: 2, posted: 2 },
  },
  {
    kind: 'arbeitnow',
    path: 'aggregators/arbeitnow_3.json',
    postings: 3,
    filled: { company: 3, places: 2, workplace: 1, posted: 3, text: 3, tags: 3 },
  },
  {
    kind: 'remotive',
    path: 'aggregators/remotive_4_with_legal_header.json',
    postings: 4,
    // Two of the recorded descriptions were cut off inside their first tag.
    filled: { company: 4, logo: 4, regions: 4, workplace: 4, type: 4, salary: 3, posted: 4, text: 2, tags: 4 },
  },
  {
    kind: 'remoteok',
    path: 'aggregators/remoteok_5_short.json',
    postings: 4,
    filled: { company: 4, places: 4, workplace: 4, posted: 4, apply: 4, text: 4, tags: 4 },
  },
  {
    kind: 'himalayas',
    path: 'aggregators/himalayas_4.json',
    postings: 4,
    filled: {
      company: 4,
      logo: 4,
      regions: 4,
      workplace: 4,
      type: 4,
      level: 4,
      salary: 2,
      posted: 4,
      until: 4,
      apply: 4,
      text: 4,
      tags: 4,
    },
  },
  {
    kind: 'jobicy',
    path: 'aggregators/jobicy_4.json',
    postings: 4,
    filled: {
      company: 4,
      logo: 4,
      regions: 4,
      workplace: 4,
      type: 4,
      level: 3,
      salary: 1,
      posted: 4,
      text: 4,
      tags: 4,
    },
  },
  {
    kind: 'weworkremotely',
    path: 'aggregators/weworkremotely_2020.rss',
    postings: 4,
    filled: { company: 4, address: 4, logo: 3, regions: 4, workplace: 4, posted: 4, text: 4, tags: 4 },
  },
];

recorded('recorded answers (need ../shared/examples)', () => {
  const recordsIn = (reading: Reading) => {
    expect(reading.flaws ?? []).toEqual([]);
    return recordsOf(reading);
  };

  test.each(rows)('$kind gives every posting of $path with what it states', ({ kind, settings, path, ...expected }) => {
    const records = recordsIn(openKind({ kind, ...settings }).read(load(path)));
    expect({ postings: records.length, filled: filledIn(records) }).toEqual(expected);
  });

  test.each([
    ['aggregators/weworkremotely_2020.rss', 4],
    ['ats/teamtailor_jobs.json', 2],
  ])('feed gives every posting of %s', (path, postings) => {
    expect(recordsIn(openKind({ kind: 'feed', url: 'https://x.example/feed' }).read(load(path)))).toHaveLength(
      postings,
    );
  });

  test('recruitee gives every fact of its offer', () => {
    const company: unknown = JSON.parse(load('ats/recruitee_small.json')).subdomains.secureco;
    const records = recordsIn(openKind({ kind: 'recruitee', company: 'secureco' }).read(company));
    expect(filledIn(records)).toEqual({
      company: 1,
      places: 1,
      workplace: 1,
      type: 1,
      level: 1,
      salary: 1,
      posted: 1,
      apply: 1,
      text: 1,
      tags: 1,
    });
    expect(records[0]).toMatchObject({ workplace: 'hybrid', salary: { per: 'year', currency: 'EUR' } });
  });

  test('smartrecruiters gives every fact of an entry of its list, which is a detail without a text', () => {
    const { read } = openKind({ kind: 'smartrecruiters', company: 'knight' });
    const list = load('ats/smartrecruiters_list.json');
    const [ask] = read(list).follow;
    const [entry] = JSON.parse(list).content;
    expect(filledIn(recordsIn(read(entry, ask)))).toEqual({
      company: 1,
      places: 1,
      type: 1,
      posted: 1,
      number: 1,
      tags: 1,
    });
  });

  test('bamboohr gives every fact of its list', () => {
    const { read } = openKind({ kind: 'bamboohr', company: 'acme' });
    const list = load('ats/bamboohr_list.json');
    const { follow, flaws } = read(list);
    expect([follow.length, flaws]).toEqual([JSON.parse(list).result.length, []]);
    const records = follow.flatMap((ask) => recordsIn(read({ result: { jobOpening: {} } }, ask)));
    expect(filledIn(records)).toEqual({ company: 2, places: 2, workplace: 2, type: 2, tags: 2 });
  });

  test('workday asks for each detail of its list', () => {
    const { read } = openKind({ kind: 'workday', tenant: 'salesforce', site: 'External' });
    const { follow, flaws } = read(load('ats/workday_salesforce_list.json'));
    expect([follow.map(({ role }) => role), flaws]).toEqual([['detail', 'detail'], []]);
  });

  test('hn-hiring gives every offer of a thread, and names the comment that is none', () => {
    const { hits } = JSON.parse(load('aggregators/hn_whoishiring_algolia_7.json'));
    const { asks, read } = openKind({ kind: 'hn-hiring' });
    const threads = { hits: [{ objectID: '48747976', title: 'Ask HN: Who is hiring? (July 2026)' }] };
    const [thread] = read(threads, asks()[0]).follow;
    const { flaws, ...reading } = read({ hits }, thread);
    expect(filledIn(recordsIn({ ...reading }))).toEqual({
      company: 5,
      places: 1,
      regions: 3,
      workplace: 5,
      type: 5,
      salary: 2,
      posted: 5,
      text: 5,
      tags: 1,
    });
    expect(flaws).toHaveLength(1);
  });

  test('hn-hiring makes clean records of a whole thread', () => {
    const lines = load('hn/hn_2016-10_sample_150_for_developers.jsonl').trim().split('\n');
    const hits = lines.map((line, at) => ({
      objectID: String(at),
      comment_text: JSON.parse(line).full_html,
      parent_id: 1,
      story_id: 1,
    }));
    const ask = { url: 'https://x.example', role: 'listing', accept: 'json', memo: '1' } as const;
    const reading = openKind({ kind: 'hn-hiring' }).read({ hits }, ask);
    expect(reading.postings.length + (reading.flaws?.length ?? 0)).toBe(lines.length);
    expect(recordsOf(reading).length).toBeGreaterThanOrEqual(100);
  });

  test('site reads every saved page, or names it', () => {
    for (const name of readdirSync(`${folder}/jsonld`)) {
      const { read } = openKind({ kind: 'site', render: 'never', pages: [`https://x.example/${name}`] });
      const reading = read(load(`jsonld/${name}`));
      if (/icims_detail_no/.test(name)) expect(reading.flaws).toHaveLength(1);
      else expect(reading.postings.length).toBeGreaterThanOrEqual(1);
      recordsOf(reading);
    }
  });
});
