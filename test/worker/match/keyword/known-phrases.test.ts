import { expect, test } from '@jest/globals';
import { prepareCollection } from '../../../../worker/match/corpus/load-collections.js';
import { isKnownPhrase, knownPhrasesIn } from '../../../../worker/match/keyword/synonyms.js';
import { tokensOf } from '../../../../worker/match/words/tokens.js';
import { made } from '../../lib/made-jobs.js';

const phrasesOf = (job: Parameters<typeof made>[0]) => knownPhrasesIn(prepareCollection('one', [made(job)]));

test('a known term is found in the fields that have its words side by side', () => {
  const term = tokensOf('software developer').join(' ');
  expect(isKnownPhrase(term.split(' '))).toBe(true);
  expect(phrasesOf({ title: 'Software Developer' }).title).toContain(term);
  expect(phrasesOf({ title: 'Software and Web Developer' }).title).not.toContain(term);
  const { title, text } = phrasesOf({ title: 'Developer', text: 'You are a software developer.' });
  expect([title.includes(term), text.includes(term)]).toEqual([false, true]);
});

test('facts of several words are known, other words side by side are not', () => {
  expect([isKnownPhrase(tokensOf('part time')), isKnownPhrase(tokensOf('purple monkey'))]).toEqual([true, false]);
});
