import type { KeywordNode, KeywordTerm } from '../../../shared/keyword/keyword-node.js';
import { parseKeyword } from '../../../shared/keyword/parse-keyword.js';
import { aliasOf, writtenWords } from '../../../shared/keyword/word-aliases.js';
import { partsOf, tokensOf } from '../words/tokens.js';
import { type Alternative, type Choice, expandKeyword, type Wanted } from './expand-keyword.js';
import { factWords, namesInTitles, stopWords } from './synonym-tables.js';
import { allBut, longestTerm, otherWordings, textBits, type Wording } from './synonyms.js';

/** One thing a job must have, in any of its wordings, the best first. */
export type Clause = { wordings: readonly Wording[] };

/** What a job may not meet: the negation of an expression of wordings. */
export type Condition =
  | { kind: 'holds'; wordings: readonly Wording[] }
  | { kind: 'not'; of: Condition }
  | { kind: 'all' | 'any'; of: readonly Condition[] };

/** One reading of a keyword: every clause must be found, and none of `without` be met. Without clauses it wants everything. */
export type Reading = { clauses: readonly Clause[]; without: readonly Condition[] };

/** A keyword understood: any of the readings must be met; none = it asks for nothing. */
export type Keyword = { readings: readonly Reading[]; notices: readonly string[] };

/** Reads and understands a keyword. Never throws. */
export function readKeyword(text: string): Keyword {
  const { root, ignored } = parseKeyword(text);
  const keyword = understandKeyword(root);
  return { ...keyword, notices: [...ignored, ...keyword.notices] };
}

/**
 * Understands an expression: short forms and synonyms, and words of known terms ("software engineer"), which are met by
 * the term's synonyms as well as one by one. What is excluded is excluded by its own words alone.
 */
export function understandKeyword(root: KeywordNode | null): Keyword {
  if (root === null) return { readings: [], notices: [] };
  const left = new Set<string>();
  const readings = expandKeyword(root).map((alternative) => readAlternative(alternative, left));
  // What is met by words is told by them: a reading of exclusions alone comes last.
  const ordered = [...readings.filter(({ clauses }) => clauses.length > 0), ...readings.filter(isOpen)];
  const asksNothing = ordered.some((reading) => isOpen(reading) && reading.without.length === 0);
  return { readings: asksNothing ? [] : ordered, notices: left.size === 0 ? [] : [leftOut([...left])] };
}

const isOpen = ({ clauses }: Reading): boolean => clauses.length === 0;

const leftOut = (words: readonly string[]): string =>
  `Left out, as nearly every posting has ${words.length === 1 ? 'it' : 'them'}: ${words.map((word) => `"${word}"`).join(', ')}.`;

function readAlternative({ wanted, without }: Alternative, left: Set<string>): Reading {
  const kept = withoutStopWords(joinFacts(wanted).map(asSlot), left);
  const excluded = without.filter((node) => !isStopTerm(node, left));
  return {
    clauses: kept.map((_, at) => ({ wordings: wordingsAt(kept, at).sort((a, b) => b.worth - a.worth) })),
    without: excluded.map((node) => conditionOf(node, { isExcluded: true })),
  };
}

const facts = new Set(factWords.map((words) => tokensOf(words).join(' ')));

/** Whether a term asks for a fact of the job ("part time"). */
export const isFact = ({ term, tokens }: Choice): boolean => !term.isExact && facts.has(tokens.join(' '));

/** Makes one term of each run of words that asks for one fact ("part time", "work from home"). */
export function joinFacts(wanted: readonly Wanted[]): Wanted[] {
  const joined: Wanted[] = [];
  for (let at = 0; at < wanted.length; ) {
    const run = [3, 2].map((size) => runAt(wanted, { at, size })).find((each) => each !== null && isFact(each));
    const [one] = wanted.slice(at, at + 1);
    if (run) joined.push([run]);
    else if (one !== undefined) joined.push(one);
    at += run ? run.term.words.length : 1;
  }
  return joined;
}

/** So many plain words in a row as one term; `null` when they are no plain words. */
function runAt(wanted: readonly Wanted[], { at, size }: { at: number; size: number }): Choice | null {
  const run = wanted.slice(at, at + size);
  const words: string[] = [];
  const tokens: string[] = [];
  for (const [choice, ...others] of run) {
    if (choice === undefined || others.length > 0 || choice.term.isExact || choice.tokens.length > 1) return null;
    words.push(...choice.term.words);
    tokens.push(...choice.tokens);
  }
  return run.length < size ? null : { term: { kind: 'term', words, isExact: false, field: null }, tokens };
}

/** A wanted term; `inTitle`: a name that is a verb elsewhere ("go", but not "go to market"). */
type Slot = { choices: Wanted; inTitle: boolean };

function asSlot(choices: Wanted, at: number, all: readonly Wanted[]): Slot {
  const [only, ...others] = choices;
  const next = all[at + 1]?.[0]?.tokens[0];
  const isName = only !== undefined && !only.term.isExact && namesInTitles.has(only.tokens.join(' '));
  return { choices, inTitle: isName && others.length === 0 && next !== 'to' };
}

/** The terms without the words that stand everywhere, unless there are no others; what is left out is noted. */
function withoutStopWords(slots: readonly Slot[], left: Set<string>): readonly Slot[] {
  const isStop = ({ choices }: Slot): boolean => choices.every(({ term }) => isStopWord(term));
  const telling = slots.filter((slot) => !isStop(slot));
  if (telling.length === 0) return slots;
  for (const slot of slots) if (isStop(slot)) for (const { term } of slot.choices) left.add(writtenWords(term.words));
  return telling;
}

/** Whether a term is a word that stands everywhere. */
export function isStopWord({ words: [word = '', ...more], isExact }: KeywordTerm): boolean {
  return !isExact && more.length === 0 && stopWords.has(word);
}

/** To exclude a word that stands everywhere would leave nothing ("not for profit"). */
function isStopTerm(node: KeywordNode, left: Set<string>): boolean {
  if (node.kind !== 'term' || !isStopWord(node)) return false;
  left.add(`-${writtenWords(node.words)}`);
  return true;
}

/** Every way to say the term at a place: its own words, its synonyms, and those of the terms it is a part of. */
function wordingsAt(slots: readonly Slot[], at: number): Wording[] {
  const { choices = [], inTitle = false } = slots[at] ?? {};
  return [...choices.flatMap((choice) => wordingsOf(choice, { inTitle })), ...spansAround(slots, at)];
}

/** A term's own words and its synonyms. A fact is not met by running text: one that mentions interns is no internship. */
function wordingsOf(choice: Choice, { inTitle = false }: { inTitle?: boolean } = {}): Wording[] {
  const own = ownWording(choice);
  if (choice.term.isExact) return [own];
  const ignored = isFact(choice) ? textBits : 0;
  const others = otherWordings(choice.tokens, choice.term.words).map((each) => ({
    ...each,
    ignored: each.ignored | ignored,
  }));
  return [inTitle ? { ...own, ignored: allBut('title', 'tags') } : own, ...others];
}

function ownWording(choice: Choice): Wording {
  const { field, words } = choice.term;
  const ignored = field !== null ? allBut(field) : isFact(choice) ? textBits : 0;
  const said = writtenWords(words.map(aliasOf));
  return { words: choice.tokens, worth: 1, asked: writtenWords(words), said, ignored };
}

/** Synonyms of the known terms of several words that the word at a place belongs to. */
function spansAround(slots: readonly Slot[], at: number): Wording[] {
  const found: Wording[] = [];
  const wanted = slots.map(({ choices }) => choices);
  for (let from = Math.max(0, at - longestTerm + 1); from <= at; from++)
    for (let to = Math.max(at + 1, from + 2); to <= Math.min(slots.length, from + longestTerm); to++) {
      const run = runAt(wanted, { at: from, size: to - from });
      if (run !== null) found.push(...otherWordings(run.tokens, run.term.words));
    }
  return found;
}

/** An expression that is looked at as a whole. Under an odd number of negations a term is its own words alone. */
function conditionOf(node: KeywordNode, { isExcluded }: { isExcluded: boolean }): Condition {
  switch (node.kind) {
    case 'term':
      return termCondition({ term: node, tokens: node.words.flatMap(partsOf) }, { isExcluded });
    case 'not':
      return { kind: 'not', of: conditionOf(node.of, { isExcluded: !isExcluded }) };
    case 'and':
      return { kind: 'all', of: allConditions(node.of, { isExcluded }) };
    case 'or':
      return { kind: 'any', of: node.of.map((each) => conditionOf(each, { isExcluded })) };
  }
}

/** Words in a row that ask for one fact are one condition ("part time"). */
function allConditions(nodes: readonly KeywordNode[], { isExcluded }: { isExcluded: boolean }): Condition[] {
  const terms = nodes.filter((node) => node.kind === 'term');
  const joined = joinFacts(terms.map((term) => [{ term, tokens: term.words.flatMap(partsOf) }]));
  const others = nodes.filter(({ kind }) => kind !== 'term');
  return [
    ...joined.flat().map((choice) => termCondition(choice, { isExcluded })),
    ...others.map((node) => conditionOf(node, { isExcluded })),
  ];
}

const termCondition = (choice: Choice, { isExcluded }: { isExcluded: boolean }): Condition => ({
  kind: 'holds',
  wordings: isExcluded ? [ownWording(choice)] : wordingsOf(choice),
});
