import type { ParsedPage, ReceivedPage } from '../../sources/source.js';

/**
 * Parses an answer that is read in parts and returns their results as one page. Stops when more than `maxPostings` were read,
 * one more than a collection keeps, so that it knows that there are more.
 */
export async function parseParts(
  { further, ...response }: ReceivedPage,
  { parse, maxPostings }: { parse: (response: ReceivedPage) => Promise<ParsedPage>; maxPostings: number },
): Promise<ParsedPage> {
  const whole = await parse(response);
  if (further === undefined) return whole;
  for await (const body of further) {
    if (whole.postings.length > maxPostings) break;
    append(whole, await parse({ ...response, body }));
  }
  return whole;
}

/** No spread: a part may have more postings than a call may have arguments. */
function append(whole: ParsedPage, part: ParsedPage): void {
  whole.postings = whole.postings.concat(part.postings);
  whole.follow = whole.follow.concat(part.follow);
  whole.flaws = (whole.flaws ?? []).concat(part.flaws ?? []);
  whole.closed = (whole.closed ?? []).concat(part.closed ?? []);
  whole.unread = (whole.unread ?? []).concat(part.unread ?? []);
  whole.doubts = (whole.doubts ?? []).concat(part.doubts ?? []);
  whole.withheld = (whole.withheld ?? 0) + (part.withheld ?? 0);
  if (whole.hashes !== undefined && part.hashes !== undefined) whole.hashes = whole.hashes.concat(part.hashes);
}
