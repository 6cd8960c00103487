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
 * Cuts a keyword at quotes, `-` (or `NOT`), `OR` (or `|`) and parentheses. `OR` joins whole sides when each has several words
 * ("data scientist OR machine learning engineer"), else its neighbours ("react OR vue developer").
 */
export function splitKeyword(text: string): SplitKeyword {
  const without: string[][] = [];
  const pieces = piecesOf(text, without);
  let at = 0;
  /** Reads up to the closing parenthesis or the end: the sides of this group. */
  const readGroup = (depth: number): Term[][] => {
    const runs: Term[][][] = [[[]]];
    let bare: (Term | 'or')[] = [];
    const close = () => {
      runs.push(multiply(runs.pop() ?? [[]], sidesOf(bare)));
      bare = [];
    };
    for (; at < pieces.length; at++) {
      const piece = pieces[at];
      if (piece === ')') {
        if (depth > 0) break;
      } else if (piece === '(') {
        close();
        at++;
        runs.push(multiply(runs.pop() ?? [[]], readGroup(depth + 1)));
      } else if (piece === 'or' && bare.length === 0) {
        // An alternative to the group before it.
        runs.push([[]]);
      } else if (piece !== undefined) bare.push(piece);
    }
    close();
    return runs.flat().slice(0, sidesAtMost);
  };
  const sides = readGroup(0).filter((side) => side.length > 0);
  return { sides, without };
}

function piecesOf(text: string, without: string[][]): Piece[] {
  const pieces: Piece[] = [];
  let isNegated = false;
  for (const [, minus = '', phrase, mark, bare = ''] of joinCompounds(text).matchAll(
    /(-?)["“”„]([^"“”]*)["“”]?|([()])|([^\s()"“”„]+)/g,
  )) {
    if (mark === '(' || mark === ')') pieces.push(mark);
    else if (phrase === undefined && /^(?:OR|\|{1,2})$/.test(bare)) pieces.push('or');
    else if (phrase === undefined && /^(?:AND|&{1,2}|\+)$/.test(bare)) continue;
    else if (phrase === undefined && bare === 'NOT') isNegated = true;
    else {
      const words = tokensOf(phrase ?? bare);
      if (words.length === 0) continue;
      if (isNegated || minus === '-' || /^-[\p{L}\p{N}]/u.test(bare)) without.push(words);
      else if (phrase !== undefined) pieces.push({ written: phrase.trim(), either: [words], exact: true });
      else for (const word of words) pieces.push(termOf(word, words.length > 1 ? word : bare));
      isNegated = false;
    }
  }
  return pieces;
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
