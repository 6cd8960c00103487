import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cutWords, joinCompounds } from '../../../shared/keyword/cut-words.js';
import { plainLetters } from '../../../shared/words/text.js';

describe('word splitting', () => {
  test.each([
    ['C++, C# and F#', ['cplusplus', 'csharp', 'and', 'fsharp']],
    ['.NET, ASP.NET or example.net', ['dotnet', 'dotnet', 'or', 'example', 'net']],
    ['Node.js / React.js / Vue.js', ['nodejs', 'react', 'vue']],
    ['R&D, Q&A', ['rnd', 'q', 'a']],
    ['Front-End, front end, frontend', ['frontend', 'frontend', 'frontend']],
    ['full-stack Dev Ops', ['fullstack', 'devops']],
    ['the front. End of it', ['the', 'front', 'end', 'of', 'it']],
    ['Zürich – “Löwenbräu”', ['zurich', 'lowenbrau']],
    ['Инженер, エンジニア', ['инженер', 'エン', 'ンシ', 'シニ', 'ニア']],
    ['L’équipe', ['l', 'equipe']],
    ['', []],
  ])('%s', (text, words) => {
    expect(cutWords(text)).toEqual(words);
  });

  test('finds in any plain text the words that a search by letters finds', () => {
    const letters = fc.array(fc.stringMatching(/^[a-zäéßł]{4,8}$/), { maxLength: 8 });
    fc.assert(
      fc.property(letters, fc.constantFrom(' ', ', ', ' – ', '/', '. ', '\n• '), (list, gap) => {
        const text = list.join(gap);
        expect(cutWords(text)).toEqual(plainLetters(text).match(/[\p{L}\p{N}]+/gu) ?? []);
      }),
    );
  });

  test('never throws, whatever the text', () => {
    const codes = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 });
    fc.assert(fc.property(codes, (list) => void cutWords(String.fromCharCode(...list))));
  });
});

test('compounds of a keyword become one word, other words are unchanged', () => {
  expect(joinCompounds('Front end OR back-end developer')).toBe('Frontend OR backend developer');
  expect(joinCompounds('front desk, data end')).toBe('front desk, data end');
});
