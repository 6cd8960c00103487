import { SourceError } from '../sources/source-errors.js';

/** The most unclosed tags: a parser that keeps some elements' content as text scans to the end of the page for each. */
const mostUnclosed = 20;

/**
 * Throws `SourceError` for XML with more than 20 tags that never close, in linear time: fast-xml-parser skips over them in
 * elements whose content it keeps as text, and each costs it the rest of the page.
 */
export function refuseUnclosedTags(xml: string): void {
  let unclosed = 0;
  for (let at = xml.indexOf('<'); at !== -1; at = xml.indexOf('<', at + 1)) {
    const end = endOfTag(xml, at);
    if (end !== -1) at = end;
    else if (++unclosed > mostUnclosed)
      throw new SourceError('broken', `The page has more than ${mostUnclosed} tags that never close.`);
  }
}

/** Index of the last character of the tag, comment, instruction or CDATA section at a "<"; -1 when nothing closes it. */
function endOfTag(xml: string, at: number): number {
  if (xml[at + 1] === '/') return xml.indexOf('>', at);
  if (xml[at + 1] === '?') return lastOf(xml, '?>', at);
  if (xml.startsWith('<!--', at)) return lastOf(xml, '-->', at + 4);
  if (xml.startsWith('<![', at)) return lastOf(xml, ']]>', at);
  return endOfQuotedTag(xml, at);
}

/** A ">" within quotes does not close a tag. */
function endOfQuotedTag(xml: string, from: number): number {
  for (let at = from + 1; at < xml.length; at++) {
    const sign = xml[at];
    if (sign === '>') return at;
    if (sign !== '"' && sign !== "'") continue;
    at = xml.indexOf(sign, at + 1);
    if (at === -1) return -1;
  }
  return -1;
}

function lastOf(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from);
  return found === -1 ? -1 : found + mark.length - 1;
}
