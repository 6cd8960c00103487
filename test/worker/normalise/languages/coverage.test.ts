import { describe, expect, test } from '@jest/globals';
import { phraseLanguages, readPhrases } from '../../../../bench/quality/phrases.js';

/** The share of the phrases of a supported language that are read. */
const least = 0.95;

describe('facts in the languages of postings', () => {
  test.each(phraseLanguages())(
    'of "%s" are read from 95 of 100 ordinary phrases, and never from their denials',
    (language) => {
      const { stated, missed, saidWrongly } = readPhrases(language);
      expect(stated).toBeGreaterThanOrEqual(60);
      expect(missed.length <= stated * (1 - least) ? [] : missed).toEqual([]);
      expect(saidWrongly).toEqual([]);
    },
  );
});
