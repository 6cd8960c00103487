/** The contents of the operator's pages: an overview of the deployment, its latest searches, and its figures. */
import { formatAgo, formatShare, formatTook } from '../../pages/lib/format.js';
import { say } from '../../shared/messages/messages.js';
import { attemptedBoards } from '../../shared/schedule/board-figures.js';
import type { GeoStats } from '../../shared/stats/geo-stats.js';
import type { listSearchRuns, readOverview } from './operator-data.js';
import { Ago, number, Table } from './operator-page.js';

type OverviewProps = { overview: Awaited<ReturnType<typeof readOverview>>; now: Date; boards: string };

/** `boards`: the address of the page that shows and changes boards. */
export function OverviewView({ overview, now, boards }: OverviewProps) {
  const { progress, queues, workers, warm, keys, keyCount, nextKeys, watches } = overview;
  const oldest = watches.deliveries === 0 ? '' : `, the oldest for ${Math.round(watches.oldestSeconds)} s`;
  return (
    <>
      <p id="boards">
        {`${number(attemptedBoards(progress))} of ${number(progress.total)} boards read, ${number(progress.failing)} failing, ${number(progress.postings)} postings. `}
        They are shown, tried again and changed at <a href={boards}>{boards}</a>; <code>npx job-search operator</code>{' '}
        prints a code for it.
      </p>
      <h2>Workers</h2>
      <Table
        label="Workers"
        id="workers"
        heads={['Worker', 'State', 'Running', 'Finished', 'Sources']}
        numbers={[2, 3, 4]}
        none="No worker is running: ROLE=worker npx job-search start starts one."
        rows={workers.map(({ id, alive, running, finished, sources }) => [
          id,
          alive ? 'alive' : 'silent',
          number(running),
          number(finished),
          number(sources),
        ])}
      />
      <h2>Queues</h2>
      <Table
        label="Queues"
        id="queues"
        heads={['Queue', 'Waiting', 'Active', 'Oldest waits']}
        numbers={[1, 2, 3]}
        none="There are no queues."
        rows={queues.map(({ name, waiting, active, oldestWaitSeconds }) => [
          name,
          number(waiting),
          number(active),
          waiting === 0 ? '–' : `${Math.round(oldestWaitSeconds)} s`,
        ])}
      />
      <h2>Scheduled searches</h2>
      <Table
        label="Scheduled searches"
        id="warm"
        heads={['Search', 'Outcome', 'Jobs', 'Started']}
        numbers={[2]}
        none="No scheduled search has run."
        rows={warm.map(({ name, outcome, total, startedAt }) => [
          name,
          outcome ?? '–',
          number(total),
          <Ago key={name} iso={startedAt === undefined ? null : new Date(startedAt).toISOString()} now={now} />,
        ])}
      />
      <h2>Watches</h2>
      <p id="watch-figures" class="quiet">
        {`${number(watches.total)} watches, ${number(watches.paused)} paused. ${number(watches.deliveries)} deliveries wait${oldest}.`}
      </p>
      <Table
        label="Paused watches"
        id="watches"
        heads={['Watch', 'Owner', 'Search', 'Address', 'Reason']}
        none="No watch is paused."
        rows={watches.pausedWatches.map(({ id, owner, address, reason, search }) => [
          id,
          owner,
          Object.values(search).join(', ') || 'all jobs',
          address,
          reason ?? '–',
        ])}
      />
      <h2>API keys</h2>
      <p class="quiet">
        Requests, searches and refusals by key and day: <a href="/admin/usage.csv?days=92">usage.csv</a>,{' '}
        <a href="/admin/usage.csv?days=92&by=account">by account</a>
      </p>
      <Table
        label="API keys"
        id="keys"
        heads={['Key', 'Name', 'Plan', 'Watches', 'Searches in 30 days', 'Refused', 'Last used']}
        numbers={[3, 4, 5]}
        none="There are no API keys: npx job-search key create makes one."
        rows={keys.map(({ id, name, account, plan, revoked, lastUsedAt, watches: ofKey, searches, refused }) => [
          id,
          account === null ? name : `${name} (account ${account})`,
          revoked ? 'revoked' : plan,
          number(ofKey),
          number(searches),
          number(refused),
          <Ago key={id} iso={lastUsedAt} now={now} />,
        ])}
      />
      {nextKeys !== null && (
        <p>
          {number(keys.length)} of {number(keyCount)} keys. <a href={`/admin?keys=${nextKeys}`}>More keys</a>
        </p>
      )}
    </>
  );
}

const ms = (value: number | null): string => (value === null ? '–' : `${number(value)} ms`);

type SearchesProps = { id: string; found: Awaited<ReturnType<typeof listSearchRuns>>; now: Date };

/** The latest searches; with an id, those of a request, a trace or a search, with boards and answers. */
export function SearchesView({ id, found: { runs, requests, failed }, now }: SearchesProps) {
  const boards = runs[0] !== undefined && 'sources' in runs[0] ? runs[0].sources : undefined;
  return (
    <>
      <form method="get" action="/admin/searches">
        <label for="id">Request id (X-Request-Id of an answer), trace id, or key of a search</label>
        <div class="line">
          <input id="id" name="id" maxLength={200} autoComplete="off" spellcheck={false} value={id} />
          <button class="act strong" type="submit">
            Find
          </button>
        </div>
      </form>
      {id !== '' && runs.length + requests.length === 0 && (
        <p role="status">Nothing is stored for this id: runs are kept for a day, 500 at most.</p>
      )}
      {id !== '' && (
        <>
          <h2>Answers</h2>
          <Table
            label="Answers"
            id="requests"
            heads={['Request', 'Answered', 'Trace', 'From', 'Took']}
            numbers={[4]}
            none="No answer is stored: it is too long ago, or one of very many."
            rows={requests.map(({ at, requestId, traceId, outcome, tookMs }) => [
              requestId,
              <Ago key="at" iso={at} now={now} />,
              traceId ?? '–',
              outcome === 'cached' ? 'cache' : outcome,
              ms(tookMs),
            ])}
          />
        </>
      )}
      <h2>Runs</h2>
      <Table
        label="Runs"
        id="runs"
        heads={[
          'Search',
          'Ended',
          'Outcome',
          'Jobs',
          'Boards',
          'Waited',
          'Boards read',
          'Searched',
          'Stored',
          'Worker',
        ]}
        numbers={[3, 4, 5, 6, 7, 8]}
        none={id === '' ? 'No search ran in the last day.' : 'No run of this search is stored.'}
        rows={runs.map((run) => [
          <a key="search" href={`/admin/searches?${new URLSearchParams({ id: run.search })}`}>
            {Object.values(run.query).join(', ') || 'all jobs'}
          </a>,
          <Ago key="ended" iso={run.endedAt} now={now} />,
          run.cause === null ? run.outcome : `${run.outcome}: ${run.cause}`,
          number(run.total),
          number(run.sourceCount),
          ms(run.waitedMs),
          ms(run.collectMs),
          ms(run.searchMs),
          ms(run.storeMs),
          run.worker,
        ])}
      />
      {boards !== undefined && (
        <>
          <h2>Boards of the latest run</h2>
          <p class="quiet">Those that failed, then those that took longest; 40 at most.</p>
          <Table
            label="Boards of the latest run"
            id="sources"
            heads={['Source', 'Status', 'Jobs', 'Took', 'Detail']}
            numbers={[2, 3]}
            none="It searched no source."
            rows={boards.map(({ name, status, jobs, tookMs, detail }) => [
              name,
              status,
              number(jobs),
              ms(tookMs),
              detail ?? '',
            ])}
          />
        </>
      )}
      <h2>Failed jobs</h2>
      <p class="quiet">A failed job leaves its queue; the next request for the same adds it again.</p>
      <Table
        label="Failed jobs"
        id="failed"
        heads={['Job', 'Failed', 'Queue', 'Request', 'Cause']}
        none="No job failed in the last week."
        rows={failed.map(({ at, queue, id: job, source, requestId, cause }) => [
          source ?? job,
          <Ago key="at" iso={at} now={now} />,
          queue,
          requestId ?? '–',
          cause,
        ])}
      />
    </>
  );
}

const windows: readonly [label: string, days: string][] = [
  ['Past 24 hours', ''],
  ['Past 30 days', '30'],
  ['Past 90 days', '90'],
];
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Searches over time, the sources, and the AI assistants that search here; `days` = '' for the past 24 hours. */
export function FiguresView({ stats, days }: { stats: GeoStats; days: string }) {
  const { searches, generativeEngines, series, sources, sourceCounts } = stats;
  const now = new Date(stats.generatedAt);
  const paused = sourceCounts.resting === 1 ? '1 is paused' : `${number(sourceCounts.resting)} are paused`;
  return (
    <>
      <nav class="line" aria-label="Window">
        {windows.map(([label, value]) => (
          <a
            key={label}
            href={value === '' ? '/admin/figures' : `/admin/figures?days=${value}`}
            aria-current={value === days ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <ul>
        <li>{`${say('geo.searches', { n: searches.total })}, ${number(searches.failed)} failed`}</li>
        <li>{`${formatShare(searches.hitRate)} answered from the cache`}</li>
        <li>{`Median response time ${formatTook(searches.tookMs.p50)}, 95 % within ${formatTook(searches.tookMs.p95)}`}</li>
        <li>{`${formatShare(generativeEngines.share)} from AI assistants (${number(generativeEngines.fromEngines)})`}</li>
      </ul>
      <h2>Sources</h2>
      <p class="quiet">{`${number(sources.length)} of ${say('progress.sites', { n: sourceCounts.total })}; ${paused}.`}</p>
      <Table
        label="Sources"
        id="sources"
        heads={['Source', 'Reads', 'Answered', 'Too slow', 'Failed', 'Median', 'Jobs', 'Last answer']}
        numbers={[1, 2, 3, 4, 5, 6, 7]}
        none="No source was read."
        rows={sources.map(({ name, asked, answered, timedOut, failed, jobs, tookMs, lastAnswerAt }) => [
          name,
          number(asked),
          number(answered),
          number(timedOut),
          number(failed),
          formatTook(tookMs.p50),
          number(jobs),
          lastAnswerAt === null ? '–' : formatAgo(lastAnswerAt, now, { short: true }),
        ])}
      />
      <h2>AI assistants that search here</h2>
      <Table
        label="AI assistants"
        id="engines"
        heads={['Assistant', 'Searches', 'Last seen']}
        numbers={[1]}
        none="No search came from an AI assistant."
        rows={generativeEngines.engines.map(({ engine, requests, lastSeenAt }) => [
          engine,
          number(requests),
          formatAgo(lastSeenAt, now),
        ])}
      />
      <h2>Over time</h2>
      <Table
        label="Over time"
        id="trends"
        heads={['From (UTC)', 'Searches', 'From the cache', 'Failed', 'Jobs seen', 'From AI assistants']}
        numbers={[1, 2, 3, 4, 5]}
        none="Nothing was measured."
        rows={series
          .toReversed()
          .map(({ at, searches: all, cached, failed, jobs, fromEngines }) => [
            moment.format(new Date(at)),
            ...[all, cached, failed, jobs, fromEngines].map(number),
          ])}
      />
    </>
  );
}
