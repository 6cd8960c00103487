import { byId, el } from '../lib/dom.js';
import type { FieldName, ProblemBody, Query } from './answer.js';
import { createPayField, type PayField } from './pay-field.js';
import { type Defaults, formFieldNames, queryFromForm, wordOf } from './query.js';
import { createTickList, type TickList } from './tick-list.js';

/** The search form: all fields except `page`, which the page links set. */
export type Form = {
  defaults: Defaults;
  /** The values of the form, with page 0. */
  read(): Query;
  write(query: Query): void;
  /** Shows each error beside its field; `focus` moves to the first. */
  showErrors(errors: ProblemBody['errors'], options?: { focus: boolean }): void;
  /** Calls `search` when the form is submitted or an option is chosen. */
  onSearch(search: () => void): void;
  /** Calls `choose` when a filter has another value, also before it is searched with. */
  onChoice(choose: () => void): void;
  /** The control of a field. */
  control(name: FieldName): Control | undefined;
  /** What has the focus of a field. */
  head(name: FieldName): HTMLElement | undefined;
  focus(): void;
};

export type Control = HTMLInputElement | HTMLSelectElement | TickList | PayField;

/** What has the focus of a control. */
const headOf = (control: Control): HTMLElement => ('head' in control ? control.head : control);

/** Milliseconds that options chosen with the keyboard wait for the next key: each press of an arrow key is a change. */
const keyboardMs = 600;

/** Milliseconds that a ticked value waits for the next one. */
const tickMs = 400;

/** Milliseconds without a key after which an amount of pay is complete. */
const amountMs = 250;

/** The form of the page, whose options and limits the service has written into it. */
export function createForm(): Form {
  const form = byId('search', HTMLFormElement);
  const controls = new Map<FieldName, Control>();
  for (const name of formFieldNames) {
    const control = form.elements.namedItem(name);
    const composed = createTickList(name) ?? createPayField(name);
    if (composed !== null) controls.set(name, composed);
    else if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) controls.set(name, control);
  }
  const defaultOf = (name: FieldName): string => {
    const control = controls.get(name);
    if (control instanceof HTMLSelectElement)
      return [...control.options].find(({ defaultSelected }) => defaultSelected)?.value ?? '';
    return name === 'page' ? '0' : '';
  };
  const defaults = Object.fromEntries(formFieldNames.map((name) => [name, defaultOf(name)])) as Record<
    FieldName,
    string
  >;

  /** A search that begins soon after a choice. */
  let waiting: ReturnType<typeof setTimeout> | undefined;

  return {
    defaults,
    read: () => queryFromForm((name) => controls.get(name)?.value.trim() ?? '', defaults),
    write(query) {
      // What was chosen before is in this search, or replaced by it.
      clearTimeout(waiting);
      waiting = undefined;
      for (const [name, control] of controls) setValue(name, control, query[name]);
    },
    showErrors: (errors, { focus } = { focus: false }) => showErrors(controls, errors ?? [], focus),
    onSearch(search) {
      const now = (): void => {
        clearTimeout(waiting);
        waiting = undefined;
        search();
      };
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        now();
      });
      for (const control of controls.values()) {
        if (control instanceof HTMLSelectElement) watchChoices(control, now);
        if ('currency' in control) watchChoices(control.currency, () => control.head.value.trim() !== '' && now());
        if ('boxes' in control)
          control.list.addEventListener('change', () => {
            clearTimeout(waiting);
            waiting = setTimeout(now, tickMs);
          });
      }

      function watchChoices(select: HTMLSelectElement, choose: () => unknown): void {
        let byKey = false;
        select.addEventListener('keydown', () => {
          byKey = true;
        });
        select.addEventListener('pointerdown', () => {
          byKey = false;
        });
        select.addEventListener('change', () => {
          clearTimeout(waiting);
          if (byKey) waiting = setTimeout(choose, keyboardMs);
          else choose();
        });
        select.addEventListener('blur', () => {
          if (waiting !== undefined) choose();
        });
      }
    },
    onChoice(choose) {
      let typing: ReturnType<typeof setTimeout> | undefined;
      for (const control of controls.values())
        if (control instanceof HTMLSelectElement) control.addEventListener('change', choose);
        else if ('boxes' in control) control.list.addEventListener('change', choose);
        else if ('currency' in control)
          control.head.addEventListener('input', () => {
            clearTimeout(typing);
            typing = setTimeout(choose, amountMs);
          });
    },
    control: (name) => controls.get(name),
    head(name) {
      const control = controls.get(name);
      return control && headOf(control);
    },
    focus: () => byId('keyword', HTMLInputElement).focus(),
  };
}

/** An address may contain a value that is not among the options ("3 days"); it is then added. */
function setValue(name: FieldName, control: Control, value: string): void {
  if (control instanceof HTMLSelectElement && ![...control.options].some((option) => option.value === value))
    control.append(el('option', { value }, wordOf(name, value)));
  if (control.value !== value) control.value = value;
}

function showErrors(
  controls: ReadonlyMap<FieldName, Control>,
  errors: NonNullable<ProblemBody['errors']>,
  focus: boolean,
): void {
  const note = byId('form-note', HTMLElement);
  for (const [name, control] of controls) {
    document.getElementById(`${name}-error`)?.remove();
    const head = headOf(control);
    head.removeAttribute('aria-invalid');
    head.removeAttribute('aria-describedby');
    const error = errors.find(({ pointer }) => pointer === `#/${name}`);
    if (error === undefined) continue;
    head.setAttribute('aria-invalid', 'true');
    head.setAttribute('aria-describedby', `${name}-error`);
    (head.closest('details, .pay-field') ?? head).after(
      el('span', { class: 'field-error', id: `${name}-error` }, error.detail),
    );
  }
  // On a phone a field may be on the sheet, or folded into the line of the search.
  const elsewhere = errors.filter(
    ({ pointer }) =>
      ![...controls].some(([name, control]) => pointer === `#/${name}` && headOf(control).checkVisibility()),
  );
  note.hidden = elsewhere.length === 0;
  note.textContent = elsewhere.map(({ detail }) => detail).join(' ');
  const first = [...controls.values()].map(headOf).find((control) => control.getAttribute('aria-invalid') === 'true');
  if (focus) first?.focus();
}
