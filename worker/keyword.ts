import { stopWords, synonyms } from './keyword-words.js';
import { joinCompounds, tokensOf } from './tokens.js';

/** One way to say a clause: words that stand next to each other; `worth` below 1 for what is only nearly the same. */
export type Wording = { words: readonly string[]; worth: number };

/** One thing a job must have, in any of its wordings; `written` is what the searcher wrote. */
export type Clause = { written: string; wordings: readonly Wording[] };

/** A keyword understood: every clause must be found, none of the words in `without`. */
export type Keyword = { clauses: readonly Clause[]; without: readonly (readonly string[])[]; words: readonly string[] };

const meanings = new Map<string, string[][]>();
for (const [written, ...means] of synonyms) meanings.set(tokensOf(written).join(' '), means.map(tokensOf));

/** A synonym is worth a little less than the word itself. */
const synonymWorth = 0.85;

/**
 * Understands a keyword: "phrases", -word, OR between alternatives, short forms and synonyms. Words of a known term
 * ("software engineer") are one clause with its synonyms besides being words. Never throws; a keyword of nothing but
 * punctuation asks for nothing.
 */
export function readKeyword(text: string): Keyword {
  const without: string[][] = [];
  const clauses: Clause[] = [];
  let joining = false;
  const add = (clause: Clause) => {
    const last = joining ? clauses.pop() : undefined;
    clauses.push(last === undefined ? clause : eitherOf(last, clause));
    joining = false;
  };
  for (const match of joinCompounds(text).matchAll(/(-?)"([^"]*)"?|(\S+)/g)) {
    const [, minus = '', phrase, bare = ''] = match;
    if (phrase === undefined && /^(?:OR|\|)$/.test(bare) && clauses.length > 0) {
      joining = true;
      continue;
    }
    const isNegative = minus === '-' || /^-[\p{L}\p{N}]/u.test(bare);
    const words = tokensOf(phrase ?? bare);
    if (words.length === 0) continue;
    if (isNegative) without.push(words);
    else if (phrase !== undefined) add({ written: phrase, wordings: [{ words, worth: 1 }] });
    else for (const word of words) add(clauseOf([word], words.length > 1 ? word : bare));
  }
  const kept = tellingOf(clauses);
  return { clauses: joinTerms(kept), without, words: kept.flatMap(({ wordings }) => wordings[0]?.words ?? []) };
}

/** A keyword's clauses without the words that stand everywhere, unless it has no others. */
function tellingOf(clauses: Clause[]): Clause[] {
  const telling = clauses.filter(
    ({ wordings: [first] }) => !(first?.words.length === 1 && stopWords.has(first.words[0] ?? '')),
  );
  return telling.length > 0 ? telling : clauses;
}

function clauseOf(words: readonly string[], written: string): Clause {
  const also = meanings.get(words.join(' ')) ?? [];
  return { written, wordings: [{ words, worth: 1 }, ...also.map((other) => ({ words: other, worth: synonymWorth }))] };
}

const eitherOf = (one: Clause, other: Clause): Clause => ({
  written: `${one.written} OR ${other.written}`,
  wordings: [...one.wordings, ...other.wordings],
});

/** Two clauses that together are a known term are met by its synonym as well: each of them accepts it whole. */
function joinTerms(clauses: readonly Clause[]): Clause[] {
  return clauses.map((clause, index) => {
    const extra = [index - 1, index].flatMap((from) => {
      const pair = [clauses[from], clauses[from + 1]];
      const words = pair.flatMap((each) => (each?.wordings[0]?.words.length === 1 ? each.wordings[0].words : []));
      return words.length === 2 ? (meanings.get(words.join(' ')) ?? []) : [];
    });
    const wordings = extra.map((words) => ({ words, worth: synonymWorth }));
    return wordings.length === 0 ? clause : { ...clause, wordings: [...clause.wordings, ...wordings] };
  });
}
