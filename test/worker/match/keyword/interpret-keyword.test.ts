import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseKeyword } from '../../../../shared/keyword/parse-keyword.js';
import { interpretKeyword } from '../../../../worker/match/keyword/interpret-keyword.js';
import { made, search } from '../../lib/made-jobs.js';

const readKeyword = (text: string) => interpretKeyword(parseKeyword(text).root);

/** A keyword's conjunctions as lists of what each clause matches. */
const asked = (text: string) =>
  readKeyword(text).conjunctions.map(({ clauses }) =>
    clauses.map(({ variants }) => {
      const own = variants.filter(({ weight }) => weight === 1);
      return own.map((variant) => variant.asked).join(' | ');
    }),
  );
const variantsOf = (text: string) =>
  readKeyword(text).conjunctions.flatMap(({ clauses }) =>
    clauses.map(({ variants }) => variants.map(({ words }) => words.join(' '))),
  );

describe('a keyword', () => {
  test.each<[string, string[][]]>([
    ['java developer', [['java', 'developer']]],
    ['"java developer" berlin', [['java developer', 'berlin']]],
    ['react or vue developer', [['react | vue', 'developer']]],
    [
      'data scientist OR machine learning engineer',
      [
        ['data', 'scientist'],
        ['machine', 'learning', 'engineer'],
      ],
    ],
    ['(chef OR cook) berlin', [['chef | cook', 'berlin']]],
    ['("sous chef" OR "head cook") (berlin OR graz)', [['head cook | sous chef', 'berlin | graz']]],
    ['tax OR softwareentwickler', [['tax'], ['software', 'entwickler']]],
    ['jobs for nurses in berlin', [['nurses', 'berlin']]],
    ['part-time cook', [['part time', 'cook']]],
    ['work from home', [['work from home']]],
    ['the', [['the']]],
    ['title:nurse "c++"', [['nurse', 'c++']]],
    ['"', []],
    ['-nurse', [[]]],
    ['', []],
  ])('%s', (text, clauses) => {
    expect(asked(text)).toEqual(clauses);
  });

  test('excludes words without their synonyms, phrases, groups and facts', () => {
    const [conjunction] = readKeyword('cook -"head chef" NOT night -(x OR (b c)) -part-time').conjunctions;
    expect(conjunction?.without).toMatchObject([
      { kind: 'holds', variants: [{ words: ['head', 'chef'] }] },
      {
        kind: 'any',
        of: [{ kind: 'all', of: [{ kind: 'holds' }, { kind: 'holds' }] }, { variants: [{ words: ['x'] }] }],
      },
      { kind: 'holds', variants: [{ words: ['night'] }] },
      { kind: 'holds', variants: [{ words: ['part', 'time'] }] },
    ]);
    expect(readKeyword('full-time').conjunctions[0]?.without).toEqual([]);
  });

  test('names the words it leaves out', () => {
    expect(readKeyword('jobs for nurses in berlin').notices).toEqual([
      'Nearly every posting has "jobs", "for", "in": the search ignores these words.',
    ]);
    expect(readKeyword('not for profit manager').notices).toEqual([
      'Nearly every posting has "-for": the search ignores this word.',
    ]);
    expect(readKeyword('nurse berlin').notices).toEqual([]);
  });

  test('has synonyms by descending weight, and none for quoted and field terms', () => {
    const [software, engineer] = variantsOf('software engineer');
    expect(software).toEqual(expect.arrayContaining(['software', 'swe', 'software developer']));
    expect(engineer?.[0]).toBe('engineer');
    expect(variantsOf('"software engineer"')).toEqual([['software engineer']]);
    expect(variantsOf('title:developer company:sre')).toEqual([['developer'], ['sre']]);
    for (const { clauses } of readKeyword('senior dev k8s welding').conjunctions)
      for (const { variants } of clauses) {
        const weights = variants.map(({ weight }) => weight);
        expect(weights).toEqual([...weights].sort((a, b) => b - a));
        expect(weights[0]).toBe(1);
      }
  });

  test('does not match facts in running text', () => {
    const [conjunction] = readKeyword('senior remote part-time "remote" cook').conjunctions;
    expect(conjunction?.clauses.map(({ variants }) => variants[0]?.ignored !== 0)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test('has a bounded number of conjunctions', () => {
    const long = Array.from({ length: 30 }, () => '(a b OR c d)').join(' ');
    expect(readKeyword(long).conjunctions.length).toBeLessThanOrEqual(32);
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '(', ')', 'OR', '"', '-', 'b c'), { maxLength: 60 }), (parts) => {
        expect(readKeyword(parts.join(' ')).conjunctions.length).toBeLessThanOrEqual(64);
      }),
    );
  });
});

test('the own words of a query come before their translations', () => {
  const about = 'the work of the day';
  const jobs = [
    made({ title: 'Engineer', about, days: 0 }),
    made({ title: 'Ingénieur', about, days: 30 }),
    made({ title: 'Ingeniero', about, days: 0 }),
  ];
  expect(search(jobs, { keyword: 'ingénieur' }).titles[0]).toBe('Ingénieur');
  expect(search(jobs, { keyword: 'ingeniero' }).titles[0]).toBe('Ingeniero');
});

test('a title of another language finds the usual English ones, each as a whole, and no word that has other meanings', () => {
  const about = 'the work of the day';
  const jobs = ['Software Engineer', 'Java Developer', 'Développeur'].map((title) => made({ title, about, days: 3 }));
  expect(search(jobs, { keyword: 'développeur' }).titles).toEqual([
    'Développeur',
    'Software Engineer',
    'Java Developer',
  ]);
  const servers = ['Product Engineer, Server', 'Waiter'].map((title) => made({ title, about }));
  expect(search(servers, { keyword: 'camarero' }).titles).toEqual(['Waiter']);
});

test.each([
  ['analityka biznesowego', 'Analityk biznesowy'],
  ['magazynierów', 'Magazynier'],
  ['kasjerka', 'Kasjer'],
  ['pielęgniarz', 'Pielęgniarka'],
  ['kucharka', 'Kucharz'],
  ['kierowca kategorii C', 'Kierowca kat. C'],
  ['praca dla kierowcy', 'Kierowca kat. C'],
  ['robota murarz', 'Murarz'],
  ['staż', 'Stażysta'],
  ['curro de camarero', 'Camarera'],
  ['chamba de cocinero', 'Cocinera'],
  ['peluqueros', 'Peluquera'],
  ['administrativo', 'Administrativa'],
  ['encargada', 'Encargado de tienda'],
  ['becaria', 'Becario de marketing'],
  ['prácticas', 'Becario de marketing'],
])('"%s" finds "%s": forms of words and slang for a job are no other work', (keyword, title) => {
  const about = 'the work of the day';
  const jobs = [title, 'Geologist', 'Data Entry Clerk'].map((each) => made({ title: each, about }));
  expect(search(jobs, { keyword }).titles).toEqual([title]);
});

test.each(['teletrabajo', 'praca zdalna', 'zdalnie', 'télétravail'])('"%s" finds remote work', (keyword) => {
  const about = 'the work of the day';
  const jobs = [made({ title: 'Clerk', about, workplace: ['Remote'] }), made({ title: 'Baker', about })];
  expect(search(jobs, { keyword }).titles).toEqual(['Clerk']);
});
