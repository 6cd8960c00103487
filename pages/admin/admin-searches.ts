/** The operator's page of searches: what workers ran lately, one search with its boards and times, and jobs that failed. */

import { distance, element, fill, find, number, timeCell } from './admin-cells.js';
import { say } from './admin-request.js';

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

/** The latest request of this page: an earlier answer is not shown after it. */
let asked = 0;

function runRow(run: Run): HTMLElement {
  const line = document.createElement('tr');
  const search = element('td', '', 'source');
  const link = document.createElement('a');
  link.href = `/admin/searches?${new URLSearchParams({ id: run.search })}`;
  link.textContent = Object.values(run.query).join(', ') || 'all jobs';
  search.append(link);
  const outcome = element('td', '', `state ${run.outcome}`);
  outcome.append(element('strong', run.outcome));
  if (run.cause !== null) outcome.append(element('small', run.cause));
  line.append(
    timeCell(run.endedAt),
    search,
    outcome,
    element('td', number(run.total), 'number'),
    element('td', number(run.sourceCount), 'number'),
    ...[run.waitedMs, run.collectMs, run.searchMs, run.storeMs].map((value) => element('td', ms(value), 'number')),
    element('td', run.worker),
  );
  return line;
}

function show({ runs, requests, failed }: Searches, id: string): void {
  const none = element('td', id === '' ? 'No search ran in the last day.' : 'No run of this search is kept.');
  none.setAttribute('colspan', '10');
  const line = document.createElement('tr');
  line.append(none);
  find('runs', HTMLTableSectionElement).replaceChildren(...(runs.length === 0 ? [line] : runs.map(runRow)));
  find('answers', HTMLDivElement).hidden = id === '';
  fill(
    'requests',
    requests.map(({ at, requestId, traceId, outcome, tookMs }) => [
      ...[distance(at), requestId, traceId ?? '–'],
      ...[outcome === 'cached' ? 'the stored answer' : outcome, ms(tookMs)],
    ]),
    'No answer to it is kept: it is too long ago, or one of very many.',
  );
  const sources = runs[0]?.sources;
  find('boards', HTMLDivElement).hidden = sources === undefined;
  fill(
    'sources',
    (sources ?? []).map(({ name, status, jobs, tookMs, detail }) => [
      ...[name, status, number(jobs), ms(tookMs), detail ?? ''],
    ]),
    'It asked no source.',
  );
  fill(
    'failed',
    failed.map(({ at, queue, id: job, source, requestId, cause }) => [
      ...[distance(at), queue, source ?? job, requestId ?? '–', cause],
    ]),
    'No job failed in the last week.',
  );
}

async function load(): Promise<void> {
  asked += 1;
  const own = asked;
  const id = find('id', HTMLInputElement).value.trim();
  try {
    const response = await fetch(`/admin/searches/runs?${new URLSearchParams({ id })}`);
    if (!response.ok) throw new Error(`The service answered ${response.status}.`);
    const searches = (await response.json()) as Searches;
    if (own !== asked) return;
    show(searches, id);
    const isUnknown = id !== '' && searches.runs.length + searches.requests.length === 0;
    say(
      isUnknown ? 'refused' : '',
      isUnknown ? 'Nothing is kept of this id: runs are kept for a day, 500 at most.' : '',
    );
  } catch (error) {
    if (own === asked) say('unread', `The searches could not be read. ${error instanceof Error ? error.message : ''}`);
  }
}

find('find', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  const id = find('id', HTMLInputElement).value.trim();
  history.replaceState(null, '', id === '' ? '/admin/searches' : `/admin/searches?${new URLSearchParams({ id })}`);
  void load();
});
find('id', HTMLInputElement).value = new URLSearchParams(location.search).get('id') ?? '';
void load();
