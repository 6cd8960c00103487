import { plainLetters } from '../../shared/words/text.js';
import type { DemoPosting, Opening } from '../postings/posting.js';
import { places } from '../vocabulary.js';

/** The values of the two search fields of a board. */
export type BoardSearch = { q: string; where: string };

/** The search of a request. */
export const searchOf = (query: URLSearchParams): BoardSearch => ({
  q: query.get('q') ?? '',
  where: query.get('where') ?? '',
});

/** Prepares the search of one board: newest first. */
export function createSearch(postings: readonly DemoPosting[]): (search: BoardSearch) => DemoPosting[] {
  const rows = postings
    .toSorted((one, other) => other.postedAt.localeCompare(one.postedAt) || one.id.localeCompare(other.id))
    .map((posting) => {
      const words = posting.descriptionHtml.replace(/<[^<>]+>|&(?:nbsp|amp|#39|quot|lt|gt);/g, ' ');
      const { title, companyName, opening } = posting;
      return { posting, text: foldText([title, companyName, opening.occupation.department, words].join(' ')) };
    });
  return ({ q, where }) => {
    const [says, fits] = [matchKeyword(q), matchPlace(where)];
    return rows.flatMap(({ posting, text }) => (fits(posting.opening) && says(text) ? [posting] : []));
  };
}

/** Words of a text with one space before, between and after them: lower case, no marks, no punctuation but `+` and `#`. */
const foldText = (text: string): string =>
  ` ${plainLetters(text)
    .replace(/[^\p{L}\p{N}+#]+/gu, ' ')
    .trim()} `;

/**
 * Parses a typed keyword: all words must occur in the text, in any order and number (singular, plural); `"a phrase"`
 * stays together, `-word` excludes, `OR` separates alternatives. The test takes a folded text.
 */
function matchKeyword(keyword: string): (foldedText: string) => boolean {
  const alternatives = keyword.split(/\sOR\s/).map((words) =>
    [...words.matchAll(/(?<![^\s])(-?)(?:"([^"]*)"|(\S+))/g)].flatMap(([, minus, phrase, word]) => {
      const folded = foldText(phrase ?? word ?? '');
      const stem = folded.trimEnd().replace(/(?<=[a-z]{4})(?<!s)s$/, '');
      const forms = phrase === undefined ? [folded, `${stem} `, `${stem}s `] : [folded];
      return folded.trim() === '' ? [] : [{ forms, isWanted: minus === '' }];
    }),
  );
  return (text) =>
    alternatives.some((terms) =>
      terms.every(({ forms, isWanted }) => forms.some((form) => text.includes(form)) === isWanted),
    );
}

/**
 * Parses a typed place: a town, a state, a country, `Austin, TX`, `Remote`, `Remote, Germany`, or nothing. Remote work
 * matches a place when its region contains the place's country, as on boards that add "remote near you".
 */
function matchPlace(where: string): (opening: Opening) => boolean {
  const parts = where.split(/[,/·|-]/).map((part) => foldText(part).trim());
  const wanted = parts.filter((part) => part !== '' && part !== 'remote');
  const onlyRemote = parts.includes('remote');
  const named = new Set(places.filter(({ names }) => allNamed(names, wanted)));
  const inside = new Set([...named].map(({ country }) => country));
  return ({ places: towns, remoteRegion }) => {
    if (remoteRegion === null) return !onlyRemote && (wanted.length === 0 || towns.some((place) => named.has(place)));
    return remoteRegion.countries.some((code) => inside.has(code)) || allNamed([remoteRegion.name], wanted);
  };
}

/** Every part is one of the names, or consists of their words ("New York NY"). */
function allNamed(names: readonly string[], parts: readonly string[]): boolean {
  const folded = names.map((name) => foldText(name).trim());
  const words = new Set(folded.flatMap((name) => name.split(' ')));
  return parts.every((part) => folded.includes(part) || part.split(' ').every((word) => words.has(word)));
}
