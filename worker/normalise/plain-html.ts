import type { ReadableText } from './readable-text.js';

/** Where an element may stand: `''` is the top. What a parser would have to mend stands in none of these places. */
const places: Readonly<Record<string, ReadonlySet<string>>> = {
  ...Object.fromEntries(
    ['p', 'div', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((block) => [block, new Set(['', 'div', 'li'])]),
  ),
  li: new Set(['ul', 'ol']),
};

/** What of the bare elements is written under another name. */
const renamed: Readonly<Record<string, string>> = { h1: 'h3', h2: 'h3', b: 'strong', i: 'em' };

const inline = new Set(['strong', 'em', 'b', 'i']);

/** A bare tag, a line break, or text with no other entities than the commonest. */
const piece =
  /<(?<end>\/?)(?<tag>p|div|ul|ol|li|h[1-6]|strong|em|b|i)>|<(?<gap>br) ?\/?>|(?<text>(?:[^<>&]+|&(?:nbsp|quot|#39);|&amp;(?= ))+)/y;

const signs: Readonly<Record<string, string>> = { '&nbsp;': ' ', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

const readText = (text: string): string =>
  (text.includes('&') ? text.replace(/&[a-z#0-9]+;/g, (entity) => signs[entity] ?? entity) : text).replace(
    /[\u00a0\u202f]/g,
    ' ',
  );

/**
 * Reads HTML that needs no parser: bare tags of the few elements we keep, each closed where it must be, and plain text.
 * Writes it as the sanitiser would, and its text to `readable`; `null` for anything else, which the sanitiser has to read,
 * with `readable` in no state to go on with.
 */
export function readPlainHtml(source: string, readable: ReadableText): string | null {
  const open: string[] = [];
  let html = '';
  piece.lastIndex = 0;
  for (let at = 0; at < source.length; at = piece.lastIndex) {
    const written = writePiece(piece.exec(source)?.groups, { open, readable });
    if (written === null) return null;
    html += written;
  }
  return open.length === 0 ? html : null;
}

type Pieces = Partial<Record<string, string>> | undefined;

/** One piece as the sanitiser would write it; `null` where a parser has to say what it means. */
function writePiece(groups: Pieces, { open, readable }: { open: string[]; readable: ReadableText }): string | null {
  if (groups === undefined) return null;
  const { end, tag, gap, text } = groups;
  if (text !== undefined) {
    const plain = readText(text);
    readable.text(plain);
    return plain.replace(/&/g, '&amp;');
  }
  if (gap !== undefined) {
    readable.open(gap);
    readable.close(gap);
    return '<br />';
  }
  if (tag === undefined) return null;
  if (end === '/') {
    if (open.pop() !== tag) return null;
    readable.close(tag);
  } else {
    if (!mayStand(tag, open.at(-1) ?? '')) return null;
    open.push(tag);
    readable.open(tag);
  }
  return `<${end}${renamed[tag] ?? tag}>`;
}

function mayStand(tag: string, parent: string): boolean {
  return places[tag]?.has(parent) ?? inline.has(tag);
}
