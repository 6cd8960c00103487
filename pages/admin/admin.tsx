import { render } from 'preact';
import { type Overview, OverviewTables } from './admin-overview.js';
import { distance, EmptyRow, number, Outcome, Pager, ScrollTable, SiteLink, TimeCell } from './admin-parts.js';
import { request } from './admin-request.js';

/** The operator's page: sources with their state, and changes to them. */
type Row = {
  id: string;
  kind: string;
  what: string;
  site: string | null;
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
  kinds: { kind: string; inUse: number; paused: number }[];
  total: number;
  counts: Record<string, number>;
  page: number;
  pages: number;
  sources: Row[];
  progress: { total: number; neverRead: number; unreadable: number; due: number; postings: number; failing: number };
};

/** How often the page asks. */
const refreshMs = 3000;

const root = document.querySelector('main') as Element;
const query = { state: '', text: '', page: 1 };
/** Where the page of keys that is shown begins, and where the next one does; there is none after the last. */
const keys = { from: '0', next: '0' };
/** Numbers the readings of the state: one that is answered after a later one is not shown. */
const readings = { asked: 0, shown: 0 };
let known: { table: Table; overview: Overview } | null = null;
let outcome = { state: '', sentence: '' };

function draw(): void {
  // The rows under a pointer that is pressed stay as they are.
  if (root.querySelector('#rows :active') !== null) return;
  const isInRows = document.activeElement?.closest('#rows') != null;
  render(
    <>
      <h1>Sources</h1>
      <p class="quiet">Boards are added on the page /boards of the service.</p>
      <Outcome {...outcome} />
      {known && <FirstReading {...known.table.progress} />}
      <div class="line filters">
        <States />
        <KindForm />
        <label class="search">
          Find{' '}
          <input
            id="text"
            type="search"
            maxLength={200}
            autoComplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => ask({ text: currentTarget.value, page: 1 })}
          />
        </label>
      </div>
      <div id="sources" tabIndex={-1}>
        <ScrollTable label="Table of sources" id="rows" heads={heads} numbers={[3, 4, 5, 6]}>
          {known?.table.sources.length === 0 && <EmptyRow words="No source matches." />}
          {known?.table.sources.map((row) => (
            <SourceRow key={row.id} row={row} />
          ))}
        </ScrollTable>
      </div>
      {known && (
        <>
          <Pager
            page={known.table.page}
            pages={known.table.pages}
            words={`, ${number(known.table.total)} sources`}
            turn={(step) => ask({ page: query.page + step })}
          />
          <OverviewTables overview={known.overview} isFirst={keys.from === '0'} turnKeys={turnKeys} />
        </>
      )}
    </>,
    root,
  );
  // The source of the row that had the focus was removed.
  if (isInRows && document.activeElement === document.body) root.querySelector<HTMLElement>('#sources')?.focus();
}

const heads = ['Source', 'State', 'Last read', 'Postings', 'New, closed', 'Requests (all)', 'Pace', 'Next', 'Change'];

function FirstReading({ total, neverRead, unreadable, postings, failing }: Table['progress']) {
  const attempted = total - Math.max(0, neverRead - unreadable);
  if (total === 0 || attempted >= total) return null;
  return (
    <div id="progress">
      <progress max="1" value={attempted / total} aria-labelledby="progress-text" />
      <p id="progress-text" class="quiet">
        {`First reading: ${number(attempted)} of ${number(total)} boards, ${number(postings)} postings, ${number(failing)} failing.`}
      </p>
    </div>
  );
}

function States() {
  const counts = Object.entries(known?.table.counts ?? {});
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  return (
    <fieldset id="states" class="states" aria-label="State">
      {[
        ['', `All ${number(all)}`] as const,
        ...counts.map(([state, count]) => [state, `${state} ${number(count)}`] as const),
      ].map(([state, label]) => (
        <button key={state} type="button" aria-pressed={query.state === state} onClick={() => ask({ state, page: 1 })}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}

function KindForm() {
  const change = (form: HTMLFormElement, isPause: boolean): void => {
    const kind = (form.elements.namedItem('kind') as HTMLSelectElement).value || null;
    const which = kind === null ? 'all sources' : `the sources of the kind ${kind}`;
    if (isPause && !confirm(`Pause ${which}? Searches leave out what is paused.`)) return;
    void send('POST', `/admin/sources/${isPause ? 'pause' : 'resume'}`, { kind });
  };
  return (
    <form
      id="by-kind"
      class="line"
      onSubmit={(event) => {
        event.preventDefault();
        change(event.currentTarget, (event.submitter as HTMLButtonElement | null)?.value === 'pause');
      }}
    >
      <label>
        Sources of{' '}
        <select name="kind">
          <option value="">all kinds</option>
          {known?.table.kinds.map(({ kind, inUse, paused }) => (
            <option key={kind} value={kind}>{`${kind} (${inUse}, ${paused} paused)`}</option>
          ))}
        </select>
      </label>
      <button type="submit" value="pause">
        Pause them
      </button>
      <button type="submit" value="resume">
        Resume them
      </button>
    </form>
  );
}

function SourceRow({ row }: { row: Row }) {
  const path = `/admin/sources/${encodeURIComponent(row.id)}`;
  const isPaused = row.state === 'paused';
  const remove = (): void => {
    if (confirm(`Remove ${row.id} from the sources file?`)) void send('DELETE', path);
  };
  return (
    <tr data-source={row.id}>
      <td class="source">
        <strong>
          <SiteLink address={row.site}>{row.id}</SiteLink>
        </strong>
        <small>
          {row.kind}: {row.what}
        </small>
      </td>
      <StateCell row={row} />
      <TimeCell iso={row.lastReadAt} />
      <td class="number">{number(row.postings)}</td>
      <td class="number">{row.opened === null ? '–' : `+${number(row.opened)} −${number(row.closed)}`}</td>
      <td class="number">{`${number(row.requests)} (${number(row.requestsInAll)})`}</td>
      <td class="number">{number(row.perMinute)} / min</td>
      <TimeCell iso={row.nextReadAt} />
      <td>
        {row.failingSince !== null && (
          <RowButton id={row.id} label="Try now" act={() => void send('POST', `${path}/try`)} />
        )}{' '}
        <RowButton
          id={row.id}
          label={isPaused ? 'Resume' : 'Pause'}
          act={() => void send('POST', `${path}/${isPaused ? 'resume' : 'pause'}`)}
        />{' '}
        <RowButton id={row.id} label="Remove" act={remove} />
      </td>
    </tr>
  );
}

const RowButton = ({ id, label, act }: { id: string; label: string; act: () => void }) => (
  <button type="button" aria-label={`${label} ${id}`} onClick={act}>
    {label}
  </button>
);

function StateCell({ row: { state, detail, failingSince, restingUntil } }: { row: Row }) {
  const fails = ['failing', 'gone', 'forbidden'].includes(state);
  const since = failingSince === null ? '' : ` Since ${distance(failingSince)}.`;
  const until = restingUntil === null ? '' : ` Tried again ${distance(restingUntil)}.`;
  const remedy = fails ? remedyFor(state, detail ?? '') : null;
  return (
    <td class={`state ${state}`}>
      <strong>{state}</strong>
      {fails && <small>{`${detail ?? ''}${since}${until}`}</small>}
      {remedy !== null && <small>{remedy}</small>}
    </td>
  );
}

/** What is likely to help a source that fails; `null` = waiting does. */
function remedyFor(state: string, detail: string): string | null {
  if (state === 'gone' || /\b(?:404|410)\b/.test(detail))
    return 'Renamed or closed? The catalogue on /boards may have it.';
  if (state === 'forbidden' || /\b40[13]\b/.test(detail)) return 'It refuses programs: is it listed elsewhere?';
  return null;
}

function ask(change: Partial<typeof query>): void {
  Object.assign(query, change);
  void refresh();
}

function turnKeys(): void {
  keys.from = keys.next;
  void refresh();
}

async function refresh(): Promise<void> {
  const { state, text, page } = query;
  readings.asked += 1;
  const reading = readings.asked;
  try {
    const [table, overview] = await Promise.all([
      fetch(`/admin/sources?${new URLSearchParams({ state, q: text, page: String(page) })}`),
      fetch(`/admin/overview?keys=${keys.from}`),
    ]);
    if (!table.ok || !overview.ok)
      throw new Error(`The service answered ${table.ok ? overview.status : table.status}.`);
    const next = { table: (await table.json()) as Table, overview: (await overview.json()) as Overview };
    if (reading < readings.shown) return;
    readings.shown = reading;
    known = next;
    query.page = Math.min(query.page, next.table.pages);
    keys.next = next.overview.nextKeys ?? '0';
    if (outcome.state === 'unread') outcome = { state: '', sentence: '' };
  } catch (error) {
    if (reading < readings.shown) return;
    const why = error instanceof Error ? error.message : '';
    const sentence = `The state could not be read, and is requested again; below is the former one. ${why}`;
    outcome = { state: 'unread', sentence };
  }
  draw();
}

/** Sends a change, and shows what the workers make of it. */
async function send(method: string, path: string, body?: object): Promise<void> {
  outcome = { state: 'waiting', sentence: 'A worker is looking …' };
  draw();
  outcome = await request(method, path, body);
  await refresh();
}

setInterval(() => {
  if (!document.hidden) void refresh();
}, refreshMs);
draw();
void refresh();
