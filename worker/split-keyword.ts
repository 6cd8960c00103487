import { joinCompounds } from './cut-words.js';
import { tokensOf } from './tokens.js';

/** A word or phrase of a keyword: any of the word lists will do. `exact` = quoted, no synonyms. */
export type Term = { written: string; either: string[][]; exact: boolean };

/** A keyword cut at its operators: one of the sides must be met whole, and none of `without` be found. */
export type SplitKeyword = { sides: Term[][]; without: string[][] };

/** Sides that one keyword may be multiplied out to; beyond it alternatives are neighbours only. */
const sidesAtMost = 8;

type Piece = Term | 'or' | '(' | ')';

/**
 * Cuts a keyword at quotes, `-` (or `NOT`), `OR` (or `|`) and parentheses. `OR` joins whole sides when each has several
 * words ("data scientist OR machine learning engineer"), else its neighbours ("react OR vue developer").
 */
export function splitKeyword(text: string): SplitKeyword {
  const { pieces, without } = piecesOf(text);
  const { sides } = readGroup(pieces, 0, 0);
  return { sides: sides.filter((side) => side.length > 0), without };
}

/** The sides of the group that begins at a piece, and where it ends: at its closing parenthesis, else at the last piece. */
function readGroup(pieces: readonly Piece[], from: number, depth: number): { sides: Term[][]; end: number } {
  const ended: Term[][] = [];
  let sides: Term[][] = [[]];
  let bare: (Term | 'or')[] = [];
  let at = from;
  for (; at < pieces.length && !(pieces[at] === ')' && depth > 0); at++) {
    const piece = pieces[at];
    if (piece === '(') {
      const group = readGroup(pieces, at + 1, depth + 1);
      sides = multiply(multiply(sides, sidesOf(bare)), group.sides);
      bare = [];
      at = group.end;
    } else if (piece === 'or' && bare.length === 0) {
      // What follows is an alternative to the group before it.
      ended.push(...sides);
      sides = [[]];
    } else if (piece !== undefined && piece !== ')') bare.push(piece);
  }
  return { sides: [...ended, ...multiply(sides, sidesOf(bare))].slice(0, sidesAtMost), end: at };
}

const pieceSign = /(-?)["“”„]([^"“”]*)["“”]?|([()])|([^\s()"“”„]+)/g;

/** Words that are operators; AND says what a space says. */
const operators: readonly [sign: RegExp, means: 'or' | 'and' | 'not'][] = [
  [/^(?:OR|\|{1,2})$/, 'or'],
  [/^(?:AND|&{1,2}|\+)$/, 'and'],
  [/^NOT$/, 'not'],
];

function piecesOf(text: string): { pieces: Piece[]; without: string[][] } {
  const pieces: Piece[] = [];
  const without: string[][] = [];
  let isNegated = false;
  for (const [, minus, phrase, mark, bare = ''] of joinCompounds(text).matchAll(pieceSign)) {
    const operator = phrase === undefined ? operators.find(([sign]) => sign.test(bare))?.[1] : undefined;
    if (mark === '(' || mark === ')') pieces.push(mark);
    else if (operator === 'or') pieces.push('or');
    else if (operator === undefined) {
      const words = tokensOf(phrase ?? bare);
      if (words.length === 0) continue;
      if (isNegated || minus === '-' || /^-[\p{L}\p{N}]/u.test(bare)) without.push(words);
      else pieces.push(...termsOf(words, { phrase, bare }));
    }
    isNegated = operator === 'not';
  }
  return { pieces, without };
}

function termsOf(words: string[], { phrase, bare }: { phrase: string | undefined; bare: string }): Term[] {
  if (phrase !== undefined) return [{ written: phrase.trim(), either: [words], exact: true }];
  return words.map((word) => termOf(word, words.length > 1 ? word : bare));
}

function termOf(word: string, written: string): Term {
  return { written: written.replace(/^[^\p{L}\p{N}.]+|[^\p{L}\p{N}+#]+$/gu, ''), either: [[word]], exact: false };
}

/** The sides of a run of words and `OR`s without parentheses. */
function sidesOf(run: readonly (Term | 'or')[]): Term[][] {
  const sides: Term[][] = [[]];
  for (const piece of run) {
    if (piece === 'or') sides.push([]);
    else sides.at(-1)?.push(piece);
  }
  const whole = sides.filter((side) => side.length > 0);
  const joinsSides = whole.every((side) => side.length > 1 || side.some(({ exact }) => exact));
  return whole.length < 2 || joinsSides ? (whole.length === 0 ? [[]] : whole) : [joinNeighbours(whole)];
}

/** One side in which the last word before each `OR` and the first word behind it are alternatives. */
function joinNeighbours(sides: readonly Term[][]): Term[] {
  const joined: Term[] = [];
  for (const [index, side] of sides.entries()) {
    const [first, ...rest] = side;
    const last = index === 0 ? undefined : joined.pop();
    if (first === undefined) continue;
    joined.push(last === undefined ? first : eitherOf(last, first), ...rest);
  }
  return joined;
}

const eitherOf = (one: Term, other: Term): Term => ({
  written: `${one.written} OR ${other.written}`,
  either: [...one.either, ...other.either],
  exact: one.exact && other.exact,
});

/** Every side of the one list followed by every side of the other, as far as there is room. */
function multiply(before: readonly Term[][], after: readonly Term[][]): Term[][] {
  return before.flatMap((one) => after.map((other) => [...one, ...other])).slice(0, sidesAtMost);
}
