import { areas } from '../../shared/places/areas.js';
import { canonicalLocation } from '../../shared/places/canonical-location.js';
import { namedRegions } from '../../shared/places/named-regions.js';
import { type WordCounts, wordKinds } from '../../shared/search/collections/word-counts.js';
import { mostSuggested, type SuggestAnswer } from '../../shared/search/suggest-answer.js';
import { plainLetters, tidyText } from '../../shared/words/text.js';

type Row = { word: string; jobs: number; text: string };

/** Words with the text that is compared: `" senior c++ engineer"`. The most frequent come first. */
export type PreparedWords = { titles: Row[]; skills: Row[]; companies: Row[]; places: Row[] };

/** A text as it is compared: without marks and case, words apart by one space. */
const comparable = (text: string): string =>
  plainLetters(tidyText(text))
    .replace(/[^\p{L}\p{N}+#]+/gu, ' ')
    .trim();

/** What else areas and the regions that people name are called: "Europe, Middle East and Africa" is EMEA. */
const otherNames = new Map(
  [...areas, ...namedRegions].map(({ name, spellings }) => [canonicalLocation(name), spellings] as const),
);

/** Prepares published words for completing. */
export function prepareWords(words: WordCounts): PreparedWords {
  const rows = (kind: keyof PreparedWords): Row[] =>
    words[kind].map(([word, jobs]) => {
      const names = [word, ...(kind === 'places' ? (otherNames.get(word) ?? []) : [])];
      return { word, jobs, text: names.map((name) => ` ${comparable(name)}`).join('') };
    });
  return {
    titles: rows('titles'),
    skills: rows('skills'),
    companies: rows('companies'),
    places: rows('places'),
  };
}

/** Completions of a text: words with this prefix first, then phrases in which a later word has it. */
export function findWords(prepared: PreparedWords | null, q: string): SuggestAnswer {
  const start = ` ${comparable(q)}`;
  const answer: SuggestAnswer = { q, titles: [], skills: [], companies: [], places: [] };
  if (prepared === null || start === ' ') return answer;
  for (const kind of wordKinds) {
    const inside: Row[] = [];
    const found: Row[] = [];
    for (const row of prepared[kind]) {
      const at = row.text.indexOf(start);
      if (at === 0) found.push(row);
      else if (at > 0 && inside.length < mostSuggested) inside.push(row);
      if (found.length === mostSuggested) break;
    }
    answer[kind] = [...found, ...inside].slice(0, mostSuggested).map(({ word, jobs }) => ({ word, jobs }));
  }
  return answer;
}
