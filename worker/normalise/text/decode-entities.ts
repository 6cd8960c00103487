import { decodeHTML } from 'entities';

/** An ampersand that begins none of the entities that are replaced here. */
const other = /&(?!(?:lt|gt|amp|quot|nbsp|apos|#39);)/;

/**
 * A text with one level of entities decoded, as `decodeHTML` does. Escaped HTML has hundreds of the same few, which are replaced
 * at once; a text with any other is decoded by the library.
 */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  if (other.test(text)) return decodeHTML(text);
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&#39;', "'")
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
