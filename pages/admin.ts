/** The operator's page: sources with their state, changes to them, queues, scheduled searches and keys. */

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
type Overview = {
  queues: { name: string; waiting: number; active: number; oldestWaitSeconds: number }[];
  workers: { id: string; alive: boolean; running: number; finished: number; sources: number }[];
  warm: { name: string; outcome?: string; total?: number | null; startedAt?: number }[];
  keys: { id: string; name: string; plan: string; revoked: boolean; lastUsedAt: string | null }[];
};
type Outcome = { state: string; sentence: string };

/** How often the page asks, and how long it waits for a change. */
const refreshMs = 3000;
const outcomeMs = 500;

const query = { state: '', text: '', page: 1 };

function find<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`There is no ${id}.`);
  return found;
}

function element(name: string, text: string, className = ''): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  if (className !== '') made.className = className;
  return made;
}

const number = (value: number | null): string => (value === null ? '–' : value.toLocaleString('en'));

/** A time as its distance from now. */
function distance(iso: string | null): string {
  if (iso === null) return '–';
  const seconds = (Date.parse(iso) - Date.now()) / 1000;
  const size = Math.abs(seconds);
  const [count, unit] =
    size < 90
      ? [size, 's']
      : size < 5400
        ? [size / 60, 'min']
        : size < 129_600
          ? [size / 3600, 'h']
          : [size / 86_400, 'days'];
  return seconds < 0 ? `${Math.round(count)} ${unit} ago` : `in ${Math.round(count)} ${unit}`;
}

function timeCell(iso: string | null): HTMLElement {
  const cell = document.createElement('td');
  if (iso === null) cell.textContent = '–';
  else {
    const time = document.createElement('time');
    time.dateTime = iso;
    time.title = new Date(iso).toLocaleString();
    time.textContent = distance(iso);
    cell.append(time);
  }
  return cell;
}

function stateCell(row: Row): HTMLElement {
  const cell = element('td', '', `state ${row.state}`);
  cell.append(element('strong', row.state));
  const since = row.failingSince === null ? '' : ` Since ${distance(row.failingSince)}.`;
  const until = row.restingUntil === null ? '' : ` Tried again ${distance(row.restingUntil)}.`;
  const words = row.state === 'failing' ? `${row.detail ?? ''}${since}${until}` : '';
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

function fill(id: string, rows: readonly string[][], none: string): void {
  const body = document.getElementById(id);
  const lines = (rows.length === 0 ? [[none]] : rows).map((cells) => {
    const line = document.createElement('tr');
    line.append(...cells.map((cell) => element('td', cell)));
    return line;
  });
  body?.replaceChildren(...lines);
}

function showOverview({ queues, workers, warm, keys }: Overview): void {
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
    keys.map(({ id, name, plan, revoked, lastUsedAt }) => [
      id,
      name,
      revoked ? 'revoked' : plan,
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
