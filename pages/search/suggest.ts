import { button, byId, el } from '../lib/dom.js';
import { formatMany } from '../lib/format.js';
import { readAnswerBody } from './api-client.js';
import type { Form } from './form.js';

/** A word that is offered: `value` is what the field gets, `note` says what it is. */
export type Suggestion = { value: string; word: string; note: string };

type Rows = readonly { word: string; jobs: number }[];
type Suggested = Readonly<Record<'titles' | 'skills' | 'companies' | 'places', Rows>>;

/** Milliseconds without a key before words are asked for, and the shortest text they are asked for. */
const pauseMs = 30;
const shortest = 2;

/** The longest text that the service completes. */
const longest = 60;

/** Texts whose words are kept. */
const maxKept = 50;

/**
 * The titles, skills and companies that complete a keyword. The count is of jobs with just this title: a search for it finds others,
 * too, so that the note says what is counted.
 */
export function keywordSuggestions({ titles, skills, companies }: Suggested): Suggestion[] {
  const plain = (rows: Rows, what: string, most: number): Suggestion[] =>
    rows.slice(0, most).map(({ word, jobs }) => ({
      value: word.replace(/["()|:]+/g, ' ').trim(),
      word,
      note: `${what} ${formatMany(jobs, 'job')}`,
    }));
  const named = companies.slice(0, 2).map(({ word, jobs }) => ({
    value: `company:"${word.replaceAll('"', '')}"`,
    word,
    note: `company, ${formatMany(jobs, 'job')}`,
  }));
  const known = new Set(titles.map(({ word }) => word.toLowerCase()));
  const further = skills.filter(({ word }) => !known.has(word.toLowerCase()));
  return [...plain(titles, 'exact title of', 5), ...plain(further, 'skill in', 2), ...named].filter(
    ({ value }) => value !== '',
  );
}

/** The places that complete a location; a search in a town finds jobs around it, too. */
export const placeSuggestions = ({ places }: Suggested): Suggestion[] =>
  places
    .slice(0, 6)
    .map(({ word, jobs }) => ({ value: word, word, note: `${formatMany(jobs, 'job')} in just this place` }));

/** Has the first two fields of the form suggest words. */
export function suggestInForm(): void {
  suggestWords(byId('keyword', HTMLInputElement), { pick: keywordSuggestions });
  suggestWords(byId('location', HTMLInputElement), { pick: placeSuggestions });
}

/** Puts a button beside the field of the place that searches around the reader, where the browser can say where that is. */
export function offerNearMe(form: Pick<Form, 'showErrors'>, search: (location: string) => void): void {
  if (!('geolocation' in navigator)) return;
  const fail = (detail: string): void => form.showErrors([{ pointer: '#/location', code: 'no-position', detail }]);
  const near = button(
    { class: 'link near-me' },
    () => {
      near.disabled = true;
      near.textContent = 'Looking …';
      void import('./near-me.js')
        .then(({ searchNearMe }) => searchNearMe({ search, fail }))
        .finally(() => {
          near.disabled = false;
          near.textContent = 'Near me';
        });
    },
    'Near me',
  );
  byId('location', HTMLInputElement).before(near);
}

export type SuggestOptions = {
  /** What of an answer is offered. */
  pick(found: Suggested): Suggestion[];
};

/**
 * Makes a text field a combobox with a list of words (ARIA Authoring Practices, list autocomplete with manual selection): arrows
 * move in the list, Enter takes the word, Escape closes it. Without words, and when the service fails, it stays a plain field.
 */
export function suggestWords(input: HTMLInputElement, { pick }: SuggestOptions): void {
  const list = el('ul', { role: 'listbox', id: `${input.id}-words`, class: 'words', 'aria-label': 'Suggestions' });
  list.hidden = true;
  input.after(list);
  const attributes = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': list.id,
  };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  let offered: readonly Suggestion[] = [];
  let active = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = new AbortController();

  const close = (): void => {
    clearTimeout(timer);
    running.abort();
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    mark(-1);
  };
  const mark = (index: number): void => {
    active = index;
    for (const [at, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', String(at === index));
      if (at === index) option.scrollIntoView({ block: 'nearest' });
    }
    if (index === -1) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `${list.id}-${index}`);
  };
  const take = (index: number): void => {
    const chosen = offered[index];
    if (chosen === undefined) return;
    input.value = chosen.value;
    close();
  };
  const open = (words: readonly Suggestion[]): void => {
    if (words.length === 0) {
      close();
      return;
    }
    offered = words;
    list.replaceChildren(
      ...words.map(({ word, note }, index) => {
        const option = el(
          'li',
          { role: 'option', id: `${list.id}-${index}`, 'aria-selected': 'false' },
          el('span', { dir: 'auto' }, word),
          el('span', { class: 'quiet' }, ` ${note}`),
        );
        option.onclick = () => take(index);
        return option;
      }),
    );
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    mark(-1);
  };
  const ask = async (text: string): Promise<void> => {
    running = new AbortController();
    const { signal } = running;
    const found = await requestWords(text, signal);
    if (!signal.aborted && document.activeElement === input) open(found === null ? [] : pick(found));
  };

  input.addEventListener('input', () => {
    clearTimeout(timer);
    running.abort();
    const text = input.value.trim();
    // Quotes, fields and lists of places are written by people who know what they ask for.
    if (text.length < shortest || text.length > longest || /[":;|()]/.test(text)) close();
    else timer = setTimeout(() => void ask(text), pauseMs);
  });
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => mark(active === offered.length - 1 ? -1 : active + 1),
    ArrowUp: () => mark(active === -1 ? offered.length - 1 : active - 1),
    Escape: close,
  };
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || list.hidden) return;
    const move = event.key === 'Enter' && active >= 0 ? () => take(active) : moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    move();
  });
  // The field keeps the focus while a word is pointed at.
  list.onpointerdown = (event) => event.preventDefault();
  list.onmousedown = (event) => event.preventDefault();
  input.addEventListener('blur', close);
  input.form?.addEventListener('submit', close);
}

const kept = new Map<string, Suggested>();

/** The words that complete a text; `null` when the service does not say. */
async function requestWords(text: string, signal: AbortSignal): Promise<Suggested | null> {
  const known = kept.get(text);
  if (known !== undefined) return known;
  try {
    const response = await fetch(`/api/suggest?${new URLSearchParams({ q: text })}`, { signal });
    if (!response.ok) return null;
    const found = (await readAnswerBody(response)) as Suggested;
    if (found.titles.length + found.skills.length + found.companies.length + found.places.length > 0)
      kept.set(text, found);
    for (const old of [...kept.keys()].slice(0, -maxKept)) kept.delete(old);
    return found;
  } catch (error) {
    // Words are a help; the field works without them.
    if (signal.aborted || error instanceof TypeError || error instanceof SyntaxError) return null;
    throw error;
  }
}
