import { factLabel } from '../../../shared/keyword/fact-operators.js';
import { type KeywordNode, type KeywordTerm, termOf, writtenTerm } from '../../../shared/keyword/keyword-node.js';
import { aliasOf, writtenWords } from '../../../shared/keyword/word-aliases.js';
import { bitOf, indexedFields } from '../index/collection-index.js';
import { clockHalves, clockTerm, negationIn } from '../words/marked-names.js';
import { ambiguousNames, nameOrWord } from '../words/technology-names.js';
import { indexedFormsOf, stopWords, tokensOf } from '../words/tokens.js';
import { type Alternative, type AnyTerm, type Choice, expandKeyword, factWords } from './expand-keyword.js';
import { allBut, longestTerm, synonymsOf, textBits, type Variant } from './synonyms.js';

/** One requirement of a keyword, met by any of its variants; those with the highest weight come first. */
export type Clause = { variants: readonly Variant[] };

/** A Boolean expression of variants. */
export type Condition =
  | { kind: 'holds'; variants: readonly Variant[] }
  | { kind: 'not'; of: Condition }
  | { kind: 'all' | 'any'; of: readonly Condition[] };

/** A job meets a conjunction when it meets every clause and none of `without`. One without clauses matches all other jobs. */
export type Conjunction = { clauses: readonly Clause[]; without: readonly Condition[] };

/** A keyword in disjunctive form: a job must meet any of the conjunctions; with none of them every job matches. */
export type Keyword = { conjunctions: readonly Conjunction[]; notices: readonly string[] };

/**
 * Interprets a parsed keyword: adds short forms and synonyms, for single words and for known terms of several words
 * ("software engineer"). Exclusions match only their own words. Never throws.
 */
export function interpretKeyword(root: KeywordNode | null): Keyword {
  if (root === null) return { conjunctions: [], notices: [] };
  const left = new Set<string>();
  const conjunctions = expandKeyword(root).map((alternative) => readAlternative(alternative, left));
  // Reasons quote the first matching conjunction: one with only exclusions has no words to quote and comes last.
  const ordered = [...conjunctions.filter(({ clauses }) => clauses.length > 0), ...conjunctions.filter(isOpen)];
  const asksNothing = ordered.some((conjunction) => isOpen(conjunction) && conjunction.without.length === 0);
  return { conjunctions: asksNothing ? [] : ordered, notices: left.size === 0 ? [] : [leftOut([...left])] };
}

const isOpen = ({ clauses }: Conjunction): boolean => clauses.length === 0;

const leftOut = (words: readonly string[]): string =>
  `Nearly every posting has ${words.map((word) => `"${word}"`).join(', ')}: the search ignores ${words.length === 1 ? 'this word' : 'these words'}.`;

function readAlternative({ wanted, without }: Alternative, left: Set<string>): Conjunction {
  const kept = withoutStopWords(joinFacts(wanted).map(asSlot), left);
  const excluded = without.filter((node) => !isStopTerm(node, left));
  return {
    clauses: kept.map((_, at) => ({ variants: variantsAt(kept, at).sort((a, b) => b.weight - a.weight) })),
    without: excluded.map((node) => conditionOf(node, { isExcluded: true })),
  };
}

const facts = new Set(factWords.map((words) => tokensOf(words).join(' ')));

/** Whether a term names a fact of the job ("part time"). */
export const isFact = ({ term, tokens }: Choice): boolean => !term.isExact && facts.has(tokens.join(' '));

const partsOfFacts = new Set([...facts].flatMap((words) => (words.includes(' ') ? words.split(' ') : [])));
const factsBit = bitOf(indexedFields.indexOf('facts'));

/** Whether a term is a single word of a longer fact: "data entry" is not met by a job for the entry level. */
const isPartOfFact = ({ tokens: [token = '', ...more] }: Choice): boolean =>
  more.length === 0 && partsOfFacts.has(token) && !facts.has(token);

/** Joins each run of words that names one fact ("part time", "work from home") or rules one out ("no nights") into one term. */
export function joinFacts(wanted: readonly AnyTerm[]): AnyTerm[] {
  const joined: AnyTerm[] = [];
  for (let at = 0; at < wanted.length; ) {
    const run =
      negationAt(wanted, at) ??
      [3, 2].map((size) => runAt(wanted, { at, size })).find((each) => each !== null && isFact(each));
    const [one] = wanted.slice(at, at + 1);
    if (run) joined.push([run]);
    else if (one !== undefined) joined.push(one);
    at += run ? run.term.words.length : 1;
  }
  return joined;
}

/** Two words that rule a condition out as one term; `null` when they do not. */
function negationAt(wanted: readonly AnyTerm[], at: number): Choice | null {
  const run = runAt(wanted, { at, size: 2 });
  const [one = '', other = ''] = run?.term.words ?? [];
  const token = negationIn(one, other);
  return run === null || token === null ? null : { ...run, tokens: [token] };
}

/** `size` plain words in a row as one term; `null` when any of them is quoted, has a field, or has alternatives. */
function runAt(wanted: readonly AnyTerm[], { at, size }: { at: number; size: number }): Choice | null {
  const run = wanted.slice(at, at + size);
  const words: string[] = [];
  const written: string[] = [];
  const tokens: string[] = [];
  for (const [choice, ...others] of run) {
    if (choice === undefined || others.length > 0 || choice.term.isExact || choice.tokens.length > 1) return null;
    words.push(...choice.term.words);
    written.push(writtenTerm(choice.term));
    tokens.push(...choice.tokens);
  }
  return run.length < size ? null : { term: termOf(words, { written: written.join(' ') }), tokens };
}

/**
 * A wanted term. `beside`: the term and a neighbour as a phrase, which finds the ordinary word when the term by itself
 * counts as the name of a technology ("go to market", "series c").
 */
type Slot = { choices: AnyTerm; beside: readonly Variant[] };

function asSlot(choices: AnyTerm, at: number, all: readonly AnyTerm[]): Slot {
  const [only, ...others] = choices;
  const isName = only !== undefined && others.length === 0 && !only.term.isExact && isAmbiguous(only);
  const runs = isName ? [at - 1, at].map((from) => (from < 0 ? null : runAt(all, { at: from, size: 2 }))) : [];
  return { choices, beside: runs.filter((run) => run !== null).map(ownVariant) };
}

const isAmbiguous = ({ tokens }: Choice): boolean => tokens.some((token) => ambiguousNames.has(token));

/** The terms without stop words, unless there are no others; adds the words left out to `left`. */
function withoutStopWords(slots: readonly Slot[], left: Set<string>): readonly Slot[] {
  const isStop = ({ choices }: Slot): boolean => choices.every(({ term }) => isStopWord(term));
  const telling = slots.filter((slot) => !isStop(slot));
  if (telling.length === 0) return slots;
  for (const slot of slots) if (isStop(slot)) for (const { term } of slot.choices) left.add(writtenTerm(term));
  return telling;
}

/** Whether a term is a stop word. */
export function isStopWord({ words: [word = '', ...more], isExact }: KeywordTerm): boolean {
  return !isExact && more.length === 0 && stopWords.has(word);
}

/** Whether an exclusion is a stop word: it would exclude nearly everything ("not for profit"). */
function isStopTerm(node: KeywordNode, left: Set<string>): boolean {
  if (node.kind !== 'term' || !isStopWord(node)) return false;
  left.add(`-${writtenTerm(node)}`);
  return true;
}

/** All variants of the term at an index: its own words, its synonyms, and those of longer terms that contain it. */
function variantsAt(slots: readonly Slot[], at: number): Variant[] {
  const { choices = [], beside = [] } = slots[at] ?? {};
  const longer = longerTermsAround(slots, at);
  // Within a known term a word has the term's meaning: no "chef de projet" cooks.
  const termVariants = longer.some(({ weight }) => weight >= wholeTerm)
    ? choices.flatMap(ownVariants)
    : choices.flatMap(variantsOf);
  return [...termVariants, ...clockVariants(slots, at), ...beside, ...longer];
}

/** A term whose synonyms weigh at least this much is known to the tables in its own language. */
const wholeTerm = 0.9;

/** "pm shift" means the half of the day, which the index distinguishes from a short form of titles. */
function clockVariants(slots: readonly Slot[], at: number): Variant[] {
  const isShift = slots.some(({ choices }) => choices.some(({ tokens }) => tokens.includes('shift')));
  const [choice] = slots[at]?.choices ?? [];
  if (!isShift || choice === undefined || !choice.tokens.some((token) => clockHalves.has(token))) return [];
  return [{ ...ownVariant(choice), words: choice.tokens.map(clockTerm) }];
}

/** A term's own words and synonyms. Running text does not match a fact: mentioning interns is not enough. */
function variantsOf(choice: Choice): Variant[] {
  const termVariant = ownVariants(choice);
  if (choice.term.isExact) return termVariant;
  const ignored = isFact(choice) ? textBits : 0;
  const others = synonymsOf(choice.tokens, writtenTerm(choice.term));
  return [...termVariant, ...others.map((each) => ({ ...each, ignored: each.ignored | ignored }))];
}

/** The shortest name that a company may have, too. */
const shortestCompany = 3;

/**
 * A term's own words. A technology name that is also an ordinary word means the technology, unless it is quoted or has
 * other words next to it: these match either way.
 */
function ownVariants(choice: Choice): Variant[] {
  const variant = ownVariant(choice);
  if (!isAmbiguous(choice)) return [variant];
  const name = { ...variant, words: variant.words.map(nameOrWord) };
  if (choice.term.isExact || variant.words.length > 1) return [variant, name];
  const isCompany = variant.words.every(({ length }) => length >= shortestCompany);
  return isCompany ? [name, { ...variant, ignored: variant.ignored | allBut('company') }] : [name];
}

function ownVariant(choice: Choice): Variant {
  const { field, words } = choice.term;
  if (field === 'fact') {
    const label = words.map(factLabel).join(' ');
    return { words: choice.tokens, weight: 1, asked: label, said: label, ignored: allBut('facts') };
  }
  const ignored = field !== null ? allBut(field) : isFact(choice) ? textBits : isPartOfFact(choice) ? factsBit : 0;
  const asked = writtenTerm(choice.term);
  const known = words.map(aliasOf);
  const said = known.every((word, at) => word === words[at]) ? asked : writtenWords(known);
  return { words: choice.tokens, weight: 1, asked, said, ignored };
}

/** Synonyms of the known terms of several words that include the term at an index. */
function longerTermsAround(slots: readonly Slot[], at: number): Variant[] {
  const found: Variant[] = [];
  const wanted = slots.map(({ choices }) => choices);
  for (let from = Math.max(0, at - longestTerm + 1); from <= at; from++)
    for (let to = Math.max(at + 1, from + 2); to <= Math.min(slots.length, from + longestTerm); to++) {
      const run = runAt(wanted, { at: from, size: to - from });
      if (run !== null) found.push(...synonymsOf(run.tokens, writtenTerm(run.term)));
    }
  return found;
}

/** The condition of an expression. Under an odd number of negations a term matches only its own words. */
function conditionOf(node: KeywordNode, { isExcluded }: { isExcluded: boolean }): Condition {
  switch (node.kind) {
    case 'term':
      return termCondition({ term: node, tokens: node.words.flatMap(indexedFormsOf) }, { isExcluded });
    case 'not':
      return { kind: 'not', of: conditionOf(node.of, { isExcluded: !isExcluded }) };
    case 'and':
      return { kind: 'all', of: allConditions(node.of, { isExcluded }) };
    case 'or':
      return { kind: 'any', of: node.of.map((each) => conditionOf(each, { isExcluded })) };
  }
}

/** The conditions of the parts of an And; adjacent words that name one fact are one condition ("part time"). */
function allConditions(nodes: readonly KeywordNode[], { isExcluded }: { isExcluded: boolean }): Condition[] {
  const terms = nodes.filter((node) => node.kind === 'term');
  const joined = joinFacts(terms.map((term) => [{ term, tokens: term.words.flatMap(indexedFormsOf) }])).map(asSlot);
  const others = nodes.filter(({ kind }) => kind !== 'term');
  return [
    ...joined.flatMap(({ choices, beside }) => choices.map((choice) => termCondition(choice, { isExcluded, beside }))),
    ...others.map((node) => conditionOf(node, { isExcluded })),
  ];
}

const termCondition = (
  choice: Choice,
  { isExcluded, beside = [] }: { isExcluded: boolean; beside?: readonly Variant[] },
): Condition => ({
  kind: 'holds',
  variants: [...(isExcluded ? ownVariants(choice) : variantsOf(choice)), ...beside],
});
