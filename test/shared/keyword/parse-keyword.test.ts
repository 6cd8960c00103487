import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { printKeyword } from '../../../shared/keyword/keyword-node.js';
import { canonicalKeyword, parseKeyword } from '../../../shared/keyword/parse-keyword.js';
import { parseQuery } from '../../../shared/search/query/parse-query.js';
import { searchKey } from '../../../shared/search/query/query.js';

const printed = (text: string): string => {
  const { root } = parseKeyword(text);
  return root === null ? '' : printKeyword(root);
};

describe('a keyword is parsed as', () => {
  test.each<[string, string]>([
    ['java developer', 'java developer'],
    ['nurse or midwife', 'midwife OR nurse'],
    ['nurse Or midwife', 'midwife OR nurse'],
    ['nurse | midwife', 'midwife OR nurse'],
    ['nurse and/or midwife', 'midwife OR nurse'],
    ['engineer not senior', 'engineer -senior'],
    ['engineer NOT "head of"', 'engineer -"head of"'],
    ['engineer AND java', 'engineer java'],
    ['"or" "Not"', '"or" "not"'],
    ['react OR vue developer', '(react OR vue) developer'],
    ['data scientist OR machine learning engineer', '(data scientist) OR (machine learning engineer)'],
    ['tax OR softwareentwickler', 'softwareentwickler OR tax'],
    ['tax OR part-time', '(part time) OR tax'],
    ['(chef OR cook) berlin', '(chef OR cook) berlin'],
    ['a b OR (c d)', '(a b) OR (c d)'],
    ['(a b) OR c', '(a b) OR c'],
    ['engineer -.net', 'engineer -dotnet'],
    ['engineer -c++ -C# -r&d', 'engineer -cplusplus -csharp -rnd'],
    ['engineer −senior', 'engineer -senior'],
    ['-(a OR b)', '-(a OR b)'],
    ['x NOT (a b)', 'x -(a b)'],
    ['x -(a -(b OR c))', 'x -(a -(b OR c))'],
    ['NOT NOT x', 'x'],
    ['(a -b) OR c', '(a -b) OR c'],
    ['nurse -night OR midwife', '(midwife OR nurse) -night'],
    ['cook -part-time', 'cook -part-time'],
    ['full-time cook - berlin', 'full time cook berlin'],
    ['title:nurse', 'title:"nurse"'],
    ['Title: "Head Chef" COMPANY:acme', 'title:"head chef" company:"acme"'],
    ['cook -title:head -company:"Big Co"', 'cook -company:"big co" -title:"head"'],
    ['title:(nurse OR midwife)', 'title:"midwife" OR title:"nurse"'],
    ['nurse nurse NURSE', 'nurse'],
    ['ｎｕｒｓｅ　（Ａ　ＯＲ　Ｂ）', 'nurse (a OR b)'],
    ['front end Or back-end', 'backend OR frontend'],
    ['', ''],
    ['  ', ''],
  ])('%s', (text, canonical) => {
    expect(printed(text)).toBe(canonical);
    expect(parseKeyword(text).ignored).toEqual([]);
  });

  test.each<[string, string, RegExp]>([
    ['(nurse', 'nurse', /never closed/],
    ['nurse)', 'nurse', /without an opening one/],
    ['"head chef', '"head chef"', /quotation mark that is never closed/],
    ['nurse ""', 'nurse', /no word between them/],
    ['nurse ()', 'nurse', /no word between them/],
    ['nurse OR', 'nurse', /OR with nothing/],
    ['or nurse', 'nurse', /OR with nothing/],
    ['nurse NOT', 'nurse', /NOT with nothing/],
    ['nurse title:', 'nurse', /field .* without a value/],
    ['!!! --', '', /no word to look for/],
    [Array.from({ length: 60 }, (_, at) => `w${at}`).join(' '), '', /first 50 words/],
    [`${'('.repeat(30)}nurse${')'.repeat(30)}`, 'nurse', /Parentheses more than 12 deep/],
  ])('%s, and says what it leaves out', (text, canonical, notice) => {
    if (canonical !== '') expect(printed(text)).toBe(canonical);
    expect(parseKeyword(text).ignored.join(' ')).toMatch(notice);
  });
});

const word = fc.constantFrom('nurse', 'cook', 'c++', '.net', 'C#', 'head', 'berlin', 'zürich', 'sales', 'welder');
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `"${words.join(' ')}"`);
const field = fc.tuple(fc.constantFrom('title:', 'company:'), fc.oneof(word, phrase)).map((parts) => parts.join(''));
const { expression } = fc.letrec<{ expression: string; part: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small' },
    word,
    phrase,
    field,
    tie('expression').map((inner) => `(${inner})`),
    tie('expression').map((inner) => `-(${inner})`),
    word.map((each) => `-${each}`),
  ),
  expression: fc
    .array(fc.tuple(tie('part'), fc.constantFrom(' ', ' ', ' OR ', ' AND ', ' NOT ')), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.map(([part, gap], at) => (at === parts.length - 1 ? part : part + gap)).join('')),
}));

/** The same keyword in other letter case, with other spaces and with marks that have no meaning. */
function respelt(text: string, seed: number): string {
  let state = seed;
  const chance = (): number => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  const cased = [...text].map((letter) => (chance() < 0.5 ? letter.toUpperCase() : letter.toLowerCase())).join('');
  const gaps = [' ', '  ', '\t', ' , ', ' ; ', '\u00a0', ' . '];
  const parts = cased.split(/("[^"]*")/);
  return parts
    .map((part) =>
      part.startsWith('"') ? part : part.replaceAll(' ', () => gaps[Math.floor(chance() * gaps.length)] ?? ' '),
    )
    .join('');
}

function keyOf(keyword: string): string {
  const read = parseQuery({ keyword });
  if ('errors' in read) throw new Error(JSON.stringify(read.errors));
  return searchKey(read.query);
}

describe('the key of a search', () => {
  test('ignores case, spaces and marks without meaning', () => {
    fc.assert(
      fc.property(
        expression.filter((text) => text.length < 100),
        fc.nat(),
        (text, seed) => {
          const other = respelt(text, seed);
          expect(canonicalKeyword(other)).toBe(canonicalKeyword(text));
          expect(parseKeyword(other)).toEqual(parseKeyword(text));
          if (other.length < 200) expect(keyOf(other)).toBe(keyOf(text));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('is the same for queries parsed alike, and differs for others', () => {
    fc.assert(
      fc.property(expression, expression, (one, other) => {
        const same = JSON.stringify(parseKeyword(one)) === JSON.stringify(parseKeyword(other));
        expect(canonicalKeyword(one) === canonicalKeyword(other)).toBe(same);
      }),
    );
  });

  test.each([
    ['a or b', 'a OR b'],
    ['cook not head', 'cook -head'],
    ['Node.JS', 'node js'],
    ['(nurse) or (midwife)', 'midwife OR nurse'],
  ])('%s and %s share one key', (one, other) => expect(keyOf(one)).toBe(keyOf(other)));

  test.each([
    ['a "or" b', 'a or b'],
    ['c', 'c++'],
    ['c#', 'c++'],
    ['.net', 'net'],
    ['cook -head', 'cook head'],
    ['cook-head', 'cook -head'],
    ['"head cook"', 'head cook'],
    ['title:cook', 'title cook'],
    ['-(a OR b)', '-(a b)'],
  ])('%s and %s have two keys', (one, other) => expect(keyOf(one)).not.toBe(keyOf(other)));
});

test('the canonical form of a keyword parses to the same keyword', () => {
  fc.assert(fc.property(expression, (text) => expect(printed(printed(text))).toBe(printed(text))));
});

test('any text is parsed without an error, and quickly', () => {
  const signs = fc.array(fc.constantFrom('a', '(', ')', 'OR', 'not', '"', '-', '-(', 'title:', '|', '.net', ' '), {
    maxLength: 200,
  });
  const began = process.cpuUsage();
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        signs.map((list) => list.join('')),
      ),
      (text) => void parseKeyword(text),
    ),
  );
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(2000);
});
