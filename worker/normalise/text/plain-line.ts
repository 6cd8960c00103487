import { decodeHTML } from 'entities';

/** Names of HTML elements: only these make "<…>" a tag; `List<String>` is text. */
const elements =
  'a|abbr|address|article|aside|b|base|blockquote|body|br|button|canvas|center|code|col|colgroup|dd|del|details|div|dl|dt|em|embed|fieldset|figure|figcaption|font|footer|form|frame|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|label|legend|li|link|main|map|mark|meta|nav|noscript|o:p|object|ol|option|p|picture|pre|q|s|script|section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|tt|u|ul|video|wbr';
const tag = new RegExp(`</?(?:${elements})(?:[\\s/][^<>]*)?>|<!doctype[^<>]*>`, 'gi');
/** The most common entities are decoded without their semicolon too, as browsers do. */
const entity = /&(?:(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});|(?:amp|nbsp|lt|gt|quot)(?![a-z0-9=;]))/i;

/** Invisible characters: soft hyphens, joiners, marks of direction and byte order. */
const unseen = /[\u00ad\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u2064\ufeff\ufff9-\ufffc]/g;

/** Whether a text contains an HTML tag. */
export function hasTag(text: string): boolean {
  const comment = text.indexOf('<!--');
  return (comment >= 0 && text.includes('-->', comment + 4)) || text.search(tag) >= 0;
}

/** Replaces "&amp;amp;amp;" by one ampersand at once, as each pass of the decoder removes only one level. */
const escapedAmpersands = /&(?:(?:amp|#0{0,5}38|#x0{0,5}26);)+/gi;

/** Maximum passes; deeper escaping is an attempt to waste time. */
const passesAtMost = 10;

/** A text with all levels of escaping removed. */
export function withoutEntities(text: string): string {
  let plain = text;
  for (let pass = 0; pass < passesAtMost && entity.test(plain); pass++) {
    plain = plain.replace(escapedAmpersands, '&amp;');
    const decoded = decodeHTML(plain);
    if (decoded === plain) break;
    plain = decoded;
  }
  return plain;
}

/** Inline elements; removing any other tag leaves a space. */
const inline = /^<\/?(?:abbr|b|code|del|em|font|i|ins|mark|s|small|span|strong|sub|sup|tt|u|wbr)[\s/>]/i;

function withoutComments(text: string): string {
  let plain = '';
  let from = 0;
  for (let at = text.indexOf('<!--'); at >= 0; at = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', at + 4);
    if (end < 0) break;
    plain += `${text.slice(from, at)} `;
    from = end + 3;
  }
  return from === 0 ? text : plain + text.slice(from);
}

/** Removes scripts and style sheets. Each is searched only up to the next opening tag, so that the time is linear. */
function withoutPrograms(text: string): string {
  const [first = '', ...others] = withoutComments(text).split(/<(?=(?:script|style)\b)/i);
  const rest = others.map((part) => {
    const end = /<\/(?:script|style)\s*>/i.exec(part);
    return end === null ? `<${part}` : ` ${part.slice(end.index + end[0].length)}`;
  });
  return first + rest.join('');
}

/** A text without tags; a tag between two words becomes a space. */
export function withoutTags(text: string): string {
  return text.includes('<') ? withoutPrograms(text).replace(tag, (found) => (inline.test(found) ? '' : ' ')) : text;
}

/** Matches every character that `withoutUnseen` may change; most texts have none. */
const mayBeUnseen =
  /[^\n\r\t -~\u00a0-\u00ac\u00ae-\u200a\u2010-\u2027\u202f-\u205f\u2065-\ud7ff\ue000-\ufefe\uff00-\ufff8\ufffd-\uffff]/;

/** A text without invisible characters: controls become spaces, lone surrogates the replacement character. */
export function withoutUnseen(text: string): string {
  if (!mayBeUnseen.test(text)) return text;
  return text
    .toWellFormed()
    .replace(unseen, '')
    .replace(/[^\P{Cc}\n\t\r]/gu, ' ');
}

/** One line of plain text: tags removed, entities of any depth decoded, spaces folded. */
export function plainLine(text: string): string {
  let line = text;
  // Removing one tag may make another ("<<b>b>"): repeat until nothing changes.
  let before = '';
  for (let pass = 0; line !== before && pass < passesAtMost; pass++) {
    before = line;
    line = withoutTags(withoutUnseen(withoutEntities(line)));
  }
  return line.replace(/\s+/g, ' ').trim();
}

/** Placeholders that boards write for a missing value. */
const placeholders =
  /^(?:n\/?a|none|null|nil|undefined|nan|unavailable|unknown|not (?:available|applicable|specified|provided|disclosed|stated)|no (?:title|company|name)|untitled|tb[acd]|to be (?:announced|confirmed|determined)|test|\?+|[-–—._*]+|\[?object object\]?|default|empty|false|true)$/i;

/** A line as plain text; `null` if it has no content, such as "N/A". */
export function saidLine(text: string | null): string | null {
  if (text === null) return null;
  const line = plainLine(text);
  return line === '' || placeholders.test(line) ? null : line;
}
