import { el } from '../lib/dom.js';
import { splitFormList, wordOf } from './query.js';

/** A field whose values are ticked: a menu that opens below what is chosen. */
export type TickList = {
  /** The ticked values as a search has them: sorted, with ", " between them. */
  value: string;
  /** What has the focus, and what an error stands behind. */
  head: HTMLElement;
  /** What the boxes are in: a box may be added later. */
  list: HTMLElement;
  boxes(): HTMLInputElement[];
};

/** Reads the menu of a field; `null` when the page has none. */
export function createTickList(name: string): TickList | null {
  const menu = document.getElementById(name);
  const head = menu?.querySelector('summary');
  const list = menu?.querySelector<HTMLElement>('.tick-list');
  const chosen = document.getElementById(`${name}-chosen`);
  if (!(menu instanceof HTMLDetailsElement) || !head || !list || !chosen) return null;
  const boxes = (): HTMLInputElement[] => [...list.querySelectorAll('input')];
  const ticked = (): string[] => boxes().flatMap((box) => (box.checked ? [box.value] : []));
  const showChosen = (): void => {
    const words = boxes().flatMap((box) => (box.checked ? [box.nextElementSibling?.textContent ?? box.value] : []));
    chosen.textContent = words.join(', ');
  };
  list.addEventListener('change', showChosen);
  return {
    ...{ head, list, boxes },
    get value() {
      return ticked().sort().join(', ');
    },
    set value(value) {
      const words = splitFormList(value);
      // An address may contain a word that the service does not know.
      for (const word of words.filter((each) => !boxes().some((box) => box.value === each)))
        list.append(
          el(
            'label',
            {},
            el('input', { type: 'checkbox', name, value: word, form: 'search' }),
            el('span', {}, wordOf('jobType', word)),
          ),
        );
      for (const box of boxes()) box.checked = words.includes(box.value);
      showChosen();
    },
  };
}

/** Writes a count behind each value; `null` = not known. */
export function labelTicks(
  { boxes }: TickList,
  labelOf: (word: string) => { text: string; isNone: boolean } | null,
): void {
  for (const box of boxes()) {
    const label = box.closest('label');
    const count = label?.querySelector<HTMLElement>('.count') ?? el('span', { class: 'count' });
    const known = labelOf(box.value);
    if (count.parentElement === null) label?.append(' ', count);
    const text = known?.text ?? '';
    if (count.textContent !== text) count.textContent = text;
    label?.classList.toggle('none', known?.isNone === true && !box.checked);
  }
}
