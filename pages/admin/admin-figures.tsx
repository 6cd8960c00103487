import { render } from 'preact';
import { thousandsWords as formatCount, say } from '../../shared/messages/messages.js';
import type { GeoStats } from '../../shared/stats/geo-stats.js';
import { formatAgo, formatShare, formatTook } from '../lib/format.js';
import { Outcome, ScrollTable } from './admin-parts.js';

/** The operator's page of what the service did: its searches over time, its sources, and AI assistants that search here. */
const root = document.querySelector('main') as Element;
const days = new URLSearchParams(location.search).get('days');

async function load(): Promise<void> {
  try {
    const response = await fetch(`/admin/geo-stats?${days === null ? 'hours=24' : new URLSearchParams({ days })}`);
    if (!response.ok) throw new Error(`The service answered ${response.status}.`);
    draw((await response.json()) as GeoStats);
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    render(<Outcome state="unread" sentence={`The figures could not be read. ${why}`} />, root);
  }
}

function draw(stats: GeoStats): void {
  const { searches, generativeEngines, series, sources, sourceCounts } = stats;
  const now = new Date(stats.generatedAt);
  const resting = sourceCounts.resting === 1 ? '1 is paused' : `${formatCount(sourceCounts.resting)} are paused`;
  render(
    <>
      <h1>Figures</h1>
      <nav class="line" aria-label="Window">
        {windows.map(([label, value]) => (
          <a
            key={label}
            href={value === null ? '/admin/figures' : `/admin/figures?days=${value}`}
            aria-current={value === days ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <ul class="figures">
        <li>{`${say('geo.searches', { n: searches.total })}, ${formatCount(searches.failed)} failed`}</li>
        <li>{`${formatShare(searches.hitRate)} answered from the cache`}</li>
        <li>{`Median response time ${formatTook(searches.tookMs.p50)}, 95 % within ${formatTook(searches.tookMs.p95)}`}</li>
        <li>{`${formatShare(generativeEngines.share)} from AI assistants (${formatCount(generativeEngines.fromEngines)})`}</li>
      </ul>
      <h2>Sources</h2>
      <p class="quiet">{`${formatCount(sources.length)} of ${say('progress.sites', { n: sourceCounts.total })}; ${resting}.`}</p>
      <ScrollTable label="Sources" id="sources" heads={sourceHeads} numbers={[1, 2, 3, 4, 5, 6, 7]}>
        {sources.map(({ name, asked, answered, timedOut, failed, jobs, tookMs, lastAnswerAt }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {[asked, answered, timedOut, failed].map((count, at) => (
              <td key={at} class="number">
                {formatCount(count)}
              </td>
            ))}
            <td class="number">{formatTook(tookMs.p50)}</td>
            <td class="number">{formatCount(jobs)}</td>
            <td class="number">{lastAnswerAt === null ? '–' : formatAgo(lastAnswerAt, now, { short: true })}</td>
          </tr>
        ))}
      </ScrollTable>
      <h2>AI assistants that search here</h2>
      {generativeEngines.engines.length === 0 && <p class="quiet">No search came from an AI assistant.</p>}
      <ul id="engines">
        {generativeEngines.engines.map(({ engine, requests, lastSeenAt }) => (
          <li key={engine}>{`${engine}: ${say('geo.searches', { n: requests })}, ${formatAgo(lastSeenAt, now)}`}</li>
        ))}
      </ul>
      <h2>Over time</h2>
      <ScrollTable label="Over time" id="trends" heads={seriesHeads} numbers={[1, 2, 3, 4, 5]}>
        {series.toReversed().map(({ at, searches: all, cached, failed, jobs, fromEngines }) => (
          <tr key={at}>
            <th scope="row">{moment.format(new Date(at))}</th>
            {[all, cached, failed, jobs, fromEngines].map((count, column) => (
              <td key={column} class="number">
                {formatCount(count)}
              </td>
            ))}
          </tr>
        ))}
      </ScrollTable>
    </>,
    root,
  );
}

const windows: readonly [label: string, days: string | null][] = [
  ['Past 24 hours', null],
  ['Past 30 days', '30'],
  ['Past 90 days', '90'],
];
const sourceHeads = ['Source', 'Reads', 'Answered', 'Too slow', 'Failed', 'Median', 'Jobs', 'Last answer'];
const seriesHeads = ['From', 'Searches', 'Answered from the cache', 'Failed', 'Jobs seen', 'From AI assistants'];
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

void load();
