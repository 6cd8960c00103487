import { byId, el } from '../lib/dom.js';
import { formatMany } from '../lib/format.js';

/** Where the filters are a sheet of their own; the same width as in search.css. */
const narrow = '(max-width: 44rem)';

/**
 * On a phone the filters are in a dialog and the form is one line. Elsewhere they stand in the page; the controls belong to
 * the form wherever they are.
 */
export function createFilterSheet({ summary, count, apply }: SheetOptions): FilterSheet {
  const filters = byId('filters', HTMLElement);
  const home = byId('filters-home', HTMLElement);
  const sheet = byId('sheet', HTMLDialogElement);
  const body = byId('sheet-body', HTMLElement);
  const opener = byId('open-filters', HTMLButtonElement);
  const applier = byId('apply-filters', HTMLButtonElement);
  const line = byId('edit-search', HTMLButtonElement);

  opener.onclick = () => {
    body.append(filters);
    sheet.showModal();
  };
  const close = (): void => {
    home.append(filters);
  };
  sheet.addEventListener('close', close);
  applier.onclick = () => {
    sheet.close();
    apply();
  };
  line.onclick = () => {
    document.documentElement.classList.add('editing');
    byId('keyword', HTMLInputElement).focus();
  };
  matchMedia(narrow).addEventListener('change', () => {
    if (sheet.open) sheet.close();
  });

  return {
    isOpen: () => sheet.open,
    showTotal(total) {
      applier.textContent = total === null ? 'Show jobs' : `Show ${formatMany(total, 'job')}`;
    },
    update() {
      const active = count();
      opener.textContent = active === 0 ? 'Filters' : `Filters (${active})`;
      line.replaceChildren(
        el('span', { dir: 'auto' }, summary()),
        el('span', { class: 'visually-hidden' }, ', change the search'),
      );
    },
  };
}

export type FilterSheet = {
  /** Writes the summary of the form anew. */
  update(): void;
  isOpen(): boolean;
  /** Says on the button how many jobs the chosen filters leave; `null` = not known. */
  showTotal(total: number | null): void;
};

export type SheetOptions = {
  /** The search in a line: "baker in Berlin". */
  summary(): string;
  /** The number of filters that are set. */
  count(): number;
  /** Searches with the chosen filters. */
  apply(): void;
};
