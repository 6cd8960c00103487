import { keep, readKeptJson } from '../lib/kept.js';
import { noteSearch } from '../mine/recent-searches.js';
import { searchAddress } from '../results/job-panel.js';
import type { Answer, Job } from './answer.js';
import { takePageData } from './page-data.js';
import { searchTitle, searchUrl } from './query.js';

/** What a history entry keeps: where the page was scrolled to, and the job that was beside the list. */
export type PagePosition = { selected: string | null; scroll: number };

type Kept = { address: string; at: number; answer: Answer };

const key = 'answers';

/** Answers that a browser keeps for going back, for loading the page again, and for offline use. */
const maxAnswers = 6;

/** Milliseconds for which a kept answer is shown without another request. */
const freshMs = 120_000;

/**
 * Keeps a complete answer for the address on screen, and its search among the recent ones. A full or forbidden storage only
 * means that going back searches again.
 */
export function rememberAnswer(answer: Answer): void {
  const first = searchUrl({ ...answer.query, page: '0' }).slice(1);
  noteSearch({ address: first, name: searchTitle(answer.query) });
  const address = searchAddress();
  const others = (readAll() ?? []).filter((kept) => kept.address !== address);
  const kept = [{ address, at: Date.now(), answer }, ...others].slice(0, maxAnswers);
  if (!keep(key, JSON.stringify(kept))) keep(key, null);
}

/** The answer to the search on screen that is kept, else the one that the page came with, and whether it still does. */
export function keptAnswer(): { answer: Answer; isFresh: boolean } | null {
  const first = takePageData('answer');
  if (first !== null) rememberAnswer(first);
  const address = searchAddress();
  const kept = readAll()?.find((one) => one.address === address);
  if (kept !== undefined) return { answer: kept.answer, isFresh: Date.now() - kept.at < freshMs };
  return first === null ? null : { answer: first, isFresh: true };
}

/** The kept answers; `null` when the browser keeps none. */
function readAll(): Kept[] | null {
  const stored = readKeptJson(key);
  return Array.isArray(stored) ? (stored as Kept[]) : null;
}

/** Milliseconds between the last scroll event and the note of its position. */
const pauseMs = 150;

/**
 * Keeps the scroll position and what is open with the history entry; the browser's own restoring would come too early. Gives
 * what notes it at once, for before another entry is made.
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

/** What the current history entry keeps; `null` for a new one. */
export function placeOf(state: unknown): PagePosition | null {
  if (typeof state !== 'object' || state === null || !('scroll' in state) || !('selected' in state)) return null;
  return state as PagePosition;
}

const leaving = 'left-for';

/** What a list was left for: a job, with the address of the list and why the job matches. */
export type Leaving = { id: string; address: string; match: Job['match'] };

/** Keeps for which job the list of an address is left, on a screen that has no room for both. */
export const leaveFor = (left: Leaving): void => void keep(leaving, JSON.stringify(left), 'sessionStorage');

/** The list that was left for a job; `null` when the job was opened from elsewhere. */
export function leftFor(id: string): Leaving | null {
  const left = readKeptJson(leaving, 'sessionStorage');
  const isLeft = typeof left === 'object' && left !== null && 'id' in left && 'address' in left && left.id === id;
  return isLeft && typeof left.address === 'string' && left.address.startsWith('?') ? (left as Leaving) : null;
}
