/** The operator's page: sources with their state, changes to them, queues, scheduled searches, watches and keys. */

import { distance, element, fill, find, number, timeCell } from './admin-cells.js';

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
type Table = {
  total: number;
  counts: Record<string, number>;
  page: number;
  pages: number;
  sources: Row[];
  progress: { total: number; neverRead: number; unreadable: number; due: number; postings: number; failing: number };
};
type WatchFigures = {
  total: number;
  paused: number;
  deliveries: number;
  oldestSeconds: number;
  pausedWatches: {
    id: string;
    owner: string;
    address: string;
    reason: string | null;
    search: Record<string, string>;
  }[];
};
type Overview = {
  queues: { name: string; waiting: number; active: number; oldestWaitSeconds: number }[];
  workers: { id: string; alive: boolean; running: number; finished: number; sources: number }[];
  warm: { name: string; outcome?: string; total?: number | null; startedAt?: number }[];
  keys: { id: string; name: string; plan: string; revoked: boolean; watches: number; lastUsedAt: string | null }[];
  watches: WatchFigures;
};
type Outcome = { state: string; sentence: string };

/** How often the page asks, and how long it waits for a change. */
const refreshMs = 3000;
const outcomeMs = 500;

const query = { state: '', text: '', page: 1 };

function stateCell(row: Row): HTMLElement {
  const cell = element('td', '', `state ${row.state}`);
  cell.append(element('strong', row.state));
  const since = row.failingSince === null ? '' : ` Since ${distance(row.failingSince)}.`;
  const until = row.restingUntil === null ? '' : ` Tried again ${distance(row.restingUntil)}.`;
  const words = row.state === 'failing' || row.state === 'gone' ? `${row.detail ?? ''}${since}${until}` : '';
  if (words !== '') cell.append(element('small', words));
  return cell;
}

function rowOf(row: Row): HTMLElement {
  const line = document.createElement('tr');
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

function showTable(table: Table): void {
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
  query.page = table.page;
  // Rows are replaced only when they changed and no control in them has the focus.
  const text = JSON.stringify(table.sources);
  const rows = document.getElementById('rows');
  if (rows === null || text === shown || rows.contains(document.activeElement)) return;
  shown = text;
  rows.replaceChildren(...table.sources.map(rowOf));
}

function showWatches({ total, paused, deliveries, oldestSeconds, pausedWatches }: WatchFigures): void {
  const oldest = deliveries === 0 ? '' : `, the oldest for ${Math.round(oldestSeconds)} s`;
  find('watch-figures', HTMLParagraphElement).textContent =
    `${number(total)} watches, ${number(paused)} paused. ${number(deliveries)} deliveries wait${oldest}.`;
  fill(
    'watches',
    pausedWatches.map(({ id, owner, address, reason, search }) => [
      id,
      owner,
      Object.values(search).join(', ') || 'all jobs',
      address,
      reason ?? '–',
    ]),
    'No watch is paused.',
  );
}

function showOverview({ queues, workers, warm, keys, watches }: Overview): void {
  showWatches(watches);
  fill(
    'queues',
    [
      ...workers.map(({ id, alive, running, finished, sources }) => [
        `Worker ${id}`,
        alive ? 'alive' : 'not heard of',
        `${number(running)} running, ${number(finished)} finished, ${number(sources)} sources`,
      ]),
      ...queues.map(({ name, waiting, active, oldestWaitSeconds }) => [
        `Queue ${name}`,
        `${number(waiting)} waiting`,
        `${number(active)} active, oldest waits ${Math.round(oldestWaitSeconds)} s`,
      ]),
    ],
    'No worker is known.',
  );
  fill(
    'warm',
    warm.map(({ name, outcome, total, startedAt }) => [
      name,
      outcome ?? '–',
      `${number(total ?? null)} jobs`,
      startedAt === undefined ? '–' : distance(new Date(startedAt).toISOString()),
    ]),
    'No scheduled search has run.',
  );
  fill(
    'keys',
    keys.map(({ id, name, plan, revoked, lastUsedAt, watches: own }) => [
      id,
      name,
      revoked ? 'revoked' : plan,
      `${number(own)} watches`,
      lastUsedAt === null ? 'never used' : `used ${distance(lastUsedAt)}`,
    ]),
    'There are no API keys.',
  );
}

function say(state: string, sentence: string): void {
  const place = find('outcome', HTMLParagraphElement);
  place.dataset.state = state;
  place.textContent = sentence;
}

async function refresh(): Promise<void> {
  const { state, text, page } = query;
  const search = new URLSearchParams({ state, q: text, page: String(page) });
  try {
    const [table, overview] = await Promise.all([fetch(`/admin/sources?${search}`), fetch('/admin/overview')]);
    if (!table.ok || !overview.ok)
      throw new Error(`The service answered ${table.ok ? overview.status : table.status}.`);
    showTable((await table.json()) as Table);
    showOverview((await overview.json()) as Overview);
  } catch (error) {
    say(
      'refused',
      `The state could not be read; it is asked for again. ${error instanceof Error ? error.message : ''}`,
    );
  }
}

/** Sends a change and waits for what the workers make of it. */
async function send(method: string, path: string, body?: object): Promise<void> {
  say('waiting', 'A worker is looking …');
  try {
    const init =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await fetch(path, { method, ...init });
    const answer = (await response.json()) as { detail?: string };
    const place = response.headers.get('location');
    if (place === null) return say('refused', answer.detail ?? `The service answered ${response.status}.`);
    let outcome: Outcome = { state: 'waiting', sentence: '' };
    while (outcome.state === 'waiting') {
      await new Promise((resolve) => setTimeout(resolve, outcomeMs));
      const read = await fetch(place);
      if (!read.ok) throw new Error(`The service answered ${read.status}.`);
      outcome = (await read.json()) as Outcome;
    }
    say(outcome.state, outcome.sentence);
    if (document.activeElement instanceof HTMLElement && document.activeElement.closest('#rows'))
      document.activeElement.blur();
    if (outcome.state === 'done' && path === '/admin/sources') find('add', HTMLFormElement).reset();
  } catch (error) {
    say('refused', `It is not known what became of it: ${error instanceof Error ? error.message : 'no answer'}.`);
  }
  await refresh();
}

find('add', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  void send('POST', '/admin/sources', { address: find('address', HTMLInputElement).value.trim() });
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

setInterval(() => {
  if (!document.hidden) void refresh();
}, refreshMs);
void refresh();
