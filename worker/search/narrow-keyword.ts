import type { KeywordNode, KeywordTerm } from '../../shared/keyword/keyword-node.js';
import { aliasOf, writtenWords } from '../../shared/keyword/word-aliases.js';
import { type Choice, expandKeyword, type Wanted } from '../match/keyword/expand-keyword.js';
import { isFact, isStopWord, joinFacts } from '../match/keyword/interpret-keyword.js';
import { synonymsOf } from '../match/keyword/synonyms.js';

/** A source is asked for at most so many alternatives, one by one. */
export const alternativesAtMost = 5;

/** Short forms are no longer than this. */
const shortForm = /^\p{L}{2,4}$/u;

/** Worth from which another term means the same. */
const sameWeight = 0.9;

/**
 * What a source that searches by itself is asked for, one text an alternative: wanted words alone, without operators,
 * quotes, fields and what is excluded. Words for facts are left out beside others: a source need not write them. `null` =
 * there are too many alternatives, or one of them has no word: the source is not narrowed by the keyword.
 */
export function narrowKeyword(root: KeywordNode | null): string[] | null {
  if (root === null) return null;
  const lists: string[][] = [];
  const alternatives = expandKeyword(root, 'as written');
  for (const { wanted } of alternatives) {
    const combined = combine(telling(wanted));
    if (combined === null || combined.length + lists.length > alternativesAtMost * alternativesAtMost) return null;
    lists.push(...combined.map((choices) => choices.flatMap(({ term }) => term.words.map(aliasOf))));
  }
  if (lists.length === 0 || lists.some((words) => words.length === 0)) return null;
  const texts = [...new Set(withoutNarrower(lists).map(writtenWords))];
  if (texts.length > alternativesAtMost) return null;
  const longer = [...new Set([...texts, ...alternatives.flatMap(({ wanted }) => longForms(telling(wanted)))])];
  return longer.length <= alternativesAtMost ? longer : texts;
}

/** The terms that a source's own search is likely to know; all, if there are no such. */
function telling(wanted: readonly Wanted[]): readonly Wanted[] {
  const tests: ((choice: Choice) => boolean)[] = [
    ({ term }) => !isStopWord(term),
    ({ term }) => term.field !== 'company',
    (choice) => !isFact(choice),
  ];
  return tests.reduce<readonly Wanted[]>((left, test) => {
    const kept = left.filter((choices) => choices.some(test));
    return kept.length > 0 ? kept : left;
  }, joinFacts(wanted));
}

/** Every way to choose one of each; `null` when there are too many. */
function combine(wanted: readonly Wanted[]): Choice[][] | null {
  let combined: Choice[][] = [[]];
  for (const choices of wanted) {
    combined = combined.flatMap((before) => choices.map((choice) => [...before, choice]));
    if (combined.length > alternativesAtMost) return null;
  }
  return combined;
}

/** Without lists that hold all words of another: whoever asks for "nurse" is given every "ward nurse". */
function withoutNarrower(lists: readonly string[][]): readonly string[][] {
  return lists.filter(
    (words) => !lists.some((other) => other.length < words.length && other.every((word) => words.includes(word))),
  );
}

/** The same terms with a short form written out: "registered nurse" for "RN". */
function longForms(wanted: readonly Wanted[]): string[] {
  return wanted.flatMap(([choice, ...others], at) => {
    const long = choice === undefined || others.length > 0 ? null : longFormOf(choice.term, choice.tokens);
    const texts = wanted.map(([each]) => writtenWords(each?.term.words.map(aliasOf) ?? []));
    return long === null ? [] : [texts.with(at, long).join(' ')];
  });
}

function longFormOf({ words, isExact }: KeywordTerm, tokens: readonly string[]): string | null {
  const [word = '', ...more] = words;
  if (isExact || more.length > 0 || !shortForm.test(word) || aliasOf(word) !== word) return null;
  const same = synonymsOf(tokens, words).find(
    ({ weight, ignored, said }) => weight >= sameWeight && ignored === 0 && said.includes(' '),
  );
  return same?.said ?? null;
}
