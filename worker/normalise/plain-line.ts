import { compile } from 'html-to-text';

const toText = compile({
  wordwrap: false,
  selectors: [
    { selector: '*', format: 'inline' },
    { selector: 'script', format: 'skip' },
    { selector: 'style', format: 'skip' },
  ],
});

/** A tag, or the start of one that runs to the end of the text. */
const tag = /<\/?[a-z][a-z0-9]*(?:[\s/][^<>]*)?>|<!--|<!doctype/i;
const entity = /&(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});/i;

/** How often a text may have been escaped at most; a deeper one is no honest text. */
const escapedAtMost = 6;

/** One line of readable text: tags out, entities decoded however often they were escaped, spaces folded. */
export function plainLine(text: string): string {
  let line = text.toWellFormed();
  for (let times = 0; times < escapedAtMost && (tag.test(line) || entity.test(line)); times++) line = toText(line);
  return line
    .replace(new RegExp(tag.source, 'gi'), ' ')
    .replace(new RegExp(entity.source, 'gi'), ' ')
    .replace(/[\p{Cc}\p{Zs}\u2028\u2029]+/gu, ' ')
    .trim();
}
