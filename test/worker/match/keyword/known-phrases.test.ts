import { expect, test } from '@jest/globals';
import { isKnownPhrase, knownPhrasesIn } from '../../../../worker/match/keyword/synonyms.js';
import { tokensOf } from '../../../../worker/match/words/tokens.js';

const phrasesOf = (text: string) => knownPhrasesIn(tokensOf(text).join(' '));

test('a known term is found where its words are side by side', () => {
  const term = tokensOf('software developer').join(' ');
  expect(isKnownPhrase(term.split(' '))).toBe(true);
  expect(phrasesOf('You are a software developer.')).toContain(term);
  expect(phrasesOf('Software and Web Developer')).not.toContain(term);
});

test('facts of several words are known, other words side by side are not', () => {
  expect([isKnownPhrase(tokensOf('part time')), isKnownPhrase(tokensOf('purple monkey'))]).toEqual([true, false]);
});
