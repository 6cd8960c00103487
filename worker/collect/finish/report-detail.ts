import type { TrackedOpenings } from '../../openings/track-openings.js';
import type { AbsenceMeaning } from '../../sources/source.js';
import { SourceError } from '../../sources/source-errors.js';
import type { NormalisedInThreads } from '../../threads/normalise-in-threads.js';
import { postingBudgetMs } from '../../threads/normalise-in-threads.js';
import type { CrawlResult } from '../crawl/crawl-source.js';
import { withheldSentence } from '../crawl/public-detail.js';

/** The failure to report when pages were fetched but nothing in them could be read; this is never an empty board. */
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

/** What is doubted or kept of a whole board (worker/openings), in a sentence; `null` = nothing. */
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
export function flawSummary(flaws: readonly string[]): string | null {
  const [first] = flaws;
  if (first === undefined) return null;
  return flaws.length === 1 ? first : `${first} And ${flaws.length - 1} more like it.`;
}
