import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { say } from '../../shared/messages/messages.js';
import { PlainTextField, type TextFieldProps } from '../components/search-form.js';
import { readAnswerBody } from './api-client.js';
import { NearMe } from './near-me-button.js';

/** A text field of the search form with suggestions and, for a place, the option to search nearby. */

/** A suggestion: `value` is written into the field, `note` describes it. */
export type Suggestion = { value: string; word: string; note: string };

type Rows = readonly { word: string; jobs: number }[];
type Suggested = Readonly<Record<'titles' | 'skills' | 'companies' | 'places', Rows>>;

/** Milliseconds without a keystroke before suggestions are requested, and minimum and maximum text length. */
const pauseMs = 30;
const [shortest, longest] = [2, 60];

/** Maximum texts whose suggestions are cached. */
const maxKept = 50;

/** Minimum postings of a title to count as a role, not the name of one posting. */
const leastOfRole = 2;

/** Roles, skills and companies that complete a keyword. Roles have no count: a search also finds other titles. */
export function keywordSuggestions({ titles, skills, companies }: Suggested): Suggestion[] {
  const plain = (rows: Rows, note: string, most: number): Suggestion[] =>
    rows.slice(0, most).map(({ word }) => ({ value: word.replace(/["()|:]+/g, ' ').trim(), word, note }));
  const named = companies.slice(0, 2).map(({ word, jobs }) => ({
    value: `company:"${word.replaceAll('"', '')}"`,
    word,
    note: say('suggest.company', { n: jobs }),
  }));
  const roles = titles.filter(({ jobs }) => jobs >= leastOfRole);
  const known = new Set(roles.map(({ word }) => word.toLowerCase()));
  const further = skills.filter(({ word }) => !known.has(word.toLowerCase()));
  return [...plain(roles, say('suggest.role'), 5), ...plain(further, say('suggest.skill'), 2), ...named].filter(
    ({ value }) => value !== '',
  );
}

/** The places that complete a location; a search in a town also finds jobs around it. */
export const placeSuggestions = ({ places }: Suggested): Suggestion[] =>
  places.slice(0, 6).map(({ word }) => ({ value: word, word, note: '' }));

type Open = { words: readonly Suggestion[]; active: number };

/**
 * A combobox with a list of words (ARIA Authoring Practices, list autocomplete with manual selection): arrows move in
 * the list, Enter takes the word, Escape closes it. Without words, or if the service fails, it is a plain field.
 */
export function SuggestField({ name, view }: TextFieldProps): JSX.Element {
  const [open, setOpen] = useState<Open | null>(null);
  const pending = useRef<{ timer?: ReturnType<typeof setTimeout>; running: AbortController }>({
    running: new AbortController(),
  });
  const pick = name === 'keyword' ? keywordSuggestions : placeSuggestions;
  const listId = `${name}-words`;
  const close = (): void => {
    clearTimeout(pending.current.timer);
    pending.current.running.abort();
    setOpen(null);
  };
  const take = (index: number): void => {
    const chosen = open?.words[index];
    if (chosen !== undefined) view.form?.type({ [name]: chosen.value });
    close();
  };
  const ask = async (text: string): Promise<void> => {
    pending.current.running = new AbortController();
    const { signal } = pending.current.running;
    const found = await requestWords(text, signal);
    const words = found === null ? [] : pick(found);
    if (!signal.aborted && document.activeElement?.id === name)
      setOpen(words.length === 0 ? null : { words, active: -1 });
  };
  const type = (value: string): void => {
    clearTimeout(pending.current.timer);
    pending.current.running.abort();
    view.form?.type({ [name]: value });
    const text = value.trim();
    // People who write quotes, fields or lists of places need no suggestions.
    if (text.length < shortest || text.length > longest || /[":;|()]/.test(text)) close();
    else pending.current.timer = setTimeout(() => void ask(text), pauseMs);
  };
  const press = (event: KeyboardEvent): void => {
    if (open === null || event.isComposing) {
      if (event.key === 'Enter') close();
      return;
    }
    const { words, active } = open;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setOpen({ words, active: active === words.length - 1 ? -1 : active + 1 }),
      ArrowUp: () => setOpen({ words, active: active === -1 ? words.length - 1 : active - 1 }),
      Escape: close,
      ...(active === -1 ? {} : { Enter: () => take(active) }),
    };
    const move = moves[event.key];
    if (move !== undefined) {
      event.preventDefault();
      move();
    } else if (event.key === 'Enter') close();
  };
  // The field keeps the focus while the pointer selects a suggestion.
  const keepFocus = (event: Event): void => event.preventDefault();
  return (
    <>
      {name === 'location' && view.form && <NearMe search={view.form.searchNear} fail={view.form.failNear} />}
      <PlainTextField
        {...{ name, view }}
        more={{
          role: 'combobox',
          'aria-autocomplete': 'list',
          'aria-controls': listId,
          'aria-expanded': open !== null,
          'aria-activedescendant': open === null || open.active === -1 ? undefined : `${listId}-${open.active}`,
          onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => type(currentTarget.value),
          onKeyDown: press,
          onBlur: close,
        }}
      />
      <ul
        {...{ role: 'listbox', id: listId, class: 'words', 'aria-label': say('suggest.title'), hidden: open === null }}
        onPointerDown={keepFocus}
        onMouseDown={keepFocus}
      >
        {open?.words.map(({ word, note }, index) => (
          <li
            {...{ key: word, role: 'option', id: `${listId}-${index}`, 'aria-selected': index === open.active }}
            ref={(option) => {
              if (index === open.active) option?.scrollIntoView({ block: 'nearest' });
            }}
            onClick={() => take(index)}
          >
            <span dir="auto">{word}</span> <span class="quiet">{note}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

const kept = new Map<string, Suggested>();

/** The suggestions for a text; `null` if the service gives none. */
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
    // The field works without suggestions.
    if (signal.aborted || error instanceof TypeError || error instanceof SyntaxError) return null;
    throw error;
  }
}
