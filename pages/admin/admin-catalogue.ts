/** The operator's page that chooses boards from the catalogue. */

import { element, find, number } from './admin-cells.js';
import { request, say } from './admin-request.js';

type Board = {
  name: string;
  website: string | null;
  industry: string | null;
  size: string | null;
  country: string | null;
  board: string;
  /** The address at which people see the board. */
  shown: string;
};
type Found = {
  all: number;
  total: number;
  page: number;
  pages: number;
  boards: Board[];
  industries: string[];
  sizes: string[];
  countries: { code: string; name: string }[];
};

/** How long typing rests before the catalogue is searched. */
const restMs = 200;

const filters = ['text', 'industry', 'size', 'country'] as const;
const control = (name: (typeof filters)[number]): HTMLInputElement | HTMLSelectElement =>
  name === 'text' ? find(name, HTMLInputElement) : find(name, HTMLSelectElement);
const chosen = (): Record<(typeof filters)[number], string> => ({
  text: control('text').value.trim(),
  industry: control('industry').value,
  size: control('size').value,
  country: control('country').value,
});

let page = 1;
let countryNames = new Map<string, string>();

/** Numbers the searches: one that is answered after a later one is not shown. */
let asked = 0;

function fillSelect(name: 'industry' | 'size' | 'country', options: readonly (readonly [string, string])[]): void {
  const select = find(name, HTMLSelectElement);
  if (select.options.length > 1) return;
  for (const [value, label] of options) select.add(new Option(label, value));
}

function linkTo(address: string, text: string): HTMLElement {
  const link = document.createElement('a');
  link.href = /^https?:\/\//.test(address) ? address : `https://${address}`;
  link.rel = 'noreferrer';
  link.textContent = text;
  return link;
}

function rowOf(board: Board): HTMLElement {
  const line = document.createElement('tr');
  line.dataset.board = board.board;
  const company = element('td', '', 'source');
  const name = element('strong', '');
  name.append(board.website === null ? board.name : linkTo(board.website, board.name));
  company.append(name);
  const place = element('td', '', 'source');
  place.append(linkTo(board.shown, board.shown.replace(/^https?:\/\//, '')));
  const country = board.country === null ? '' : (countryNames.get(board.country) ?? board.country);
  const change = document.createElement('td');
  const add = element('button', 'Add');
  add.setAttribute('aria-label', `Add ${board.name}`);
  add.addEventListener('click', () => void addBoards('/admin/sources', { address: board.board }));
  change.append(add);
  line.append(
    company,
    element('td', board.industry ?? ''),
    element('td', board.size ?? '', 'number'),
    element('td', country),
    place,
    change,
  );
  return line;
}

function show({ all, total, pages, boards, industries, sizes, countries, page: shown }: Found): void {
  page = shown;
  countryNames = new Map(countries.map(({ code, name }) => [code, name]));
  fillSelect(
    'industry',
    industries.map((each) => [each, each] as const),
  );
  fillSelect(
    'size',
    sizes.map((each) => [each, each] as const),
  );
  fillSelect(
    'country',
    countries.map(({ code, name }) => [code, name] as const),
  );
  find('found', HTMLParagraphElement).textContent =
    total === all ? `${number(all)} boards` : `${number(total)} of ${number(all)} boards`;
  const addPage = find('add-page', HTMLButtonElement);
  addPage.disabled = total === 0;
  addPage.textContent = boards.length === 1 ? 'Add this board' : `Add these ${number(boards.length)} boards`;
  const addAll = find('add-all', HTMLButtonElement);
  addAll.hidden = total <= boards.length;
  addAll.textContent = `Add all ${number(total)}`;
  find('page', HTMLSpanElement).textContent = `Page ${shown} of ${number(pages)}`;
  find('previous', HTMLButtonElement).disabled = shown <= 1;
  find('next', HTMLButtonElement).disabled = shown >= pages;
  const empty = element('td', 'No board of the catalogue matches. An address can be added on the page of sources.');
  empty.setAttribute('colspan', '6');
  const line = document.createElement('tr');
  line.append(empty);
  find('rows', HTMLTableSectionElement).replaceChildren(...(boards.length === 0 ? [line] : boards.map(rowOf)));
}

/** Marks boards of the page that are sources already. */
function mark(present: readonly string[]): void {
  const known = new Set(present);
  for (const row of find('rows', HTMLTableSectionElement).rows) {
    const button = row.querySelector('button');
    if (button === null || !known.has(row.dataset.board ?? '')) continue;
    button.replaceWith(element('span', '✓ A source', 'held'));
  }
  const isAll = find('rows', HTMLTableSectionElement).querySelector('button') === null;
  find('add-page', HTMLButtonElement).disabled = isAll;
}

async function search(): Promise<void> {
  asked += 1;
  const own = asked;
  const filter = chosen();
  try {
    const response = await fetch(`/admin/catalogue/boards?${new URLSearchParams({ ...filter, page: String(page) })}`);
    if (!response.ok) throw new Error(`The service answered ${response.status}.`);
    const found = (await response.json()) as Found;
    if (own !== asked) return;
    show(found);
    const plan = find('plan', HTMLParagraphElement);
    plan.textContent = found.total === 0 ? '' : 'A worker counts what reading them takes …';
    if (found.total === 0) return;
    const outcome = await request('POST', '/admin/catalogue', { ...filter, page, dryRun: true });
    if (own !== asked) return;
    plan.textContent = outcome.sentence;
    mark(outcome.present ?? []);
  } catch (error) {
    if (own === asked) say('unread', `The catalogue could not be read. ${error instanceof Error ? error.message : ''}`);
  }
}

/** Sends boards to add, and shows what the workers make of it. */
async function addBoards(path: string, body: object): Promise<void> {
  say('waiting', 'A worker adds them …');
  const { state, sentence } = await request('POST', path, body);
  say(state, sentence);
  await search();
}

find('add-page', HTMLButtonElement).addEventListener('click', () => {
  void addBoards('/admin/catalogue', { ...chosen(), page, dryRun: false });
});
find('add-all', HTMLButtonElement).addEventListener('click', () => {
  const words = find('add-all', HTMLButtonElement).textContent;
  if (confirm(`${words} boards? ${find('plan', HTMLParagraphElement).textContent}`))
    void addBoards('/admin/catalogue', { ...chosen(), page: null, dryRun: false });
});

let resting = 0;
find('filters', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault());
find('filters', HTMLFormElement).addEventListener('input', () => {
  clearTimeout(resting);
  resting = setTimeout(() => {
    page = 1;
    void search();
  }, restMs);
});
for (const [id, step] of [
  ['previous', -1],
  ['next', 1],
] as const)
  find(id, HTMLButtonElement).addEventListener('click', () => {
    page += step;
    void search();
  });
void search();
