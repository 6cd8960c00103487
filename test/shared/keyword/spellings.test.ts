import { describe, expect, test } from '@jest/globals';
import { writtenTerm } from '../../../shared/keyword/keyword-node.js';
import { canonicalKeyword, parseKeyword, spellingsOf } from '../../../shared/keyword/parse-keyword.js';

describe('the words of a keyword as it writes them', () => {
  test.each([
    ['Bäcker', ['backer'], 'bäcker'],
    ['INGÉNIEUR logiciel', ['ingenieur', 'logiciel'], 'ingénieur logiciel'],
    ['Ba\u0308cker', ['backer'], 'bäcker'],
    ['Straßenbauer', ['strassenbauer'], 'straßenbauer'],
    ['C++ Bäcker', ['cplusplus'], 'c++'],
    ['backer', ['backer'], 'backer'],
  ])('of %s', (keyword, words, written) => {
    expect(spellingsOf(keyword)(words)).toBe(written);
  });

  test('are kept with its terms, and two spellings stay one keyword', () => {
    const { root } = parseKeyword('Bäcker');
    expect(root?.kind === 'term' && writtenTerm(root)).toBe('bäcker');
    expect(canonicalKeyword('Bäcker')).toBe(canonicalKeyword('backer'));
  });
});
