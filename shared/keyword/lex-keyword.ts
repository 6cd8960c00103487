import { withoutGenderMarks } from '../words/gender-marks.js';
import { tidyText } from '../words/text.js';
import { cutWords, joinCompounds } from './cut-words.js';
import { type FactOperator, factOperators, readFactOperator, unknownValue } from './fact-operators.js';
import type { KeywordField } from './keyword-node.js';
import { spaceWords } from './unspaced.js';

/** A piece of a keyword. `words` of a piece are folded and never empty. */
export type Lexeme =
  | { kind: 'open' | 'close' | 'or' | 'and' }
  | { kind: 'not'; isDash: boolean }
  | { kind: 'field'; field: KeywordField }
  | { kind: 'piece'; words: string[]; isQuoted: boolean }
  /** An operator for a stated fact; `terms`: of which a job must have any one (`factTerm`). */
  | { kind: 'fact'; terms: string[] };

/** Sentences that name the ignored parts of a keyword. */
export const ignoredParts = {
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
export function lexKeyword(text: string): { lexemes: Lexeme[]; ignored: string[] } {
  const lexemes: Lexeme[] = [];
  const ignored: string[] = [];
  if (plainWords.test(text)) for (const word of joinCompounds(text).split(' ')) readBare(word, lexemes);
  else readMarked(text, lexemes, ignored);
  return { lexemes, ignored };
}

function readMarked(text: string, lexemes: Lexeme[], ignored: string[]): void {
  // Titles are indexed without these marks, and pasted with them.
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

/** An operator whose value is unknown is left out and named; one without a value, too. */
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
  // What is excluded or wanted of a field stands as it is written, its letters in a row.
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
