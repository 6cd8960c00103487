/** Sentences about a reading that any caller may see, without secrets. */
import type { Redact } from '../../../shared/secrets/redact.js';
import { withoutQueries } from '../../../shared/secrets/redact.js';
import type { TrackedOpenings } from '../../openings/track-openings.js';
import type { AbsenceMeaning } from '../../sources/source.js';
import { SourceError } from '../../sources/source.js';
import { type NormalisedInThreads, postingBudgetMs } from '../../threads/normalise-in-threads.js';
import type { CrawlResult } from '../crawl/crawl-result.js';

/** The failure to report when pages were fetched but nothing in them could be read; never an empty board. */
export function nothingRead(flaws: readonly string[]): SourceError | null {
  const summary = flawSummary(flaws);
  return summary === null ? null : new SourceError('changed', summary);
}

/** The failure in a sentence, and how many postings were read before it. */
export function failureDetail({ message }: SourceError, { entries }: Pick<CrawlResult, 'entries'>): string {
  return entries.length === 0 ? message : `${message} ${entries.length} postings were read before.`;
}

/** Which postings are missing because normalising one of them used up its budget; one sentence, or none. */
export function droppedFlaws({ dropped, unread }: Pick<NormalisedInThreads, 'dropped' | 'unread'>): string[] {
  if (dropped === 0) return [];
  const many = dropped === 1 ? '1 posting took' : `${dropped} postings took`;
  const were = dropped === 1 ? 'was' : 'were';
  const others = unread === 0 ? '' : ` ${unread} more were not read.`;
  return [`${many} longer than ${postingBudgetMs / 1000} s to read and ${were} left out.${others}`];
}

/** The doubted or kept openings of a full board (worker/openings), in a sentence; `null` = none. */
export function openingsDetail(
  { doubt, counts: { kept } }: Pick<TrackedOpenings, 'doubt' | 'counts'>,
  { listed, isCut, absence }: { listed: number; isCut: boolean; absence: AbsenceMeaning },
): string | null {
  if (doubt !== null) {
    const what = listed === 0 ? 'no postings' : listed === 1 ? '1 posting' : `${listed} postings`;
    const until = absence === 'uncertain' ? 'further readings confirm it' : 'a second reading confirms it';
    return listed < doubt.expected
      ? `It listed ${what} instead of about ${doubt.expected}; the former ones are kept until ${until}.`
      : `It listed ${what} but not ${kept} of the former ones, which are kept until ${until}.`;
  }
  if (!isCut || kept === 0) return null;
  return kept === 1
    ? '1 former posting that it did not reach is kept.'
    : `${kept} former postings that it did not reach are kept.`;
}

/** A notice for callers about a successful but incomplete collection; `null` when it is complete. */
export function successDetail(crawled: CrawlResult, flaws: readonly string[]): string | null {
  const sentences = [
    crawled.capped === null ? null : `Stopped at ${crawled.capped}; the source has more.`,
    crawled.withheld === 0 ? null : withheldSentence(crawled.withheld),
    flawSummary([...crawled.flaws, ...flaws]),
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** The first flaw and the number of further ones; `null` without flaws. */
function flawSummary(flaws: readonly string[]): string | null {
  const [first] = flaws;
  if (first === undefined) return null;
  return flaws.length === 1 ? first : `${first} And ${flaws.length - 1} more like it.`;
}

/** The most characters of a sentence about a source. */
const longest = 600;

/**
 * A sentence about a source that any caller may see: its addresses without query, fragment, name and password, without
 * secrets of its settings, and at most 600 characters.
 */
export function publicDetail(sentence: string, redact: Redact): string {
  const text = redact(withoutQueries(redact(sentence.slice(0, 10 * longest))));
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** How many postings are not stored because their owners forbid it, in a sentence. */
export function withheldSentence(count: number): string {
  const were = count === 1 ? '1 posting was' : `${count} postings were`;
  return `${were} left out, marked noindex or noarchive by the owner.`;
}

/** Redacts secrets in the texts of an error, in place, before it reaches the log, the trace or the queue. */
export function redactError(error: unknown, redact: Redact): unknown {
  if (!(error instanceof Error)) return error;
  const hide = (text: string): string => withoutQueries(redact(text));
  const { message, stack, cause } = error;
  for (const [name, value] of Object.entries(error))
    if (typeof value === 'string') Reflect.set(error, name, hide(value));
  error.message = hide(message);
  if (stack !== undefined) error.stack = hide(stack);
  if (cause !== undefined) error.cause = redactError(cause, redact);
  return error;
}
