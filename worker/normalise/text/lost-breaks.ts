/**
 * A word in small letters that a capitalised one or an item of a list is glued to, as in "kitchenKnowledge" and "trade-Drive", but not
 * in "JavaScript" and "Mercedes-Benz".
 */
const gluedWord = /(?<![\p{L}\p{N}.])\p{Ll}{3,60}(?=-?\p{Lu}\p{Ll}{2})/gu;

/**
 * Other places of a lost break: behind a full stop, colon, bracket or heading without a space, before the next item of a list or a
 * number of years.
 */
const seam =
  /(?<=\p{L}{3}[.;:!?)])[.;]?(?=\p{Lu}[\p{Ll}\p{N}]|\p{Lu}{3} )|(?<=\p{Ll}{3}[.;])(?=\d{1,2}\+? ?(?:[-–] ?\d{1,2}\+? ?)?(?:years|yrs)\b)|(?<=\p{L}{3}[.)]?)(?=\d{1,2}\. \p{Lu}\p{Ll}|- \p{Lu}\p{Ll})|(?<=\p{L}{3}[.:;)])(?=-\p{Lu}\p{Ll})|(?<=\p{L}{2}[.;)]?) (?=- \p{Lu}\p{Ll})|(?<=Requirements|Qualifications?|Responsibilities|Benefits|(?:Company|Role|Job|Position) (?:Description|Overview|Summary)|Kualifikasi|Persyaratan)(?=\p{Lu}\p{Ll})/gu;

/** A line with fewer seams, or a shorter one, has names and slips, but all its breaks. */
const seamsAtLeast = 3;
const lineAtLeast = 150;

/** The lines of one that has lost its line breaks; other lines as they are. */
export function linesWithBreaks(line: string): string[] {
  if (line.length < lineAtLeast || !hasJoints(line, seamsAtLeast)) return [line];
  const parts = line.replace(gluedWord, '$&\n').replace(seam, '$&\n').split('\n');
  return parts.length > seamsAtLeast ? parts.map((part) => part.trim()) : [line];
}

const [ends, capital, digit, letter] = [1, 2, 4, 8];
const [dash, space] = [45, 32];

/** What each sign can be in a joint; signs of other scripts are letters. */
const kinds = Uint8Array.from({ length: 0x2000 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/\p{Lu}/u.test(sign)) return capital | letter;
  if (/\p{L}/u.test(sign)) return ends | letter;
  if (/\d/.test(sign)) return ends | digit;
  return '.;:!?)'.includes(sign) ? ends : 0;
});
/** Halves of a sign that is written as two codes, and letters of full width, may be any letter. */
const anyFrom = 0xd800;
const kindOf = (code: number): number => kinds[code] ?? (code < anyFrom ? letter : ends | capital | letter);

/**
 * Whether a line has at least so many places in which something that begins a line (a capital, a number, a dash before a capital)
 * follows the end of another without a space, which each seam of the patterns here has. One pass over codes: most lines have none,
 * and are spared patterns that cost ten times as much.
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

/** Whether a capital follows a sign, directly or behind a space. */
function isBeforeCapital(line: string, at: number): boolean {
  const next = line.charCodeAt(at + 1);
  return (kindOf(next === space ? line.charCodeAt(at + 2) : next) & capital) !== 0;
}
