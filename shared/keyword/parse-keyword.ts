import { plainLetters, tidyText, withoutGenderMarks } from '../words/text.js';
import { cutWords, joinCompounds } from './cut-words.js';
import { type FactOperator, factOperators, readFactOperator, unknownValue } from './fact-operators.js';
import { allOf, anyOf, type KeywordField, type KeywordNode, notOf, printKeyword, termOf } from './keyword-node.js';
import { spaceWords, unspacedRuns } from './unspaced.js';
import { writtenWords } from './word-aliases.js';

const letters = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Makes the function that spells folded words as the keyword does, in lower case: "bäcker" for "backer". Words not in
 * the keyword get their usual spelling.
 */
export function spellingsOf(keyword: string): (words: readonly string[]) => string {
  const spellings = new Map<string, string>();
  for (const [word] of tidyText(keyword.normalize('NFKC')).toLowerCase().matchAll(letters)) {
    const folded = plainLetters(word);
    if (folded !== word) spellings.set(folded, word);
  }
  return (words) =>
    spellings.size === 0
      ? writtenWords(words)
      : words.map((word) => spellings.get(word) ?? writtenWords([word])).join(' ');
}

/** A piece of a keyword. `words` of a piece are folded and never empty. */
type Lexeme =
  | { kind: 'open' | 'close' | 'or' | 'and' }
  | { kind: 'not'; isDash: boolean }
  | { kind: 'field'; field: KeywordField }
  | { kind: 'piece'; words: string[]; isQuoted: boolean }
  /** An operator for a stated fact; a job must have any one of `terms` (`factTerm`). */
  | { kind: 'fact'; terms: string[] };

/** Sentences that name the ignored parts of a keyword. */
const ignoredParts = {
  emptyQuotes: 'Quotation marks with no word between them were ignored.',
  openQuote: 'A quotation mark that is never closed was taken to close at the end of the keyword.',
} as const;

/** A dash excludes what directly follows it, unless something directly precedes it ("full-time" excludes nothing). */
const factSign = `(?<operator>(?<=^|[\\s()"“”„‟«»|-])(?:${Object.keys(factOperators).join('|')})):\\s?(?:["“”„‟«»](?<phrase>[^"“”„‟«»]*)["“”„‟«»]?|(?<value>(?:[<>=≤≥]+\\s?)?[^\\s()"“”„‟«»|]*))`;
const sign = new RegExp(
  `${factSign}|${/(?<dash>(?<=^|[\s()"“”„‟«»|:])[-−]+(?=[^\s()|-]|\())|(?<field>(?<=^|[\s()"“”„‟«»|-])(?:in)?(?:title|company)\s?:)|["“”„‟«»](?<quoted>[^"“”„‟«»]*)(?<end>["“”„‟«»]?)|(?<mark>[()])|(?<bar>\|+)|(?<bare>[^\s()"“”„‟«»|]+)/u.source}`,
  'giu',
);

/** Words that are operators in any letter case. */
const operators: ReadonlyMap<string, 'or' | 'and' | 'not'> = new Map([
  ['or', 'or'],
  ['and/or', 'or'],
  ['and', 'and'],
  ['&', 'and'],
  ['&&', 'and'],
  ['+', 'and'],
  ['not', 'not'],
]);

/** Most keywords: words of letters and digits, which are split only at operators. */
const plainWords = /^[a-z\d]+(?: [a-z\d]+)*$/i;

/** Cuts a keyword at quotes, dashes, operators, fields and parentheses. Linear; never throws. */
function lexKeyword(text: string): { lexemes: Lexeme[]; ignored: string[] } {
  const lexemes: Lexeme[] = [];
  const ignored: string[] = [];
  if (plainWords.test(text)) for (const word of joinCompounds(text).split(' ')) readBare(word, lexemes);
  else readMarked(text, lexemes, ignored);
  return { lexemes, ignored };
}

function readMarked(text: string, lexemes: Lexeme[], ignored: string[]): void {
  // Titles are indexed without these marks, but pasted with them.
  const plain = withoutGenderMarks(tidyText(text.normalize('NFKC')));
  for (const { groups = {} } of joinCompounds(plain).matchAll(sign)) {
    const { dash, field, quoted, end = '', mark, bar, bare } = groups;
    readFact(groups, { lexemes, ignored });
    if (dash !== undefined) lexemes.push({ kind: 'not', isDash: true });
    if (field !== undefined) lexemes.push({ kind: 'field', field: /title/i.test(field) ? 'title' : 'company' });
    if (mark !== undefined) lexemes.push({ kind: mark === '(' ? 'open' : 'close' });
    if (bar !== undefined) lexemes.push({ kind: 'or' });
    if (quoted !== undefined) readQuoted(cutWords(quoted), { isClosed: end !== '', lexemes, ignored });
    if (bare !== undefined) readBare(bare, lexemes);
  }
}

function readQuoted(
  words: string[],
  { isClosed, lexemes, ignored }: { isClosed: boolean; lexemes: Lexeme[]; ignored: string[] },
): void {
  if (!isClosed) ignored.push(ignoredParts.openQuote);
  if (words.length > 0) lexemes.push({ kind: 'piece', words, isQuoted: true });
  else {
    if (isClosed) ignored.push(ignoredParts.emptyQuotes);
    dropDash(lexemes);
  }
}

/** An operator with an unknown value, or without one, is left out and named. */
function readFact(
  { operator: written, phrase, value = phrase ?? '' }: Record<string, string | undefined>,
  { lexemes, ignored }: { lexemes: Lexeme[]; ignored: string[] },
): void {
  if (written === undefined) return;
  const operator = written.toLowerCase() as FactOperator;
  const terms = readFactOperator(operator, value);
  if (terms !== null) lexemes.push({ kind: 'fact', terms });
  else {
    ignored.push(unknownValue(operator, value));
    dropDash(lexemes);
  }
}

const isMarked = /^[,.;:!?]|[,.;:!?]$/;

function readBare(bare: string, lexemes: Lexeme[]): void {
  const lower = bare.toLowerCase();
  const operator = operators.get(
    isMarked.test(lower) ? lower.replace(/^[,.;:!?]+|(?<![,.;:!?])[,.;:!?]+$/g, '') : lower,
  );
  // Excluded terms and terms of a field are taken as written, with adjacent letters.
  const isWhole = ['not', 'field'].includes(lexemes.at(-1)?.kind ?? '');
  const words = operator === undefined ? cutWords(isWhole ? bare : spaceWords(bare)) : [];
  if (operator !== undefined) lexemes.push(operator === 'not' ? { kind: operator, isDash: false } : { kind: operator });
  else if (words.length > 0) lexemes.push({ kind: 'piece', words, isQuoted: false });
  else dropDash(lexemes);
}

/** A dash before nothing searchable is punctuation. */
function dropDash(lexemes: Lexeme[]): void {
  const last = lexemes.at(-1);
  if (last?.kind === 'not' && last.isDash) lexemes.pop();
}

/** A parsed keyword; `root` is `null` when it requires nothing. `ignored`: sentences that name unused parts. */
export type ParsedKeyword = { root: KeywordNode | null; ignored: readonly string[] };

/** Further words are left out. A keyword has at most 200 characters, so they would be single letters. */
const wordsAtMost = 50;

/** Deeper parentheses are left out. */
const depthAtMost = 12;

const sentences = {
  tooMany: `Only the first ${wordsAtMost} words of the keyword are used.`,
  tooDeep: `Parentheses more than ${depthAtMost} deep were ignored.`,
  close: 'A closing parenthesis without an opening one was ignored.',
  open: 'A parenthesis that is never closed was taken to close at the end of the keyword.',
  empty: 'Parentheses with no word between them were ignored.',
  or: 'An OR with nothing to choose from on one side was ignored.',
  not: 'A NOT with nothing to exclude was ignored.',
  field: 'A field ("title:", "company:") without a value was ignored.',
  nothing: 'The keyword has no word to look for.',
} as const;

/** An operand of a keyword; `isWhole`: quoted or in parentheses. */
type Item = { node: KeywordNode; isWhole: boolean };

/**
 * Reads a keyword: words, "phrases", `-x` or NOT, OR (or `|`), `title:x`, `company:x`, `visa:yes` and the other
 * operators of stated facts, and parentheses; operators in any letter case. OR joins complete sides when each has
 * several words ("data scientist OR machine learning engineer"), otherwise its neighbours ("react OR vue developer").
 * An exclusion applies to its group. Never throws: unusable parts are left out and named.
 */
export function parseKeyword(text: string): ParsedKeyword {
  const { lexemes, ignored } = lexKeyword(text);
  const reader = createReader(lexemes, { ignored: new Set(ignored), spell: spellingsOf(text) });
  const root = reader.group({ depth: 0, field: null });
  if (root === null && text.trim() !== '') reader.ignored.add(sentences.nothing);
  return { root, ignored: [...reader.ignored] };
}

/**
 * The keyword's part of a search key: equal for keywords with the same meaning and the same notices. Includes the
 * user's word breaks in scripts without spaces: sources that narrow receive them as typed.
 */
export function canonicalKeyword(text: string): string {
  if (text === '') return '';
  const { root, ignored } = parseKeyword(text);
  return [root === null ? '' : printKeyword(root), ...ignored, ...unspacedRuns(text)].join('\n');
}

type Level = { depth: number; field: KeywordField | null };

/** The parser state of one group. */
type Draft = { sides: Item[][]; excluded: KeywordNode[]; isNegated: boolean; field: KeywordField | null };

function createReader(
  lexemes: readonly Lexeme[],
  { ignored, spell }: { ignored: Set<string>; spell: (words: readonly string[]) => string },
) {
  let at = 0;
  let words = 0;
  let skipped = 0;

  /** Reads up to the group's closing parenthesis, or to the end. */
  function group({ depth, field }: Level): KeywordNode | null {
    const draft: Draft = { sides: [[]], excluded: [], isNegated: false, field: null };
    for (let lexeme = lexemes[at++]; ; lexeme = lexemes[at++]) {
      if (lexeme === undefined) {
        if (depth > 0) ignored.add(sentences.open);
        return finish(draft);
      }
      if (lexeme.kind === 'close' && closes(depth)) return finish(draft);
      take(lexeme, draft, { depth, field });
    }
  }

  function take(lexeme: Lexeme, draft: Draft, level: Level): void {
    if (lexeme.kind === 'open') readOpen(draft, level);
    else if (lexeme.kind === 'piece') place(draft, readPiece(lexeme, draft, level.field));
    else if (lexeme.kind === 'fact') place(draft, factItem(lexeme.terms));
    else if (lexeme.kind === 'or') readOr(draft);
    else if (lexeme.kind === 'not') draft.isNegated = !draft.isNegated;
    else if (lexeme.kind === 'field') draft.field = lexeme.field;
  }

  function closes(depth: number): boolean {
    if (skipped > 0) skipped--;
    else if (depth > 0) return true;
    else ignored.add(sentences.close);
    return false;
  }

  function readOpen(draft: Draft, { depth, field }: Level): void {
    if (depth >= depthAtMost) {
      skipped++;
      ignored.add(sentences.tooDeep);
      return;
    }
    const node = group({ depth: depth + 1, field: draft.field ?? field });
    if (node === null) ignored.add(sentences.empty);
    place(draft, node === null ? null : { node, isWhole: true });
  }

  function readPiece(
    { words: all, isQuoted }: Extract<Lexeme, { kind: 'piece' }>,
    { isNegated, field: own }: Draft,
    outer: KeywordField | null,
  ): Item | null {
    const kept = all.slice(0, Math.max(0, wordsAtMost - words));
    words += kept.length;
    if (kept.length < all.length) ignored.add(sentences.tooMany);
    if (kept.length === 0) return null;
    const field = own ?? outer;
    // Words joined by marks ("part-time") are required individually, and excluded when adjacent.
    if (isQuoted || field !== null || isNegated)
      return { node: termOf(kept, { isExact: isQuoted, field, written: spell(kept) }), isWhole: isQuoted };
    const node = allOf(
      kept.map((word) => termOf([word], { isExact: operatorWords.has(word), written: spell([word]) })),
    );
    return node === null ? null : { node, isWhole: false };
  }

  function place(draft: Draft, item: Item | null): void {
    if (item !== null && draft.isNegated) draft.excluded.push(notOf(item.node));
    else if (item !== null) draft.sides.at(-1)?.push(item);
    draft.isNegated = false;
    draft.field = null;
  }

  function readOr(draft: Draft): void {
    if (draft.sides.at(-1)?.length === 0) ignored.add(sentences.or);
    else draft.sides.push([]);
  }

  function finish({ sides, excluded, isNegated, field }: Draft): KeywordNode | null {
    if (isNegated) ignored.add(sentences.not);
    if (field !== null) ignored.add(sentences.field);
    if (sides.length > 1 && sides.at(-1)?.length === 0) ignored.add(sentences.or);
    const wanted = joinSides(sides.filter((side) => side.length > 0));
    return allOf([...(wanted === null ? [] : [wanted]), ...excluded]);
  }

  return { group, ignored };
}

/** An operator of a stated fact: any of its words. */
function factItem(terms: readonly string[]): Item | null {
  const node = anyOf(terms.map((term) => termOf([term], { isExact: true, field: 'fact' })));
  return node === null ? null : { node, isWhole: true };
}

/** Words written as part of another ("and/or/not"), which are not operators there. */
const operatorWords: ReadonlySet<string> = new Set(['or', 'and', 'not']);

/** The sides of a group's ORs as one expression. */
function joinSides(sides: readonly Item[][]): KeywordNode | null {
  const isWhole = (side: readonly Item[]): boolean => side.length > 1 || side.some((item) => item.isWhole);
  const nodesOf = (side: readonly Item[]): KeywordNode[] => side.map(({ node }) => node);
  if (sides.length > 1 && sides.every(isWhole))
    return anyOf(sides.map((side) => allOf(nodesOf(side))).filter((node) => node !== null));
  const joined: KeywordNode[] = [];
  for (const [index, side] of sides.entries()) {
    const [first, ...rest] = nodesOf(side);
    const last = index === 0 ? undefined : joined.pop();
    const either = first === undefined ? null : anyOf(last === undefined ? [first] : [last, first]);
    joined.push(...(either === null ? [] : [either]), ...rest);
  }
  return allOf(joined);
}
