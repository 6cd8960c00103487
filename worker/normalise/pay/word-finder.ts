import { alternativesOf, anyCharacter, prefixesOf } from './word-prefixes.js';

/** The position of a word in a text. */
export type WordAt = { start: number; end: number };

/** Finds the words of a vocabulary in texts of any case. */
export type WordFinder = {
  /** Every word from left to right, as `matchAll` of one pattern finds them. */
  all(text: string): WordAt[];
  has(text: string): boolean;
  /** The text with a space instead of each word. */
  blank(text: string): string;
};

/** What may not be next to a word. */
export type Neighbour = 'letter' | 'letter or digit';

/**
 * A vocabulary: `words` = the source of a pattern in lower case whose alternatives are words, `notAfter` = what may not be before
 * a word, `notBefore` = what may not be behind it (`null` = anything may). `joined` = the source of another pattern, for words of
 * scripts without spaces, which may begin anywhere.
 */
export type Vocabulary = { words: string; notAfter: Neighbour; notBefore: Neighbour | null; joined?: string };

/**
 * Matches texts that the index covers: Latin letters whose lower case has as many characters and is the only other form that
 * patterns of any case take them for, and signs. Any other text is read by one pattern of all words.
 */
const covered = /^[\0-\xb4\xb6-\u012f\u0131-\u017e\u2000-\u2070\u2072-\u207e\u20a0-\u20cf\u2122\u2190-\u2bff]*$/;

/** The letters of those texts in lower case, as a part of a class. */
const letters = 'a-zªº\\xdf-\\xf6\\xf8-\\u017e';
const isLetter = new Uint8Array(0x180);
for (let code = 0; code < isLetter.length; code++)
  isLetter[code] = new RegExp(`[${letters}]`).test(String.fromCharCode(code)) ? 1 : 0;

const neighbours: Record<Neighbour, string> = { letter: '[\\p{L}]', 'letter or digit': '[\\p{L}\\d]' };

const ascii = 128;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

type Alternative = { source: string; prefixes: ReadonlySet<string>; tail: string | null };

/**
 * Makes a finder. One pattern of hundreds of words is tried at every character of a text, each word in turn; here only those
 * words are tried that begin with the two characters at the beginning of a word. The result is the same.
 */
export function createWordFinder({ words, notAfter, notBefore, joined }: Vocabulary): WordFinder {
  const ahead = notBefore === null ? '' : `(?!${neighbours[notBefore]})`;
  const own = `(?<!${neighbours[notAfter]})(?:${words})${ahead}`;
  const whole = new RegExp(joined === undefined ? own : `${own}|${joined}`, 'giu');
  const apartFromDigits = notAfter === 'letter or digit';
  const end = inCoveredLetters(ahead);
  const alternatives = alternativesOf(inCoveredLetters(words)).map(readAlternative);
  const inside = alternatives.flatMap(({ tail }) => tail ?? []);
  const compound = inside.length === 0 ? null : new RegExp(inside.join('|'));
  const simple = createGroups(
    alternatives.filter(({ tail }) => tail === null),
    end,
  );
  const complete = createGroups(alternatives, end);

  /** Calls `found` with each word until it returns false. */
  const scan = (text: string, found: (start: number, end: number) => boolean): void => {
    const lower = text.toLowerCase();
    const groupAt = compound?.test(lower) === true ? complete : simple;
    for (let at = 0, behind = 0; at < lower.length; behind = lower.charCodeAt(at - 1)) {
      const end =
        isLetter[behind] === 1 || (apartFromDigits && isDigit(behind)) ? -1 : endOfMatch(groupAt(lower, at), lower, at);
      if (end > at && !found(at, end)) return;
      at = end > at ? end : at + 1;
    }
  };
  const all = (text: string): WordAt[] => {
    if (!covered.test(text))
      return Array.from(text.matchAll(whole), ({ 0: word, index }) => ({ start: index, end: index + word.length }));
    const words: WordAt[] = [];
    scan(text, (start, end) => words.push({ start, end }) > 0);
    return words;
  };
  return {
    all,
    has(text) {
      if (!covered.test(text)) return text.search(whole) >= 0;
      let has = false;
      scan(text, () => {
        has = true;
        return false;
      });
      return has;
    },
    blank(text) {
      if (!covered.test(text)) return text.replace(whole, ' ');
      let rest = '';
      let from = 0;
      scan(text, (start, end) => {
        rest += `${text.slice(from, start)} `;
        from = end;
        return true;
      });
      return from === 0 ? text : rest + text.slice(from);
    },
  };
}

function endOfMatch(group: RegExp | null, text: string, at: number): number {
  if (group === null) return -1;
  group.lastIndex = at;
  return group.test(text) ? group.lastIndex : -1;
}

/** An alternative; `tail` = what follows letters of any number at its beginning, which every text that it matches contains. */
function readAlternative(source: string): Alternative {
  const tail = new RegExp(`^\\[${letters.replaceAll('\\', '\\\\')}\\][*+](?=.)`).exec(source);
  return { source, prefixes: prefixesOf(source), tail: tail === null ? null : source.slice(tail[0].length) };
}

/** Makes a lookup of the pattern for the words that may begin at an index; `null` = no word does. `end` = what follows a word. */
function createGroups(alternatives: readonly Alternative[], end: string): (text: string, at: number) => RegExp | null {
  const groups = new Map<number, RegExp | null>();
  const patterns = new Map<string, RegExp>();
  const make = (first: string, second: string): RegExp | null => {
    const may = (prefixes: ReadonlySet<string>): boolean => {
      if (first === anyCharacter || prefixes.has(anyCharacter)) return true;
      if (second !== anyCharacter) return prefixes.has(first + second) || prefixes.has(first + anyCharacter);
      for (const prefix of prefixes) if (prefix.startsWith(first)) return true;
      return false;
    };
    const sources = alternatives.filter(({ prefixes }) => may(prefixes)).map(({ source }) => source);
    if (sources.length === 0) return null;
    const source = sources.join('|');
    const pattern = patterns.get(source) ?? new RegExp(`(?:${source})${end}`, 'y');
    patterns.set(source, pattern);
    return pattern;
  };
  // Characters beyond ASCII are looked up as any character: the number of groups has a bound.
  const keyed = (code: number): number => (code > 0 && code < ascii ? code : 0);
  return (text, at) => {
    const one = keyed(text.charCodeAt(at));
    const two = one === 0 ? 0 : keyed(text.charCodeAt(at + 1));
    const key = one * ascii + two;
    const known = groups.get(key);
    if (known !== undefined) return known;
    const group = make(String.fromCharCode(one), String.fromCharCode(two));
    groups.set(key, group);
    return group;
  };
}

/** A source for texts that the index covers in lower case: without properties of Unicode, whose classes are slow. */
function inCoveredLetters(source: string): string {
  let read = '';
  let isInClass = false;
  for (let at = 0; at < source.length; at++) {
    if (source.startsWith('\\p{L}', at)) {
      read += isInClass ? letters : `[${letters}]`;
      at += 4;
      continue;
    }
    const sign = source.charAt(at);
    if (sign === '[') isInClass = true;
    if (sign === ']') isInClass = false;
    const next = source.charAt(at + 1);
    if (sign === '\\' && /[A-Zpu]/.test(next)) throw new Error(`A vocabulary may not contain "\\${next}".`);
    read += sign === '\\' ? sign + next : sign.toLowerCase();
    if (sign === '\\') at += 1;
  }
  return read;
}
