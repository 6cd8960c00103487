import type { Opened } from '../results/search-view.js';
import type { Answer } from './answer.js';

/** What a history entry keeps: where the page was scrolled to and what was open. */
export type PagePosition = Opened & { scroll: number };

type Kept = { address: string; at: number; answer: Answer };

const key = 'answers';

/** Answers that a browser tab keeps for going back and for loading the page again. */
const maxAnswers = 6;

/** Milliseconds for which a kept answer is shown without another request. */
const freshMs = 120_000;

/** Keeps a complete answer for its address. A full or forbidden storage only means that going back searches again. */
export function keepAnswer(address: string, answer: Answer): void {
  const others = (readAll() ?? []).filter((kept) => kept.address !== address);
  try {
    sessionStorage.setItem(key, JSON.stringify([{ address, at: Date.now(), answer }, ...others].slice(0, maxAnswers)));
  } catch {
    forget();
  }
}

/** The kept answer of an address and whether it still does without another request. */
export function keptAnswer(address: string): { answer: Answer; isFresh: boolean } | null {
  const kept = readAll()?.find((one) => one.address === address);
  if (kept === undefined) return null;
  return { answer: kept.answer, isFresh: Date.now() - kept.at < freshMs };
}

/** The kept answers; `null` when the browser keeps none. */
function readAll(): Kept[] | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? (stored as Kept[]) : [];
  } catch {
    return null;
  }
}

function forget(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so nothing was kept.
  }
}

/** Milliseconds between the last scroll event and the note of its position. */
const pauseMs = 150;

/** Keeps the scroll position and what is open with the history entry; the browser's own restoring would come too early. */
export function rememberPlace(opened: () => Opened): void {
  history.scrollRestoration = 'manual';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = (): void => {
    clearTimeout(timer);
    const place: PagePosition = { ...opened(), scroll: Math.round(scrollY) };
    history.replaceState(place, '');
  };
  addEventListener('scroll', () => {
    clearTimeout(timer);
    timer = setTimeout(note, pauseMs);
  });
  addEventListener('pagehide', note);
  document.addEventListener('click', () => setTimeout(note));
}

/** What the current history entry keeps; `null` for a new one. */
export function placeOf(state: unknown): PagePosition | null {
  if (typeof state !== 'object' || state === null || !('scroll' in state) || !('open' in state)) return null;
  return state as PagePosition;
}
