import { render } from 'preact';
import { distance, EmptyRow, number, Outcome, PlainTable, ScrollTable, TimeCell } from './admin-parts.js';

/** The operator's page of searches: what workers ran lately, one search with its boards and times, and jobs that failed. */
type Report = { name: string; status: string; jobs: number; tookMs: number; detail: string | null };
type Run = {
  search: string;
  worker: string;
  query: Record<string, string>;
  endedAt: string;
  outcome: string;
  cause: string | null;
  total: number | null;
  waitedMs: number;
  collectMs: number | null;
  searchMs: number | null;
  storeMs: number | null;
  sourceCount: number;
  sources?: Report[];
};

/** The answer of `/admin/searches/runs`. */
type Searches = {
  runs: Run[];
  requests: { requestId: string; traceId: string | null; outcome: string; at: string; tookMs: number }[];
  failed: { queue: string; id: string; source: string | null; requestId: string | null; cause: string; at: string }[];
};

const ms = (value: number | null): string => (value === null ? '–' : `${number(value)} ms`);

const root = document.querySelector('main') as Element;
let id = new URLSearchParams(location.search).get('id') ?? '';
let found: Searches | null = null;
let outcome = { state: '', sentence: '' };
/** The latest request of this page: an earlier answer is not shown after it. */
let asked = 0;

function draw(): void {
  const sources = found?.runs[0]?.sources;
  render(
    <>
      <h1>Searches</h1>
      <FindForm />
      <Outcome {...outcome} />
      {id !== '' && found && (
        <div id="answers">
          <h2>Answers</h2>
          <PlainTable
            label="Answers"
            id="requests"
            heads={['Answered', 'Request', 'Trace', 'From', 'Took']}
            none="No answer to it is kept: it is too long ago, or one of very many."
            rows={found.requests.map(({ at, requestId, traceId, outcome: from, tookMs }) => [
              ...[distance(at), requestId, traceId ?? '–'],
              ...[from === 'cached' ? 'the stored answer' : from, ms(tookMs)],
            ])}
          />
        </div>
      )}
      <h2>Runs</h2>
      <div id="runs-table">
        <ScrollTable label="Runs" id="runs" heads={runHeads} numbers={[3, 4, 5, 6, 7, 8]}>
          {found?.runs.length === 0 && (
            <EmptyRow words={id === '' ? 'No search ran in the last day.' : 'No run of this search is kept.'} />
          )}
          {found?.runs.map((run) => (
            <RunRow key={`${run.search} ${run.endedAt}`} run={run} />
          ))}
        </ScrollTable>
      </div>
      {sources !== undefined && (
        <div id="boards">
          <h2>Boards of the latest run</h2>
          <p class="quiet">Those that failed, then those that took longest; 40 at most.</p>
          <PlainTable
            label="Boards of the latest run"
            id="sources"
            none="It searched no source."
            heads={['Source', 'Status', 'Jobs', 'Took', 'What it said']}
            rows={sources.map(({ name, status, jobs, tookMs, detail }) => [
              ...[name, status, number(jobs), ms(tookMs), detail ?? ''],
            ])}
          />
        </div>
      )}
      <h2>Failed jobs</h2>
      <p class="quiet">A failed job leaves its queue; the next request for the same adds it again.</p>
      <PlainTable
        label="Failed jobs"
        id="failed"
        none="No job failed in the last week."
        heads={['Failed', 'Queue', 'Job', 'Request', 'Cause']}
        rows={(found?.failed ?? []).map(({ at, queue, id: job, source, requestId, cause }) => [
          ...[distance(at), queue, source ?? job, requestId ?? '–', cause],
        ])}
      />
    </>,
    root,
  );
}

const runHeads = [
  'Ended',
  'Search',
  'Outcome',
  'Jobs',
  'Boards',
  'Waited',
  'Boards read',
  'Searched',
  'Stored',
  'Worker',
];

const FindForm = () => (
  <form
    id="find"
    class="bar"
    onSubmit={(event) => {
      event.preventDefault();
      id = (event.currentTarget.elements.namedItem('id') as HTMLInputElement).value.trim();
      history.replaceState(null, '', id === '' ? '/admin/searches' : `/admin/searches?${new URLSearchParams({ id })}`);
      void load();
    }}
  >
    <label for="id">Request id (X-Request-Id of an answer), trace id, or key of a search</label>
    <div class="line">
      <input id="id" name="id" maxLength={200} autoComplete="off" spellcheck={false} defaultValue={id} />
      <button type="submit">Find</button>
    </div>
  </form>
);

const RunRow = ({ run }: { run: Run }) => (
  <tr>
    <TimeCell iso={run.endedAt} />
    <td class="source">
      <a href={`/admin/searches?${new URLSearchParams({ id: run.search })}`}>
        {Object.values(run.query).join(', ') || 'all jobs'}
      </a>
    </td>
    <td class={`state ${run.outcome}`}>
      <strong>{run.outcome}</strong>
      {run.cause !== null && <small>{run.cause}</small>}
    </td>
    <td class="number">{number(run.total)}</td>
    <td class="number">{number(run.sourceCount)}</td>
    {[run.waitedMs, run.collectMs, run.searchMs, run.storeMs].map((value, at) => (
      <td key={at} class="number">
        {ms(value)}
      </td>
    ))}
    <td>{run.worker}</td>
  </tr>
);

async function load(): Promise<void> {
  asked += 1;
  const own = asked;
  try {
    const response = await fetch(`/admin/searches/runs?${new URLSearchParams({ id })}`);
    if (!response.ok) throw new Error(`The service answered ${response.status}.`);
    const searches = (await response.json()) as Searches;
    if (own !== asked) return;
    found = searches;
    const isUnknown = id !== '' && searches.runs.length + searches.requests.length === 0;
    outcome = isUnknown
      ? { state: 'refused', sentence: 'Nothing is kept of this id: runs are kept for a day, 500 at most.' }
      : { state: '', sentence: '' };
  } catch (error) {
    if (own !== asked) return;
    const why = error instanceof Error ? error.message : '';
    outcome = { state: 'unread', sentence: `The searches could not be read. ${why}` };
  }
  draw();
}

draw();
void load();
