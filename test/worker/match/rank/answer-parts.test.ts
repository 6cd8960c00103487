import { describe, expect, test } from '@jest/globals';
import type { Job } from '../../../../shared/search/job.js';
import { anySearch } from '../../../../shared/search/query/query.js';
import { searchCorpus } from '../../../../worker/match/rank/search-corpus.js';
import { corpusOf, gazetteer, made, now } from '../../lib/made-jobs.js';

const about = 'the work of the day';
const partOf = ({ match }: Job): string => (match.near ? 'near' : match.inText ? 'mention' : 'title');

function find(jobs: Parameters<typeof corpusOf>[0], query: Partial<typeof anySearch>) {
  const found = searchCorpus(corpusOf(jobs), { ...anySearch, ...query }, { now, gazetteer });
  return { ...found, jobs: found.take(200) };
}

const named = (jobs: readonly Job[]): string[] => jobs.map((job) => `${partOf(job)}: ${job.title}`);

describe('an answer by relevance', () => {
  const jobs = [
    made({ title: 'Healthcare Assistant', about: 'the shop of the clinic', days: 0 }),
    made({ title: 'Shop Assistant', about, days: 300 }),
    made({ title: 'Retail Sales Associate', about, days: 90 }),
    made({ title: 'Data Engineer', about: 'a shop has an assistant', days: 0 }),
  ];

  test('has titles first, then near titles, then what only mentions the words', () => {
    const { exact, total, jobs: found } = find(jobs, { keyword: 'shop assistant' });
    const [first, second, ...mentions] = named(found);
    expect([first, second]).toEqual(['title: Shop Assistant', 'near: Retail Sales Associate']);
    expect(mentions.sort()).toEqual(['mention: Data Engineer', 'mention: Healthcare Assistant']);
    expect([exact, total]).toEqual([3, 4]);
    const scores = found.map(({ match }) => match.score);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
    expect(found[3]?.match.why[0]).toMatch(/mentions ".*shop/);
  });

  test('by date has mentions among the titles, and near ones last', () => {
    const { jobs: found } = find(jobs, { keyword: 'shop assistant', sortBy: 'recent' });
    expect(found.map(partOf)).toEqual(['mention', 'mention', 'title', 'near']);
  });

  test('begins alike however much of it is listed, and gives the same records for a list', () => {
    const many = [
      ...Array.from({ length: 20 }, (_, at) => made({ title: 'Shop Assistant', about, company: `Shop ${at}` })),
      ...Array.from({ length: 140 }, (_, at) =>
        made({ title: 'Retail Sales Associate', about, company: `Mart ${at}` }),
      ),
      ...Array.from({ length: 60 }, (_, at) =>
        made({ title: 'Data Engineer', about: 'a shop has an assistant', company: `Data ${at}` }),
      ),
    ];
    const { exact, total, jobs: all, list, named: recordsOf } = find(many, { keyword: 'shop assistant' });
    expect([exact, total, all.length]).toEqual([80, 160, 160]);
    expect(all.map(partOf)).toEqual([
      ...Array.from({ length: 20 }, () => 'title'),
      ...Array.from({ length: 80 }, () => 'near'),
      ...Array.from({ length: 60 }, () => 'mention'),
    ]);
    const { ranked } = list(160, 0);
    for (const depth of [1, 15, 25, 99, 130]) expect(list(depth, 0).ranked).toEqual(ranked.slice(0, depth));
    expect(recordsOf(ranked)).toEqual(all);
  });

  test('has no near ones behind a hundred titles', () => {
    const many = Array.from({ length: 100 }, (_, at) =>
      made({ title: 'Shop Assistant', about, company: `Shop ${at}` }),
    );
    expect(find([...jobs, ...many], { keyword: 'shop assistant' }).jobs.map(partOf)).not.toContain('near');
  });
});

describe('a title is what was asked for', () => {
  test.each([
    [
      'it names the work and the text has the skill',
      'software engineer python',
      'Software Engineer',
      'Python',
      'title',
    ],
    ['it has a word in another role', 'customer service', 'Storage Service Engineer', 'the customer', 'mention'],
    ['it has the word before another role', 'nurse', 'Nurse Recruiter', 'the ward', 'mention'],
    ['it has the word before a role of the same work', 'nurse', 'Nurse Educator', 'the ward', 'title'],
    ['the words are in the text alone', 'nurse', 'Clinic Accountant', 'each nurse of the house', 'mention'],
  ])('%s', (_, keyword, title, what, part) => {
    expect(find([made({ title, about: what })], { keyword }).jobs.map(partOf)).toEqual([part]);
  });

  test('skills and facts are stated, too', () => {
    const jobs = [made({ title: 'Platform Operator', about, tags: ['Kubernetes'] })];
    expect(find(jobs, { keyword: 'kubernetes' }).jobs.map(partOf)).toEqual(['title']);
  });

  test('a keyword of exclusions alone asks for no title', () => {
    expect(find([made({ title: 'Platform Operator', about })], { keyword: '-nurse' }).jobs.map(partOf)).toEqual([
      'title',
    ]);
  });
});

describe('a known term of several words', () => {
  test('is read as a whole: its words have no other meaning', () => {
    const jobs = ['Executive Chef', 'Cook', 'Project Manager', 'Chef de projet'].map((title) => made({ title, about }));
    const { jobs: found } = find(jobs, { keyword: 'chef de projet' });
    expect(named(found).slice(0, 2)).toEqual(['title: Chef de projet', 'title: Project Manager']);
    expect(named(found)).not.toContain('title: Cook');
  });

  test('names no computer', () => {
    const jobs = ['Windows Server Analyst', 'Restaurant Server'].map((title) => made({ title, about }));
    expect(named(find(jobs, { keyword: 'camarero' }).jobs)).toEqual(['title: Restaurant Server']);
  });
});

describe('running text', () => {
  test.each([
    ['camarero', 'one server of many'],
    ['swe', 'software engineers ask you'],
    ['welding', 'beside a welder'],
  ])('does not meet %s by a synonym or a translation', (keyword, what) => {
    expect(find([made({ title: 'Accountant', about: what })], { keyword }).exact).toBe(0);
  });

  test('meets another spelling of a name', () => {
    expect(find([made({ title: 'Backend Developer', about: 'services in Golang' })], { keyword: 'go' }).exact).toBe(1);
  });
});
