import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anySearch } from '../../../../shared/search/query/query.js';
import { searchCorpus } from '../../../../worker/match/rank/search-corpus.js';
import { corpusOf, gazetteer, made, now, search } from '../../lib/made-jobs.js';

/** Words without synonyms, so that an expression matches literally; "c++" and ".net" because of their symbols. */
const vocabulary = ['plumber', 'forklift', 'c++', '.net', 'c#', 'violin'] as const;

/** A posting for each subset of the vocabulary, in its title; alternating companies Acme and Beta. */
const world = Array.from({ length: 2 ** vocabulary.length }, (_, bits) => ({
  words: vocabulary.filter((_word, at) => bits & (1 << at)),
  company: bits % 2 === 0 ? 'Acme' : 'Beta',
}));
const jobs = world.map(({ words, company }, at) =>
  made({
    title: `Post ${at}: ${words.join(', ')}`,
    company,
    about: `Number ${at}`,
    place: '',
    url: `https://one.example/${at}`,
    requisition: `r${at}`,
  }),
);
const corpus = corpusOf(jobs);

type Post = (typeof world)[number];

/** An expression with its meaning, and one of its spellings. */
type Expression = { text: string; holds: (post: Post) => boolean };

const word: fc.Arbitrary<Expression> = fc
  .tuple(fc.constantFrom(...vocabulary), fc.constantFrom('', '"', 'title:', 'TITLE:"'), fc.boolean())
  .map(([each, mark, isUpper]) => ({
    text: `${mark}${isUpper ? each.toUpperCase() : each}${mark.endsWith('"') ? '"' : ''}`,
    holds: ({ words }) => words.includes(each),
  }));
const company: fc.Arbitrary<Expression> = fc.constantFrom('Acme', 'beta').map((name) => ({
  text: `company:${name}`,
  holds: (post: Post) => post.company.toLowerCase() === name.toLowerCase(),
}));

const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    word,
    company,
    fc.tuple(tie('expression'), fc.constantFrom('-', 'NOT ', 'not ')).map(([inner, not]) => ({
      text: `${not}(${inner.text})`,
      holds: (post: Post) => !inner.holds(post),
    })),
    fc.tuple(tie('expression'), tie('expression'), fc.constantFrom(' ', ' and ', ' AND ')).map(([one, other, and]) => ({
      text: `(${one.text})${and}(${other.text})`,
      holds: (post: Post) => one.holds(post) && other.holds(post),
    })),
    fc
      .tuple(tie('expression'), tie('expression'), fc.constantFrom(' or ', ' OR ', ' Or ', '|'))
      .map(([one, other, or]) => ({
        text: `((${one.text})${or}(${other.text}))`,
        holds: (post: Post) => one.holds(post) || other.holds(post),
      })),
  ),
}));

function found(keyword: string): string[] {
  const { exact, take } = searchCorpus(corpus, { ...anySearch, keyword }, { now, gazetteer });
  return take(exact).map(({ url }) => url);
}

describe('a keyword with operators matches what it states', () => {
  test('in any nesting of words, phrases, symbols, fields and groups, each once', () => {
    fc.assert(
      fc.property(
        expression.filter(({ text }) => text.length <= 200),
        ({ text, holds }) => {
          const expected = world.flatMap((post, at) => (holds(post) ? [`https://one.example/${at}`] : []));
          expect(found(text).sort()).toEqual(expected.sort());
        },
      ),
      { numRuns: 400 },
    );
  });

  test('and its negation finds all other jobs', () => {
    fc.assert(
      fc.property(word, fc.constantFrom('-', 'not '), ({ text }, not) => {
        const [all, without, within] = [found('post'), found(`post ${not}${text}`), found(`post ${text}`)];
        expect([...without, ...within].sort()).toEqual(all.sort());
      }),
    );
  });

  test('with more alternatives than are multiplied out', () => {
    const groups = ['(plumber OR forklift violin)', '(c++ OR .net c#)', '(violin OR plumber c#)'].join(' ');
    const twice = `${groups} (c# violin OR plumber) (c++ OR forklift .net) (violin c# OR forklift)`;
    expect(found(twice).length).toBeGreaterThan(0);
    for (const url of found(twice)) expect(found(groups)).toContain(url);
  });
});

describe('names with several spellings find each other', () => {
  const spellings: readonly (readonly string[])[] = [
    ['C++', 'cpp', 'CPP', 'c++'],
    ['C#', 'csharp', 'C Sharp'],
    ['.NET', 'dotnet', 'Dot Net', 'ASP.NET'],
    ['Node.js', 'node', 'NodeJS', 'Node JS'],
    ['React.js', 'React', 'ReactJS'],
    ['Vue.js', 'Vue', 'VueJS'],
    ['JavaScript', 'js', 'Java Script'],
    ['TypeScript', 'TS'],
    ['Kubernetes', 'k8s'],
    ['Golang', 'Go'],
    ['PostgreSQL', 'Postgres'],
    ['Front-end', 'frontend', 'front end'],
    ['CI/CD', 'cicd', 'ci-cd'],
    ['R&D', 'r&d'],
    ['Objective-C', 'ObjectiveC', 'objc'],
  ];
  const pairs = spellings.flatMap((names) => names.flatMap((one) => names.map((other) => [one, other] as const)));

  test.each(pairs)('a search for %s finds a title with %s', (asked, written) => {
    const titles = [
      made({ title: `${written} Developer` }),
      made({ title: 'Pastry Cook', about: 'We go on to the next' }),
    ];
    expect(search(titles, { keyword: asked }).titles).toEqual([`${written} Developer`]);
    expect(search(titles, { keyword: `${asked} developer` }).titles).toEqual([`${written} Developer`]);
  });

  test.each([
    ['go', 'We go the extra mile'],
    ['golang', 'We go the extra mile'],
    ['node.js', 'A node of the network'],
    ['typescript', 'TS clearance'],
    ['c++', 'Vitamin C'],
    ['next.js', 'The next step'],
  ])('but %s does not match “%s” in running text', (keyword, about) => {
    expect(search([made({ title: 'Cook', about })], { keyword }).titles).toEqual([]);
  });

  describe('a technology whose name is an ordinary word', () => {
    const engineer = (at: number, about: string) => made({ title: 'Backend Engineer', company: `Firm ${at}`, about });
    const jobs = [
      engineer(1, 'You write services in Python, Go and Kafka'),
      engineer(2, 'Golang on Kafka'),
      engineer(3, 'Our stack is Go'),
      engineer(4, 'We go on with Kafka, on the go'),
      engineer(5, 'You know C, C++ or Rust'),
      engineer(6, 'After our series C you give swift answers; R&D removes rust'),
      made({ title: 'Software Engineer (Go)', company: 'Firm 7' }),
      made({ title: 'Go-to-Market Manager', company: 'Firm 8' }),
      made({ title: 'Warehouse Worker', company: 'Swift Transport' }),
    ];
    const firms = (keyword: string): string[] =>
      search(jobs, { keyword })
        .jobs.map(({ company }) => company.name?.replace('Firm ', '') ?? '')
        .sort();

    test.each([
      ['go', ['1', '2', '3', '7']],
      ['golang', ['1', '2', '3', '7']],
      ['GO KAFKA', ['1', '2']],
      ['kafka go', ['1', '2']],
      ['go or rust', ['1', '2', '3', '5', '7']],
      ['kafka -go', ['2', '4']],
      ['"go"', ['1', '3', '4', '7', '8']],
      ['title:go', ['7', '8']],
      ['go to market', ['8']],
      ['c', ['5']],
      ['rust', ['5']],
      ['series c', ['6']],
      ['r', []],
      ['swift', ['Swift Transport']],
      ['swift answers', ['6']],
    ])('%s finds what means it', (keyword, expected) => {
      expect(firms(keyword)).toEqual(expected);
    });

    test('is named in the reasons as it is written', () => {
      const why = (keyword: string, firm: string) =>
        search(jobs, { keyword }).jobs.find(({ company }) => company.name === firm)?.match.why[0];
      expect(why('go', 'Firm 7')).toBe('title has "go"');
      expect(why('go', 'Firm 3')).toBe('description mentions "go"');
      expect(why('golang', 'Firm 3')).toBe('description mentions "go" for "golang"');
    });
  });

  test('and “go to market” still matches', () => {
    const jobs = [made({ title: 'Manager', about: 'You own go to market' })];
    expect(search(jobs, { keyword: 'go to market manager' }).titles).toEqual(['Manager']);
  });
});
