import { isCompound } from '../../../shared/keyword/cut-words.js';
import { isUnspaced } from '../../../shared/keyword/unspaced.js';
import type { IndexedField } from '../index/collection-index.js';
import type { Entry } from '../segment/open-segment.js';
import { factsOf } from '../segment/write-segment.js';
import { plainWord } from '../words/technology-names.js';
import { tokensOf } from '../words/tokens.js';
import type { ResolvedVariant } from './synonyms.js';

/** A piece of a text: `from` up to `to`, in UTF-16 units. */
type TextSpan = { from: number; to: number };

/** The most words of a text searched. */
const wordsAtMost = 60;

/** Size of the cache of indexed forms; a full cache is cleared. Not lru-cache, where a hit takes 100 ns instead of 40. */
const keptAtMost = 20_000;

const kept = new Map<string, readonly string[]>();

function tokensOfWord(word: string): readonly string[] {
  const known = kept.get(word);
  if (known !== undefined) return known;
  if (kept.size >= keptAtMost) kept.clear();
  const tokens = tokensOf(word);
  kept.set(word, tokens);
  return tokens;
}

const writtenWord = /[^\s/()[\]{},;:|"“”„–—•]+/g;

/** The shortest piece of a text that is indexed as these words in sequence; `null` = none. */
function locatePhrase(text: string, tokens: readonly string[]): TextSpan | null {
  return locateVerbatim(text, tokens.join(' ')) ?? spanByWords(text, tokens);
}

const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 35 || code === 43 || code >= 128;

/** A piece of a text written as it is indexed, as most words are; far faster. */
function locateVerbatim(text: string, words: string): TextSpan | null {
  const plain = text.toLowerCase();
  if (plain.length !== text.length) return null;
  const isWithin = isUnspaced(words);
  for (let from = plain.indexOf(words); from >= 0; from = plain.indexOf(words, from + 1)) {
    const to = from + words.length;
    // `NaN` beyond the ends is not a letter.
    if (isWithin || (!isLetter(plain.charCodeAt(from - 1)) && !isLetter(plain.charCodeAt(to)))) return { from, to };
  }
  return null;
}

function spanByWords(text: string, tokens: readonly string[]): TextSpan | null {
  const words = wordsOf(text);
  for (let size = 1; size <= tokens.length; size++)
    for (let at = 0; at + size <= words.length; at++) {
      const [first, last] = [words[at], words[at + size - 1]];
      if (first === undefined || last === undefined) continue;
      const run = size === 1 ? first.tokens : words.slice(at, at + size).flatMap((word) => word.tokens);
      if (holds(run, tokens)) return { from: first.from, to: last.to };
    }
  return tokens.some(isCompound) ? joinedSpan(text, words, tokens) : null;
}

function wordsOf(text: string): (TextSpan & { tokens: readonly string[] })[] {
  const words: (TextSpan & { tokens: readonly string[] })[] = [];
  for (const { 0: word, index } of text.matchAll(writtenWord)) {
    if (words.length === wordsAtMost) break;
    words.push({ from: index, to: index + word.length, tokens: tokensOfWord(word) });
  }
  return words;
}

/** Names that the index treats as one word, although written as two ("front end"). */
function joinedSpan(text: string, words: readonly TextSpan[], tokens: readonly string[]): TextSpan | null {
  for (let size = 2; size <= tokens.length + 1; size++)
    for (let at = 0; at + size <= words.length; at++) {
      const [from, to] = [words[at]?.from ?? 0, words[at + size - 1]?.to ?? 0];
      if (holds(tokensOf(text.slice(from, to)), tokens)) return { from, to };
    }
  return null;
}

function holds(run: readonly string[], tokens: readonly string[]): boolean {
  for (let at = 0; at + tokens.length <= run.length; at++)
    if (tokens.every((token, index) => run[at + index] === token)) return true;
  return false;
}

/** A variant that was found in a posting. */
export type MatchedVariant = { variant: ResolvedVariant; member: Entry };

/** A piece of a text; `asked` = the keyword's word for it, if different. */
type Quotation = TextSpan & { source: string; asked: string | null };

/**
 * Quotes the words of a field that match a keyword, as written in the posting, in lower case; adjacent words are one
 * quotation. Only the summary of the running text is in memory; a match beyond it is quoted in the variant's spelling.
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

/** A summary is too long to split into words for each record. */
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

/** Pieces in text order; own words that are adjacent, or overlap, are joined. */
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
