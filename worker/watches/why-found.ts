import type { StoredWatch } from '../../shared/watches/watch.js';
import { plainLetters } from '../../shared/words/text.js';

/** Filters of a search, with what a person calls them. */
const filters = [
  ['location', 'in'],
  ['remoteFilter', ''],
  ['jobType', ''],
  ['experienceLevel', ''],
  ['salary', 'pays'],
  ['language', 'language'],
  ['skills', ''],
  ['label', ''],
] as const;

/** Words of a keyword that are named at most. */
const mostWords = 6;

/**
 * Why a search found an opening: the words of its keyword that the title has, else that the posting has them or words like them,
 * and the filters, all of which a found opening meets.
 */
export function whyFound(title: string, search: StoredWatch['search']): string[] {
  const folded = plainLetters(title).toLowerCase();
  const words = plainWords(search.keyword);
  const inTitle = words.filter((word) => folded.includes(plainLetters(word).toLowerCase()));
  const quoted = (some: readonly string[]): string => some.map((word) => `"${word}"`).join(' ');
  const keyword =
    inTitle.length > 0 ? [`title has ${quoted(inTitle)}`] : words.length > 0 ? [`found for ${quoted(words)}`] : [];
  const met = filters.flatMap(([name, says]) => {
    const value = search[name];
    return value === undefined || value === '' ? [] : [says === '' ? value : `${says} ${value}`];
  });
  return [...keyword, ...met];
}

/** The words of a keyword without its operators and what it leaves out. */
const plainWords = (keyword: string): string[] =>
  keyword
    .replace(/\b(?:not\s+|-)\S+/gi, ' ')
    .replace(/\b\w+:/g, ' ')
    .split(/[\s"()|,]+/)
    .filter((word) => word.length > 1 && !/^(?:or|and|not|-.*)$/i.test(word))
    .slice(0, mostWords);
