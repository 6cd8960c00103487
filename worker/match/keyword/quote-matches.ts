import type { IndexedField } from '../index/collection-index.js';
import { factsOf } from '../segment/facts-of.js';
import type { Entry } from '../segment/prepared-collection.js';
import { plainWord } from '../words/technology-names.js';
import { locatePhrase, locateVerbatim, type TextSpan } from './locate-phrase.js';
import type { ResolvedVariant } from './synonyms.js';

/** A variant that was found in a posting. */
export type MatchedVariant = { variant: ResolvedVariant; member: Entry };

/** A piece of a text; `asked` = the keyword's word for it, if that is a different one. */
type Quotation = TextSpan & { source: string; asked: string | null };

/**
 * Quotes the words of a field that meet a keyword, as written in the posting, in lower case; adjacent words are one
 * quotation. Only the summary of the running text is in memory; a match beyond it is quoted as the variant is written.
 */
export function quoteMatches(field: IndexedField, found: readonly MatchedVariant[]): string[] {
  const spans: Quotation[] = [];
  const loose: string[] = [];
  for (const { variant, member } of found) {
    const asked = variant.said === variant.asked ? null : variant.asked;
    const words = variant.tokens.map(plainWord);
    const span = field === 'text' ? summarySpan(member, words) : firstSpan(textsOf(field, member), words);
    if (span === null) loose.push(quoted(variant.said, asked));
    else spans.push({ ...span, asked });
  }
  return [...new Set([...joinSpans(spans).map(({ asked, ...span }) => quoted(textOf(span), asked)), ...loose])];
}

const quoted = (text: string, asked: string | null): string =>
  asked === null || asked === text ? `"${text}"` : `"${text}" for "${asked}"`;

function textsOf(field: IndexedField, { job }: Entry): readonly string[] {
  if (field === 'title') return [job.title];
  if (field === 'company') return [job.company.name ?? ''];
  return field === 'tags' ? job.tags : factsOf(job);
}

/** A summary is too long to be cut into its words for each record. */
function summarySpan({ job }: Entry, tokens: readonly string[]): (TextSpan & { source: string }) | null {
  const source = job.summary ?? '';
  const span = locateVerbatim(source, tokens.join(' '));
  return span === null ? null : { ...span, source };
}

function firstSpan(texts: readonly string[], tokens: readonly string[]): (TextSpan & { source: string }) | null {
  for (const source of texts) {
    const span = locatePhrase(source, tokens);
    if (span !== null) return { ...span, source };
  }
  return null;
}

/** A piece without the marks around it, but with those that are part of a name ("C++", ".NET"). */
function textOf({ source, from, to }: TextSpan & { source: string }): string {
  const piece = source.slice(from, to).toLowerCase();
  if (/^[a-z0-9](?:.*[a-z0-9])?$/s.test(piece)) return piece;
  return piece.replace(/^[^\p{L}\p{N}.]+|^\.(?!net\b)|(?<![^\p{L}\p{N}+#])[^\p{L}\p{N}+#]+$/gu, '');
}

/** Pieces in their order in the text; own words that follow each other, or overlap, are one. */
function joinSpans(spans: readonly Quotation[]): Quotation[] {
  const ordered = [...spans].sort((one, other) => one.from - other.from || other.to - one.to);
  const joined: Quotation[] = [];
  for (const span of ordered) {
    const last = joined.at(-1);
    if (last === undefined || last.source !== span.source) joined.push(span);
    else if (span.to <= last.to && (span.asked === null || span.asked === last.asked)) continue;
    else if (last.asked === null && span.asked === null && isJoint(span.source.slice(last.to, span.from)))
      joined[joined.length - 1] = { ...last, to: Math.max(last.to, span.to) };
    else joined.push(span);
  }
  return joined;
}

/** Characters allowed between the words of one quotation. */
const isJoint = (between: string): boolean => /^[\s\-/]*$/.test(between);
