import { tableOf } from '../../../shared/table-of.js';
import type { ReadableText } from './readable-text.js';

/** The parents an element may have; `''` is the top level. Nothing that a parser would have to correct is allowed. */
const places: Readonly<Record<string, ReadonlySet<string>>> = tableOf({
  ...Object.fromEntries(
    ['p', 'div', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((block) => [block, new Set(['', 'div', 'li'])]),
  ),
  li: new Set(['ul', 'ol']),
});

/** Elements that are written under another name. */
const renamed: Readonly<Record<string, string>> = tableOf({ h1: 'h3', h2: 'h3', b: 'strong', i: 'em' });

const inline = new Set(['strong', 'em', 'b', 'i']);

/** Elements whose tags without attributes are read here. */
const elements = new Set([...Object.keys(places), ...inline]);

/** Entities and their characters; "&amp;" only before a space, where it begins no other entity. */
const signs: Readonly<Record<string, string>> = tableOf({ '&nbsp;': ' ', '&quot;': '"', '&#39;': "'", '&amp;': '&' });
const entity = /&(?:nbsp|quot|#39|amp(?=; ));/g;

/** The text between two tags; `null` when it has a sign that only a parser can interpret. */
function readText(text: string): string | null {
  if (text.includes('>')) return null;
  const plain = text.includes('&') ? readEntities(text) : text;
  return plain === null ? null : plain.replace(/[\u00a0\u202f]/g, ' ');
}

function readEntities(text: string): string | null {
  let known = 0;
  const plain = text.replace(entity, (found) => {
    known += 1;
    return signs[found] ?? found;
  });
  return text.split('&').length - 1 === known ? plain : null;
}

/** The length of the longest tag read here, "</strong>", after its first sign. */
const longestTag = 8;

/**
 * Reads HTML that needs no parser: tags without attributes of the few elements we keep, correctly closed, and plain text.
 * Returns it as the sanitiser would, and writes its text to `readable`. `null` for anything else, which the sanitiser has
 * to read; `readable` must then be discarded.
 */
export function readPlainHtml(source: string, readable: ReadableText): string | null {
  const open: string[] = [];
  let html = '';
  for (let at = 0; at < source.length; ) {
    const next = source.indexOf('<', at);
    const end = next < 0 ? source.length : next;
    if (end > at) {
      const plain = readText(source.slice(at, end));
      if (plain === null) return null;
      readable.text(plain);
      html += plain.replace(/&/g, '&amp;');
    }
    if (next < 0) break;
    const tagEnd = source.slice(end + 1, end + 2 + longestTag).indexOf('>');
    const written = tagEnd < 0 ? null : writeTag(source.slice(end + 1, end + 1 + tagEnd), { open, readable });
    if (written === null) return null;
    html += written;
    at = end + tagEnd + 2;
  }
  return open.length === 0 ? html : null;
}

/**
 * Writes one tag, given the text between its angle brackets, as the sanitiser would; `null` when only a parser can interpret
 * it.
 */
function writeTag(inside: string, { open, readable }: { open: string[]; readable: ReadableText }): string | null {
  if (inside === 'br' || inside === 'br/' || inside === 'br /') {
    readable.open('br');
    readable.close('br');
    return '<br />';
  }
  const ends = inside.startsWith('/');
  const tag = ends ? inside.slice(1) : inside;
  if (!elements.has(tag)) return null;
  if (ends) {
    if (open.pop() !== tag) return null;
    readable.close(tag);
    return `</${renamed[tag] ?? tag}>`;
  }
  if (!mayStand(tag, open.at(-1) ?? '')) return null;
  open.push(tag);
  readable.open(tag);
  return `<${renamed[tag] ?? tag}>`;
}

function mayStand(tag: string, parent: string): boolean {
  return places[tag]?.has(parent) ?? inline.has(tag);
}
