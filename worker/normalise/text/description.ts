import { decodeHTML, escapeText } from 'entities';
import type sanitize from 'sanitize-html';
import { lazyRequire } from '../../../shared/lazy-require.js';
import { linesWithBreaks } from './lost-breaks.js';
import { decodeEntities, keptElements, readPlainHtml, renamedElements } from './plain-html.js';
import { hasTag, withoutEntities, withoutTags, withoutUnseen } from './plain-line.js';
import { foldSpaces, ReadableText } from './readable-text.js';
import { readUrl } from './url.js';

/** A description in two forms: HTML with a few harmless tags, and plain text that preserves lists. */
export type Description = { html: string; text: string };

/** Longer than any real description; the rest is cut off. */
const longest = 100_000;

/** Elements nested deeper are read as text only, because parsing each tag takes time proportional to its depth. */
const deepest = 100;

/** Maximum times a source may have escaped its HTML. */
const escapedAtMost = 3;

const escapedTags =
  /&(?:lt|#60|#x3c);(\/?(?:p|div|ul|ol|li|br|strong|b|em|i|u|a|span|h[1-6]|table|tbody|tr|td|th|script|style|iframe|img|font|section)(?:(?:\s|&nbsp;)(?:(?!&(?:lt|gt|#60|#62|#x3c|#x3e);).)*)?\s?\/?)&(?:gt|#62|#x3e);/gis;
const escapedTag = new RegExp(escapedTags.source, 'is');

const cutTag = /^<\/?[a-z][^>]*$/i;

/** Placeholders of sources for a missing description. */
const empty = /^(?:null|undefined|n\/a|none|unavailable|\[object object\])?$/i;
const saysNothing = (text: string): boolean => empty.test(text.trim());

/** Reads a description from HTML, escaped or not, or plain text. The input is untrusted; the returned HTML is safe. */
export function readDescription(html: string | null, text: string | null): Description {
  const source = [html, text].find((each) => each !== null && !saysNothing(each));
  if (source === null || source === undefined) return { html: '', text: '' };
  const bounded = withoutCutTag(unescaped(source.slice(0, longest)));
  if (!hasTag(bounded)) return fromText(bounded);
  const lined = withLineBreaks(bounded);
  const plain = readPlain(lined);
  const read = plain ?? sanitise(lined);
  return read === null ? fromText(withoutTags(bounded)) : finish(read);
}

/** The first element that breaks a line. */
const breaking = /<(?:p|br|div|li|ul|ol|tr|h[1-6]|section)\b/i;

/** Minimum lines before the first such element for them to be plain text followed by HTML. */
const linesOfPlainText = 4;

/** Converts line breaks of text with a few tags, or of plain text followed by HTML. */
function withLineBreaks(html: string): string {
  const at = html.search(breaking);
  const end = at < 0 ? html.length : at;
  const plain = html.slice(0, end);
  const isLined = at < 0 || plain.split('\n').filter((line) => line.trim() !== '').length >= linesOfPlainText;
  return isLined ? plain.replace(/\r?\n/g, '<br>') + html.slice(end) : html;
}

/** A tag that never ends was cut off by the source; it is not text. */
function withoutCutTag(html: string): string {
  const last = html.lastIndexOf('<');
  return last >= 0 && cutTag.test(html.slice(last)) ? html.slice(0, last) : html;
}

/** Undoes escaping as long as there are escaped tags and no bare ones. */
function unescaped(source: string): string {
  let html = source;
  for (let times = 0; times < escapedAtMost && !hasTag(html) && /&(?:lt|#60|#x3c|amp);/i.test(html); times++)
    html = decodeEntities(html);
  return html;
}

/** Reads tags that were escaped inside the HTML, and finishes both forms. */
function finish(description: Description): Description {
  let read = description;
  for (let times = 0; times < escapedAtMost && escapedTag.test(read.html); times++) {
    const source = read.html.replace(escapedTags, (whole) => decodeHTML(whole));
    const next = readPlain(source) ?? sanitise(source);
    if (next === null) break;
    read = next;
  }
  return { html: paragraphs(read.html), text: withoutTags(withoutEntities(read.text)) };
}

/** "&amp;amp;": escaped once too often, which the parser reports in several parts. */
const doubly = /&amp;((?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});)/gi;

const address = /^\s*(?:https?:|mailto:)/i;

/** The address to write for a link; `null` for schemes that are not allowed. */
const addressOf = (href: string): string | null => (address.test(href) ? (readUrl(href) ?? href.trim()) : null);

const rules: sanitize.IOptions = {
  allowedTags: [...keptElements, 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nonTextTags:
    'script style textarea option noscript iframe object embed svg math template title button select video audio canvas'.split(
      ' ',
    ),
  transformTags: {
    ...renamedElements,
    a: (tagName, { href = '' }) => {
      const target = addressOf(href);
      return { tagName, attribs: target === null ? {} : { href: target, rel: 'nofollow noopener' } };
    },
  },
};

/** Reads HTML that needs no parser; `null` for any other. */
function readPlain(source: string): Description | null {
  const readable = new ReadableText();
  const html = readPlainHtml(source, readable, { deepest, addressOf });
  return html === null ? null : written(html, readable);
}

/** Ends the parser. */
const tooDeep = new Error(`Elements are nested deeper than ${deepest}.`);

/**
 * One pass of the parser writes both forms. Most boards need no parser (`readPlain`), so it is loaded on first use.
 * `null` for elements nested deeper than `deepest`.
 */
function sanitise(source: string): Description | null {
  const parse = lazyRequire('sanitize-html') as typeof sanitize;
  const readable = new ReadableText();
  let depth = 0;
  const options: sanitize.IOptions = {
    ...rules,
    onOpenTag(tag) {
      if (++depth > deepest) throw tooDeep;
      readable.open(tag);
    },
    onCloseTag(tag) {
      depth -= 1;
      readable.close(tag);
    },
    textFilter(escaped) {
      const plain = (escaped.includes('&') ? decodeHTML(escaped) : escaped).replace(/[\u00a0\u202f]/g, ' ');
      readable.text(plain);
      return escapeText(plain);
    },
  };
  try {
    return written(parse(source, options), readable);
  } catch (error) {
    if (error === tooDeep) return null;
    throw error;
  }
}

function written(html: string, readable: ReadableText): Description {
  const seen = withoutUnseen(html);
  const text = readable.read();
  // The text is taken from the HTML, so it only needs cleaning if the HTML did.
  return { html: seen.replace(doubly, '&$1'), text: seen === html ? text : withoutUnseen(text) };
}

/**
 * Turns the innermost divisions into paragraphs, and removes other divisions and empty elements. Only for the output of
 * `sanitise`.
 */
function paragraphs(html: string): string {
  let tidy = foldSpaces(html);
  if (tidy.includes('<div>'))
    tidy = foldSpaces(
      tidy
        .replace(/<div>((?:(?!<\/?(?:div|p|ul|ol|li|table|blockquote|h[3-6])>).)*)<\/div>/gs, '<p>$1</p>')
        .replace(/<\/?div>/g, ''),
    );
  if (tidy.includes('<a>')) tidy = foldSpaces(tidy.replace(/<a>((?:(?!<\/?a\b).)*)<\/a>/gs, '$1'));
  let before = '';
  for (let pass = 0; tidy !== before && pass <= deepest && mayHaveEmpty(tidy); pass++) {
    before = tidy;
    tidy = tidy.replace(/<(p|li|ul|ol|h[3-6]|strong|em|blockquote)>(?:\s|<br \/>)*<\/\1>/g, '');
  }
  return tidy.trim();
}

/** Whether an end tag follows a start tag or a line break with only spaces between them, which is rare. */
function mayHaveEmpty(html: string): boolean {
  for (let end = html.indexOf('</'); end >= 0; end = html.indexOf('</', end + 2)) {
    let last = end - 1;
    while (html[last] === ' ') last -= 1;
    if (html[last] === '>' && html[html.lastIndexOf('<', last) + 1] !== '/') return true;
  }
  return false;
}

const bullet = /^[-*•·●▪◦‣–—]\s+/;

/** Converts plain text: line breaks become paragraphs, dashes become lists; lost line breaks are restored. */
function fromText(source: string): Description {
  const lines = withoutTags(withoutUnseen(withoutEntities(source)))
    .split(/\r\n?|\n/)
    .flatMap((line) => linesWithBreaks(foldSpaces(line).trim()))
    .map((line) => line.replace(bullet, '- '));
  const text = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  const html = text.split('\n\n').map(paragraphOf).join('');
  return { html, text };
}

/** Lines that begin with a dash become a list, other lines one paragraph. */
function paragraphOf(paragraph: string): string {
  let html = '';
  let kind: 'ul' | 'p' | null = null;
  for (const line of paragraph.split('\n')) {
    if (line === '') continue;
    const next = line.startsWith('- ') ? 'ul' : 'p';
    if (kind !== null && kind !== next) html += `</${kind}>`;
    html += kind === next ? (next === 'p' ? '<br />' : '') : `<${next}>`;
    html += next === 'ul' ? `<li>${escapeText(line.slice(2))}</li>` : escapeText(line);
    kind = next;
  }
  return kind === null ? html : `${html}</${kind}>`;
}
