/** The operator's page: sources with their state, and changes to them. */

import { distance, element, find, number, renewTimes, timeCell } from './admin-cells.js';
import { type Overview, showOverview } from './admin-overview.js';
import { request, say } from './admin-request.js';

type Row = {
  id: string;
  kind: string;
  what: string;
  state: string;
  lastReadAt: string | null;
  nextReadAt: string | null;
  postings: number | null;
  opened: number | null;
  closed: number | null;
  requests: number | null;
  requestsInAll: number;
  perMinute: number;
  detail: string | null;
  failingSince: string | null;
  restingUntil: string | null;
};
type Kind = { kind: string; inUse: number; paused: number };
type Table = {
  kinds: Kind[];
  total: number;
  counts: Record<string, number>;
  page: number;
  pages: number;
  sources: Row[];
  progress: { total: number; neverRead: number; unreadable: number; due: number; postings: number; failing: number };
};

/** How often the page asks. */
const refreshMs = 3000;

const query = { state: '', text: '', page: 1 };

/** Where the page of keys that is shown begins, and where the next one does; there is none after the last. */
const keys = { from: '0', next: '0' };

function stateCell(row: Row): HTMLElement {
  const cell = element('td', '', `state ${row.state}`);
  cell.append(element('strong', row.state));
  const since = row.failingSince === null ? '' : ` Since ${distance(row.failingSince)}.`;
  const until = row.restingUntil === null ? '' : ` Tried again ${distance(row.restingUntil)}.`;
  const words = ['failing', 'gone', 'forbidden'].includes(row.state) ? `${row.detail ?? ''}${since}${until}` : '';
  if (words !== '') cell.append(element('small', words));
  return cell;
}

function rowOf(row: Row): HTMLElement {
  const line = document.createElement('tr');
  line.dataset.source = row.id;
  const source = element('td', '', 'source');
  source.append(element('strong', row.id), element('small', `${row.kind}: ${row.what}`));
  const change = document.createElement('td');
  const button = (label: string, act: () => void): void => {
    const made = element('button', label);
    made.setAttribute('aria-label', `${label} ${row.id}`);
    made.addEventListener('click', act);
    change.append(made, ' ');
  };
  const path = `/admin/sources/${encodeURIComponent(row.id)}`;
  if (row.state === 'paused') button('Resume', () => void send('POST', `${path}/resume`));
  else button('Pause', () => void send('POST', `${path}/pause`));
  button('Remove', () => {
    if (confirm(`Remove ${row.id} from the sources file?`)) void send('DELETE', path);
  });
  line.append(
    source,
    stateCell(row),
    timeCell(row.lastReadAt),
    element('td', number(row.postings), 'number'),
    element('td', row.opened === null ? '–' : `+${number(row.opened)} −${number(row.closed)}`, 'number'),
    element('td', `${number(row.requests)} (${number(row.requestsInAll)})`, 'number'),
    element('td', `${number(row.perMinute)} / min`, 'number'),
    timeCell(row.nextReadAt),
    change,
  );
  return line;
}

let shown = '';

/** Replaces the rows that changed, except while a button in them is pressed. The focus stays on the button of its source. */
function showRows(sources: readonly Row[]): void {
  const rows = find('rows', HTMLTableSectionElement);
  const text = JSON.stringify(sources);
  if (text === shown || rows.querySelector(':active') !== null) {
    renewTimes(rows);
    return;
  }
  shown = text;
  const focused = document.activeElement;
  const line = rows.contains(focused) ? (focused?.closest('tr') ?? null) : null;
  const buttons: (Element | null)[] = [...(line?.querySelectorAll('button') ?? [])];
  const at = buttons.indexOf(focused);
  rows.replaceChildren(...(sources.length === 0 ? [emptyRow()] : sources.map(rowOf)));
  if (line === null) return;
  const same = [...rows.rows].find((row) => row.dataset.source === line.dataset.source);
  (same?.querySelectorAll('button')[at] ?? find('sources', HTMLElement)).focus();
}

function emptyRow(): HTMLElement {
  const line = document.createElement('tr');
  const cell = document.createElement('td');
  cell.colSpan = 9;
  cell.textContent = 'No source matches.';
  line.append(cell);
  return line;
}

/** Offers the kinds of the sources, after all of them; the choice stays. */
function showKinds(kinds: readonly Kind[]): void {
  const select = find('kind', HTMLSelectElement);
  const options = [
    ['', 'all kinds'],
    ...kinds.map(({ kind, inUse, paused }) => [kind, `${kind} (${inUse}, ${paused} paused)`]),
  ];
  const shownOptions = [...select.options].map(({ value, text }) => [value, text]);
  if (document.activeElement === select || JSON.stringify(options) === JSON.stringify(shownOptions)) return;
  const { value } = select;
  select.replaceChildren(...options.map(([kind = '', label]) => new Option(label, kind, false, kind === value)));
}

function showTable(table: Table): void {
  showKinds(table.kinds);
  const { progress } = table;
  const attempted = progress.total - Math.max(0, progress.neverRead - progress.unreadable);
  find('progress', HTMLDivElement).hidden = progress.total === 0 || attempted >= progress.total;
  find('bar', HTMLProgressElement).value = progress.total === 0 ? 0 : attempted / progress.total;
  find('progress-text', HTMLParagraphElement).textContent =
    `First reading: ${number(attempted)} of ${number(progress.total)} boards, ${number(progress.postings)} postings, ${number(progress.failing)} failing.`;
  const all = Object.values(table.counts).reduce((sum, count) => sum + count, 0);
  const states: [string, string][] = [['', `All ${number(all)}`]];
  for (const [state, count] of Object.entries(table.counts)) states.push([state, `${state} ${number(count)}`]);
  const group = find('states', HTMLFieldSetElement);
  for (const [at, [state, label]] of states.entries()) {
    const old = group.children[at];
    const button = old instanceof HTMLButtonElement ? old : document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.setAttribute('aria-pressed', String(query.state === state));
    if (old === undefined) {
      button.addEventListener('click', () => {
        Object.assign(query, { state, page: 1 });
        void refresh();
      });
      group.append(button);
    }
  }
  find('page', HTMLSpanElement).textContent =
    `Page ${table.page} of ${number(table.pages)}, ${number(table.total)} sources`;
  find('previous', HTMLButtonElement).disabled = table.page <= 1;
  find('next', HTMLButtonElement).disabled = table.page >= table.pages;
  query.page = Math.min(query.page, table.pages);
  showRows(table.sources);
}

/** Numbers the readings of the state: one that is answered after a later one is not shown. */
const readings = { asked: 0, shown: 0 };

async function refresh(): Promise<void> {
  const { state, text, page } = query;
  readings.asked += 1;
  const reading = readings.asked;
  const search = new URLSearchParams({ state, q: text, page: String(page) });
  const { from } = keys;
  try {
    const [table, overview] = await Promise.all([
      fetch(`/admin/sources?${search}`),
      fetch(`/admin/overview?keys=${from}`),
    ]);
    if (!table.ok || !overview.ok)
      throw new Error(`The service answered ${table.ok ? overview.status : table.status}.`);
    const [sources, others] = [(await table.json()) as Table, (await overview.json()) as Overview];
    if (reading < readings.shown) return;
    readings.shown = reading;
    showTable(sources);
    showOverview(others, { isFirst: from === '0' });
    keys.next = others.nextKeys ?? '0';
    if (find('outcome', HTMLParagraphElement).dataset.state === 'unread') say('', '');
  } catch (error) {
    if (reading < readings.shown) return;
    const why = error instanceof Error ? error.message : '';
    say('unread', `The state could not be read, and is asked for again; below is that of before. ${why}`);
  }
}

/** Sends a change, and shows what the workers make of it. */
async function send(method: string, path: string, body?: object): Promise<void> {
  say('waiting', 'A worker is looking …');
  const outcome = await request(method, path, body);
  say(outcome.state, outcome.sentence);
  if (outcome.state === 'done' && path === '/admin/sources') find('add', HTMLFormElement).reset();
  await refresh();
}

find('add', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  void send('POST', '/admin/sources', { address: find('address', HTMLInputElement).value.trim() });
});
find('by-kind', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  const isPause = event.submitter instanceof HTMLButtonElement && event.submitter.value === 'pause';
  const kind = find('kind', HTMLSelectElement).value || null;
  const which = kind === null ? 'all sources' : `the sources of the kind ${kind}`;
  if (isPause && !confirm(`Pause ${which}? Searches leave out what is paused.`)) return;
  void send('POST', `/admin/sources/${isPause ? 'pause' : 'resume'}`, { kind });
});
find('text', HTMLInputElement).addEventListener('input', (event) => {
  if (event.target instanceof HTMLInputElement) Object.assign(query, { text: event.target.value, page: 1 });
  void refresh();
});
for (const [id, step] of [
  ['previous', -1],
  ['next', 1],
] as const)
  find(id, HTMLButtonElement).addEventListener('click', () => {
    query.page += step;
    void refresh();
  });

find('more-keys', HTMLButtonElement).addEventListener('click', () => {
  keys.from = keys.next;
  void refresh();
});

setInterval(() => {
  if (!document.hidden) void refresh();
}, refreshMs);
void refresh();
