import type { FieldName, FieldRow, Info, ProblemBody, Query } from './answer.js';
import { byId, el } from './dom.js';
import { type Defaults, queryFrom } from './query.js';

/** Page sizes in the form; the service accepts 1 to 100. */
const pageSizes = ['10', '20', '50', '100'];

/** The search form: all fields except `page`, which the page links set. */
export type Form = {
  defaults: Defaults;
  /** The values of the form, with page 0. */
  read(): Query;
  write(query: Query): void;
  showErrors(errors: ProblemBody['errors']): void;
  onSearch(search: () => void): void;
  focus(): void;
};

type Control = HTMLInputElement | HTMLSelectElement;

/** Fills the form with the accepted values and limits from `GET /api`. */
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
    showErrors: (errors) => showErrors(controls, errors ?? []),
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

/** Adds options to a select element. */
function offer(select: HTMLSelectElement, words: readonly string[]): void {
  const known = new Set([...select.options].map(({ value }) => value));
  for (const word of words) if (!known.has(word)) select.append(el('option', { value: word }, formatWord(word)));
}

/** The label of a value: "Full time" for "full time". */
const formatWord = (word: string): string =>
  word === '24hr' ? 'Past 24 hours' : word.charAt(0).toUpperCase() + word.slice(1);

/** A URL may contain a value that is not among the options ("3 days"); it is then added. */
function setValue(control: Control, value: string): void {
  if (control instanceof HTMLSelectElement) offer(control, [value]);
  control.value = value;
}

/** Shows each error beside its field and focuses the first. */
function showErrors(controls: ReadonlyMap<FieldName, Control>, errors: NonNullable<ProblemBody['errors']>): void {
  const note = byId('form-note', HTMLElement);
  for (const [name, control] of controls) {
    document.getElementById(`${name}-error`)?.remove();
    control.removeAttribute('aria-invalid');
    control.removeAttribute('aria-describedby');
    const error = errors.find(({ pointer }) => pointer === `#/${name}`);
    if (error === undefined) continue;
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', `${name}-error`);
    control.after(el('span', { class: 'field-error', id: `${name}-error` }, error.detail));
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
