/**
 * A lower-case word joined to a following capitalised word or list item, as in "kitchenKnowledge" and "trade-Drive",
 * but not in "JavaScript" and "Mercedes-Benz".
 */
const gluedWord = /(?<![\p{L}\p{N}.])\p{Ll}{3,60}(?=-?\p{Lu}\p{Ll}{2})/gu;

/**
 * Other positions of lost breaks: after a full stop, colon, bracket or heading without a space, before the next list
 * item or a number of years.
 */
const seam =
  /(?<=\p{L}{3}[.;:!?)])[.;]?(?=\p{Lu}[\p{Ll}\p{N}]|\p{Lu}{3} )|(?<=\p{Ll}{3}[.;])(?=\d{1,2}\+? ?(?:[-–] ?\d{1,2}\+? ?)?(?:years|yrs)\b)|(?<=\p{L}{3}[.)]?)(?=\d{1,2}\. \p{Lu}\p{Ll}|- \p{Lu}\p{Ll})|(?<=\p{L}{3}[.:;)])(?=-\p{Lu}\p{Ll})|(?<=\p{L}{2}[.;)]?) (?=- \p{Lu}\p{Ll})|(?<=Requirements|Qualifications?|Responsibilities|Benefits|(?:Company|Role|Job|Position) (?:Description|Overview|Summary)|Kualifikasi|Persyaratan)(?=\p{Lu}\p{Ll})/gu;

/** A line with fewer seams, or a shorter one, contains names and typos, but has its breaks. */
const seamsAtLeast = 3;
const lineAtLeast = 150;

/** Splits a line that has lost its line breaks; other lines stay unchanged. */
export function linesWithBreaks(line: string): string[] {
  if (line.length < lineAtLeast || !hasJoints(line, seamsAtLeast)) return [line];
  const parts = line.replace(gluedWord, '$&\n').replace(seam, '$&\n').split('\n');
  return parts.length > seamsAtLeast ? parts.map((part) => part.trim()) : [line];
}

const [ends, capital, digit, letter] = [1, 2, 4, 8];
const [dash, space] = [45, 32];

/** The roles of each sign in a joint; signs of other scripts are letters. */
const kinds = Uint8Array.from({ length: 0x2000 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/\p{Lu}/u.test(sign)) return capital | letter;
  if (/\p{L}/u.test(sign)) return ends | letter;
  if (/\d/.test(sign)) return ends | digit;
  return '.;:!?)'.includes(sign) ? ends : 0;
});
/** Surrogates and full-width letters may be any letter. */
const anyFrom = 0xd800;
const kindOf = (code: number): number => kinds[code] ?? (code < anyFrom ? letter : ends | capital | letter);

/**
 * Whether a line has at least this many joints: a line start (a capital, a number, a dash before a capital) directly
 * after a line end, as in every seam of the patterns above. One pass over character codes: most lines have none, and
 * skip patterns that cost ten times as much.
 */
export function hasJoints(line: string, atLeast: number): boolean {
  let left = atLeast;
  let before = 0;
  for (let at = 0; at < line.length && left > 0; at++) {
    const code = line.charCodeAt(at);
    const kind = kindOf(code);
    if (kind & capital) left -= before & ends ? 1 : 0;
    else if (kind & digit) left -= before & (ends | letter) && !(before & digit) ? 1 : 0;
    else if (code === dash && isBeforeCapital(line, at)) left -= 1;
    before = kind;
  }
  return left === 0;
}

/** Whether a capital follows a sign, directly or after a space. */
function isBeforeCapital(line: string, at: number): boolean {
  const next = line.charCodeAt(at + 1);
  return (kindOf(next === space ? line.charCodeAt(at + 2) : next) & capital) !== 0;
}
