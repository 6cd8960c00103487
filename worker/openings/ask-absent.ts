import type { CollectedJob } from '../../shared/search/collections/collection-store.js';
import type { OpenRow } from './opening-record.js';

/** The state shown by a posting's own page: gone (404, 410), there, or unknown. */
export type PageAnswer = 'gone' | 'there' | 'unanswered';
export type AskPage = (url: string) => Promise<PageAnswer>;

/** Pages requested after one reading: a source that lists only its newest postings loses some each time. */
const mostAsked = 10;

/** A page is requested again after this long at the earliest. */
export const againSeconds = 900;

/** Consecutive requests that must find a page gone. */
const timesGone = 2;

type Asking = { ask: AskPage; at: number };

/**
 * Requests the pages of openings that their source no longer lists, those requested longest ago first, one after the
 * other: an opening whose page was gone twice is closed, the others stay. Stops at the first page without a clear
 * answer, which has its turn again after the others.
 */
export async function askAbsent(
  kept: readonly OpenRow[],
  jobs: ReadonlyMap<string, CollectedJob>,
  { ask, at }: Asking,
): Promise<{ kept: OpenRow[]; closed: OpenRow[] }> {
  const askedAt = ({ absence }: OpenRow): number => absence?.asked ?? 0;
  const due = kept
    .filter((row) => row.absence !== null && askedAt(row) <= at - againSeconds)
    .sort((one, other) => askedAt(one) - askedAt(other))
    .slice(0, mostAsked);
  const now = new Map<OpenRow, OpenRow>();
  for (const row of due) {
    const url = jobs.get(row.id)?.job.url;
    if (url === undefined || row.absence === null) continue;
    const state = await ask(url);
    const { gone = 0 } = row.absence;
    const goneNow = state === 'gone' ? gone + 1 : state === 'there' ? 0 : gone;
    now.set(row, { ...row, absence: { ...row.absence, asked: at, gone: goneNow } });
    if (state === 'unanswered') break;
  }
  const rows = kept.map((row) => now.get(row) ?? row);
  const isClosed = ({ absence }: OpenRow): boolean => (absence?.gone ?? 0) >= timesGone;
  return { kept: rows.filter((row) => !isClosed(row)), closed: rows.filter(isClosed) };
}
