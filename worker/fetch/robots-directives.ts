import type { RobotsDirectives } from '../sources/source.js';

/** Rules of `X-Robots-Tag` with a value after a colon, which look like the name of a crawler. */
const valuedRules = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);

/** Elements whose content the parser treats as text (HTML Standard §13.2.5), so a `<meta>` inside them has no effect. */
const textElements = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);

/** A one at the codes of letters that begin the name of a `<meta>` or a text element: most tags are neither. */
const mayBeRead = Uint8Array.from({ length: 128 }, (_, code) =>
  ['meta', ...textElements].some((name) => name.charCodeAt(0) === (code | 32)) ? 1 : 0,
);

/** The most characters of a header or attribute parsed for rules; no legitimate list is longer. */
const mostCharacters = 2000;

/**
 * Parses the value of `X-Robots-Tag` headers, joined by commas; `null` = no such header. Rules after `name:` apply only
 * to that crawler, up to the next name (https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag).
 * `userAgentToken` is our product token, `job-search` in `job-search/1.0`; anything after a slash is ignored.
 */
export function directivesOfHeader(value: string | null, userAgentToken: string): RobotsDirectives {
  const marks: RobotsDirectives = { noindex: false, noarchive: false };
  const token = productOf(userAgentToken);
  let isForUs = true;
  for (const piece of (value ?? '').slice(0, mostCharacters).split(',')) {
    const colon = piece.indexOf(':');
    const name = piece.slice(0, colon).trim().toLowerCase();
    const isNamed = colon >= 0 && !valuedRules.has(name);
    if (isNamed) isForUs = isOurs(name, token);
    if (isForUs) mark(marks, isNamed ? piece.slice(colon + 1) : piece);
  }
  return marks;
}

/**
 * Reads every `<meta name="robots">` and `<meta name="{userAgentToken}">` of a page, anywhere except in comments and in the
 * text of scripts. Takes linear time: the page is scanned once, not parsed.
 */
export function directivesOfHtml(html: string, userAgentToken: string): RobotsDirectives {
  const marks: RobotsDirectives = { noindex: false, noarchive: false };
  const token = productOf(userAgentToken);
  let at = html.indexOf('<');
  while (at >= 0) {
    const first = html.charCodeAt(at + 1);
    if (first === exclamation) at = html.startsWith('<!--', at) ? html.indexOf('-->', at + 4) : at;
    else if (mayBeRead[first] === 1) at = readTag(html, at, { marks, token });
    if (at >= 0) at = html.indexOf('<', at + 1);
  }
  return marks;
}

/** Records the rules of a `<meta>`, and returns where to continue: after it, or after a text element's text. */
function readTag(html: string, at: number, { marks, token }: { marks: RobotsDirectives; token: string }): number {
  const name = tagNameAt(html, at + 1);
  if (textElements.has(name)) return endOfText(html, name, at);
  if (name !== 'meta') return at;
  const meta = readMeta(html, at + 5);
  if (isOurs(meta.name.trim().toLowerCase(), token)) for (const rule of meta.content.split(',')) mark(marks, rule);
  // Continue after the tag: an unclosed one is not scanned again for each "<" inside it.
  return meta.end - 1;
}

function mark(marks: RobotsDirectives, rule: string): void {
  const name = rule.trim().toLowerCase();
  if (name === 'noindex' || name === 'none') marks.noindex = true;
  if (name === 'noarchive') marks.noarchive = true;
}

const productOf = (userAgent: string): string => (userAgent.split('/')[0] ?? '').trim().toLowerCase();

const isOurs = (name: string, token: string): boolean =>
  name === 'robots' || name === '*' || (name !== '' && name === token);

/** The lower-case name of the tag that starts just before; `''` if it is no tag, or longer than relevant. */
function tagNameAt(html: string, at: number): string {
  let end = at;
  while (end - at < 9 && isLetter(html.charCodeAt(end))) end += 1;
  return isLetter(html.charCodeAt(end)) ? '' : html.slice(at, end).toLowerCase();
}

const exclamation = '!'.charCodeAt(0);

const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

/** The index of a text element's closing tag; -1 when the page ends first. */
function endOfText(html: string, name: string, from: number): number {
  let at = html.indexOf('</', from);
  while (at >= 0 && tagNameAt(html, at + 2) !== name) at = html.indexOf('</', at + 2);
  return at;
}

/** The `name` and `content` of a `<meta>` tag, read like an HTML tokenizer: of duplicate attributes the first counts. */
function readMeta(html: string, start: number): { name: string; content: string; end: number } {
  const found = new Map<string, string>();
  const limit = Math.min(html.length, start + mostCharacters);
  let at = start;
  while (at < limit && html[at] !== '>') {
    const from = at;
    while (at < limit && !endsName(html.charCodeAt(at))) at += 1;
    const name = html.slice(from, at).toLowerCase();
    while (at < limit && isSpace(html.charCodeAt(at))) at += 1;
    if (html[at] === '=') {
      const { value, after } = readValue(html, at + 1, limit);
      if (!found.has(name)) found.set(name, value);
      at = after;
    } else if (html[at] === '/') at += 1;
  }
  return { name: found.get('name') ?? '', content: found.get('content') ?? '', end: at };
}

function readValue(html: string, from: number, limit: number): { value: string; after: number } {
  let at = from;
  while (at < limit && isSpace(html.charCodeAt(at))) at += 1;
  const quote = html[at] === '"' || html[at] === "'" ? html[at] : null;
  if (quote !== null) at += 1;
  const begin = at;
  while (at < limit && (quote === null ? !endsValue(html.charCodeAt(at)) : html[at] !== quote)) at += 1;
  return { value: html.slice(begin, at), after: quote === null ? at : at + 1 };
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);
/** A space, `>`. */
const endsValue = (code: number): boolean => code === 62 || isSpace(code);
/** A space, `>`, `/` or `=`. */
const endsName = (code: number): boolean => code === 47 || code === 61 || endsValue(code);
