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
 * Reads HTML that needs no parser: bare tags of the few elements we keep, each closed where it must be, and plain text. Writes it as the sanitiser would, and its text to `readable`; `null` for anything else, which the sanitiser
 * has to read, with `readable` in no state to go on with.
 */
export function readPlainHtml(source: string, readable: ReadableText): string | null {
  const open: string[] = [];
  let html = '';
  piece.lastIndex = 0;
  for (let at = 0; at < source.length; at = piece.lastIndex) {
    const groups = piece.exec(source)?.groups;
    if (groups === undefined) return null;
    const { end, tag, gap, text } = groups;
    if (text !== undefined) {
      const plain = readText(text);
      readable.text(plain);
      html += plain.replace(/&/g, '&amp;');
    } else if (gap !== undefined) {
      readable.open(gap);
      readable.close(gap);
      html += '<br />';
    } else if (tag !== undefined) {
      if (end === '/' ? open.pop() !== tag : !mayStand(tag, open.at(-1) ?? '')) return null;
      if (end !== '/') open.push(tag);
      readable[end === '/' ? 'close' : 'open'](tag);
      html += `<${end}${renamed[tag] ?? tag}>`;
    }
  }
  return open.length === 0 ? html : null;
}

function mayStand(tag: string, parent: string): boolean {
  return places[tag]?.has(parent) ?? inline.has(tag);
}
