/** A text in which every run of white space is a single space. */
export const foldSpaces = (text: string): string => (isFolded(text) ? text : text.replace(/\s{2,}|[^\S ]/g, ' '));

/**
 * Whether the only white space of a text are single spaces, as in nearly every line. Compares character codes: a pattern takes
 * several times as long, as it tries two alternatives at each of them.
 */
function isFolded(text: string): boolean {
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === space ? before === space : isOtherSpace(code)) return false;
    before = code;
  }
  return true;
}

const space = 0x20;

/** White space other than a space, as `\s` has it. */
function isOtherSpace(code: number): boolean {
  if (code < 0xa0) return code >= 0x09 && code <= 0x0d;
  if (code < 0x1680) return code === 0xa0;
  if (code >= 0x2000 && code <= 0x200a) return true;
  return others.has(code);
}

const others = new Set([0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff]);
