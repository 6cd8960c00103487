/** Folds a word to its spellings' common form: NFKC, lower case, letters and digits (`Full-Time` → `fulltime`). */
export function foldWord(text: string): string {
  // Most text is ASCII, which NFKC leaves unchanged.
  if (!/[^\n\r\t -~]/.test(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** A noun with its indefinite article: "an enterprise key", "a job type". */
export const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** Whether a text has more than `most` characters (code points); does not count a much longer one to its end. */
export function countsOver(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let count = 0;
  for (const _ of text) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}

/** Free text normalised for comparison: well-formed Unicode, no control characters, single spaces, trimmed. */
export function tidyText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zs}\u2028\u2029]+/gu, ' ')
    .trim();
}

/** Latin letters without marks, in lower case (`Zürich` → `zurich`); for comparing place and company names. */
export function plainLetters(text: string): string {
  // Most texts have no other letters.
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/Ł/g, 'L')
    .replace(/ø/gi, 'o')
    .replace(/æ/gi, 'ae')
    .toLowerCase();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII.
const ascii = /^[\x00-\x7f]*$/;

/** Gender marks as boards write them: "(m/w/d)", "[f/m/x]", "H/F", "(all genders)". Each has a `sign`, which few titles have. */
const genderMarks: readonly { sign: RegExp; mark: RegExp }[] = [
  {
    sign: /[([{]/,
    mark: /(?:(?<!\s)\s+)?[([{]\s*(?:(?:mwd|wmd|mfd|gn|all genders?|alle geschlechter|gender[- ]neutral)|(?:[mwfdxhvkgni*]|div(?:ers)?|(?:fe)?male|männlich|weiblich|mann|frau)\s*[/|,*:.]+(?:\s*(?:[mwfdxhvkgni+]|div(?:ers)?|(?:fe)?male|männlich|weiblich|gn|all genders?)\s*(?=[/|,*:.)\]}])[/|,*:.]*)*)\s*[)\]}](?!\p{L})/giu,
  },
  {
    sign: /[/|]/,
    mark: /(?<=[\s,–-])\(?(?:[mwf]\s?[/|]\s?[mwf]\s?[/|]\s?[dxi*]|[mwfd]\s?[/|]\s?[mwfd]\s?[/|]\s?[mwfdx]|h\s?\/\s?f|f\s?\/\s?h|m\s?\/\s?w|w\s?\/\s?m|m\s?\/\s?f|f\s?\/\s?m|m\s?\/\s?v|v\s?\/\s?m|k\s?\/\s?m)(?:\s?[/|]\s?[dx])?\)?(?=$|[\s,"–-])/giu,
  },
];

/** A title without its gender marks, to compare it with the same title on boards without them. */
export function withoutGenderMarks(title: string): string {
  return genderMarks.reduce((rest, { sign, mark }) => (sign.test(rest) ? rest.replace(mark, ' ') : rest), title);
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A longer character (in code units) is cut inside: a letter can have any number of marks. */
const longestCharacter = 64;

/**
 * The beginning of a text, at most this many UTF-16 code units, that ends after a complete user-perceived character
 * (Unicode Standard Annex 29): no half of a surrogate pair, no letter without its marks, no part of a flag or family.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  if (isAscii(text.charCodeAt(most - 1)) && isAscii(text.charCodeAt(most))) return text.slice(0, most);
  // A character boundary depends on the text before it and one code point after it.
  const end = characters.segment(text.slice(0, most + 2)).containing(most)?.index ?? most;
  if (most - end <= longestCharacter) return text.slice(0, end);
  const isInPair = /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(most - 1, most + 1));
  return text.slice(0, isInPair ? most - 1 : most);
}

/** Printable ASCII, where each code is one character. */
const isAscii = (code: number): boolean => code >= 0x20 && code < 0x7f;

/** Texts of a search that are made well-formed when parsed (`tidyText`). */
const repaired: ReadonlySet<string> = new Set(['keyword', 'location']);

/**
 * The path of the first text in parsed JSON, names included, that is not well-formed Unicode; `null` = none. JSON may
 * escape half a surrogate pair (RFC 8259 §8.2), which UTF-8 cannot encode: no such text is stored.
 */
export function findIllFormed(body: unknown): string[] | null {
  const left: Part[] = [{ name: '', value: body, within: null }];
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    const { name, value } = part;
    const isWrong = typeof value === 'string' && !value.isWellFormed() && !repaired.has(name);
    if (isWrong || !name.isWellFormed()) return pathOf(part);
    if (typeof value !== 'object' || value === null) continue;
    for (const [each, member] of Object.entries(value)) left.push({ name: each, value: member, within: part });
  }
  return null;
}

type Part = { name: string; value: unknown; within: Part | null };

function pathOf(part: Part): string[] {
  const names: string[] = [];
  for (let each = part; each.within !== null; each = each.within) names.push(each.name);
  return names.reverse();
}
