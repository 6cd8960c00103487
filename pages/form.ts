import type { FieldName, FieldRow, Info, ProblemBody, Query } from './answer.js';
import { byId, el } from './dom.js';
import { type Defaults, queryFrom } from './query.js';

/** Page sizes that are offered; the service takes any from 1 to 100. */
const pageSizes = ['10', '20', '50', '100'];

/** The search form: ten fields, of which the page is turned elsewhere. */
export type Form = {
  defaults: Defaults;
  /** What is written in it, with page 0. */
  read(): Query;
  write(query: Query): void;
  showMistakes(errors: ProblemBody['errors']): void;
  onSearch(search: () => void): void;
  focus(): void;
};

type Control = HTMLInputElement | HTMLSelectElement;

/** Fills the form with the words of `GET /api` and takes its rules over. */
export function createForm({ fields }: Info): Form {
  const form = byId('search', HTMLFormElement);
  const controls = new Map<FieldName, Control>();
  for (const [name, row] of Object.entries(fields) as [FieldName, FieldRow][]) {
    const control = form.elements.namedItem(name);
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
    controls.set(name, control);
    control.title = row.summary;
    if (control instanceof HTMLSelectElement) offer(control, name === 'limit' ? pageSizes : (row.allowed ?? []));
    else if (row.maxLength !== undefined) control.maxLength = row.maxLength;
  }
  const defaults = Object.fromEntries(Object.entries(fields).map(([name, row]) => [name, row.default])) as Record<
    FieldName,
    string
  >;

  return {
    defaults,
    read: () => queryFrom((name) => controls.get(name)?.value.trim() ?? '', defaults),
    write(query) {
      for (const [name, control] of controls) setValue(control, query[name]);
    },
    showMistakes: (errors) => showMistakes(controls, errors ?? []),
    onSearch(search) {
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        search();
      });
      for (const control of controls.values())
        if (control instanceof HTMLSelectElement) control.addEventListener('change', search);
    },
    focus: () => controls.get('keyword')?.focus(),
  };
}

/** Adds words to a choice; they are shown as they are sent. */
function offer(select: HTMLSelectElement, words: readonly string[]): void {
  const known = new Set([...select.options].map(({ value }) => value));
  for (const word of words) if (!known.has(word)) select.append(el('option', { value: word }, sayWord(word)));
}

/** "full time" as a choice reads "Full time"; what is sent stays the word itself. */
const sayWord = (word: string): string =>
  word === '24hr' ? 'Past 24 hours' : word.charAt(0).toUpperCase() + word.slice(1);

/** An address may hold a word the choice lacks ("3 days"); it is then offered, as it was meant. */
function setValue(control: Control, value: string): void {
  if (control instanceof HTMLSelectElement) offer(control, [value]);
  control.value = value;
}

/** Shows each mistake beside its field, and puts the cursor into the first. */
function showMistakes(controls: ReadonlyMap<FieldName, Control>, errors: NonNullable<ProblemBody['errors']>): void {
  const note = byId('form-note', HTMLElement);
  for (const [name, control] of controls) {
    document.getElementById(`${name}-mistake`)?.remove();
    control.removeAttribute('aria-invalid');
    control.removeAttribute('aria-describedby');
    const mistake = errors.find(({ pointer }) => pointer === `#/${name}`);
    if (mistake === undefined) continue;
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', `${name}-mistake`);
    control.after(el('span', { class: 'mistake', id: `${name}-mistake` }, mistake.detail));
  }
  const elsewhere = errors.filter(({ pointer }) => ![...controls.keys()].some((name) => pointer === `#/${name}`));
  note.hidden = elsewhere.length === 0;
  note.textContent = elsewhere.map(({ detail }) => detail).join(' ');
  for (const control of controls.values()) {
    if (control.getAttribute('aria-invalid') !== 'true') continue;
    control.focus();
    return;
  }
}
