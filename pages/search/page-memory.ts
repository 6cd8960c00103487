import { keep, readKeptJson } from '../lib/kept.js';
import { noteSearch } from '../mine/recent-searches.js';
import { searchAddress } from '../results/job-panel.js';
import type { Answer, Job } from './answer.js';
import { takePageData } from './page-data.js';
import { searchTitle, searchUrl } from './query.js';

/** State of a history entry: the scroll position, and the job that was next to the list. */
export type PagePosition = { selected: string | null; scroll: number };

type Kept = { address: string; at: number; answer: Answer };

const key = 'answers';

/** Number of answers stored in the browser for going back, reloading and offline use. */
const maxAnswers = 6;

/** Milliseconds for which a stored answer is shown without another request. */
const freshMs = 120_000;

/**
 * Stores a complete answer for the address on screen, and its search among the recent ones. If storage is full or
 * forbidden, going back searches again.
 */
export function rememberAnswer(answer: Answer): void {
  const first = searchUrl({ ...answer.query, page: '0' }).slice(1);
  noteSearch({ address: first, name: searchTitle(answer.query) });
  const address = searchAddress();
  const others = (readAll() ?? []).filter((kept) => kept.address !== address);
  const kept = [{ address, at: Date.now(), answer }, ...others].slice(0, maxAnswers);
  if (!keep(key, JSON.stringify(kept))) keep(key, null);
}

/** The stored answer to the search on screen, else the one embedded in the page, and whether it is still fresh. */
export function keptAnswer(): { answer: Answer; isFresh: boolean } | null {
  const first = takePageData('answer');
  if (first !== null) rememberAnswer(first);
  const address = searchAddress();
  const kept = readAll()?.find((one) => one.address === address);
  if (kept !== undefined) return { answer: kept.answer, isFresh: Date.now() - kept.at < freshMs };
  return first === null ? null : { answer: first, isFresh: true };
}

/** The stored answers; `null` if there are none. */
function readAll(): Kept[] | null {
  const stored = readKeptJson(key);
  return Array.isArray(stored) ? (stored as Kept[]) : null;
}

/** Milliseconds after the last scroll event before the position is stored. */
const pauseMs = 150;

/**
 * Stores the scroll position and the open parts in the history entry, because the browser would restore them too early.
 * Returns a function that stores them at once, for use before adding another entry.
 */
export function rememberPlace(selected: () => string | null): () => void {
  history.scrollRestoration = 'manual';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = (): void => {
    clearTimeout(timer);
    const place: PagePosition = { selected: selected(), scroll: Math.round(scrollY) };
    history.replaceState(place, '');
  };
  addEventListener('scroll', () => {
    clearTimeout(timer);
    timer = setTimeout(note, pauseMs);
  });
  addEventListener('pagehide', note);
  document.addEventListener('click', () => setTimeout(note));
  return note;
}

/** The state of the current history entry; `null` for a new one. */
export function placeOf(state: unknown): PagePosition | null {
  if (typeof state !== 'object' || state === null || !('scroll' in state) || !('selected' in state)) return null;
  return state as PagePosition;
}

const leaving = 'left-for';

/** State passed from a list to a job's page: the job, the address of the list and why the job matches. */
export type Leaving = { id: string; address: string; match: Job['match'] };

/** Stores the job opened from a list, on a screen without room for both. */
export const leaveFor = (left: Leaving): void => void keep(leaving, JSON.stringify(left), 'sessionStorage');

/** The list from which a job was opened; `null` = it was opened from elsewhere. */
export function leftFor(id: string): Leaving | null {
  const left = readKeptJson(leaving, 'sessionStorage');
  const isLeft = typeof left === 'object' && left !== null && 'id' in left && 'address' in left && left.id === id;
  return isLeft && typeof left.address === 'string' && left.address.startsWith('?') ? (left as Leaving) : null;
}
