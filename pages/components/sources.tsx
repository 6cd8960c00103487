import { useState } from 'preact/hooks';
import { isMessage, say, thousandsWords } from '../../shared/messages/messages.js';
import { formatTook, writeTimes } from '../lib/format.js';
import type { SourceCounts, SourceReport } from '../search/answer.js';

/** The sources of a search and their states. */

/** The text of a source's status; an unknown one counts as "not ok". */
function statusWord(status: string): string {
  const key = `source.${status}`;
  return isMessage(key) ? say(key) : status;
}

/** Maximum sources listed at once; if there are more, counts and expandable lists are shown. */
const maxListed = 12;

/** Sources that reported anything other than jobs. */
export const missingOf = ({ failed, timeout, resting }: SourceCounts): number => failed + timeout + resting;

/** The display name of a source: its company, else the words of its id. */
const nameOf = ({ name, company }: SourceReport): string =>
  company ?? name.replace(/^[a-z]/, (letter) => letter.toUpperCase()).replaceAll('-', ' ');

/** Maximum failed sources named before the list is opened. */
const mostNamed = 2;

/** "Acme, Globex and 2 more": the failed sources, `all` in number. */
export function missingNames(reports: readonly SourceReport[], all: number): string {
  const names = reports.filter(isMissing).slice(0, mostNamed).map(nameOf);
  if (names.length < all) return say('progress.more', { names: names.join(', '), n: all - names.length });
  return names.join(` ${say('and')} `);
}

const isMissing = ({ status }: SourceReport): boolean => status !== 'ok' && status !== 'pending';

type SourcesProps = { reports: readonly SourceReport[]; counts: SourceCounts; now: Date; isPlain?: boolean };

/** A list with the status of each source or, if there are many, counts and expandable lists. */
export function SourcesOf({ reports, counts, now, isPlain = false }: SourcesProps) {
  if (counts.total <= maxListed) return <SourceList reports={reports} now={now} />;
  const missing = reports.filter(isMissing);
  const answered = reports.filter(({ status }) => status === 'ok');
  return (
    <div class="many-sources">
      <p class="source-counts">{countsWords(counts)}</p>
      <OpenableList
        name="missing"
        title={say('sources.missing')}
        reports={missing}
        all={missingOf(counts)}
        now={now}
        isPlain={isPlain}
      />
      <OpenableList
        name="answered"
        title={say('sources.answered')}
        reports={answered}
        all={counts.ok}
        now={now}
        isPlain={isPlain}
      />
    </div>
  );
}

/** "4,980 of 5,000 sites answered, 12 failed, 8 paused". */
export function countsWords(counts: SourceCounts): string {
  const others = (['failed', 'timeout', 'resting'] as const).filter((status) => counts[status] > 0);
  return [
    say('sources.count', { ok: counts.ok, n: counts.total }),
    ...others.map((status) => `${thousandsWords(counts[status])} ${statusWord(status)}`),
    ...(counts.pending === 0 ? [] : [say('sources.pending', { n: counts.pending })]),
  ].join(', ');
}

type OpenableProps = {
  name: string;
  title: string;
  reports: readonly SourceReport[];
  all: number;
  now: Date;
  isPlain: boolean;
};

/** Hundreds of sources are rendered only when the list is opened. */
function OpenableList({ name, title, reports, all, now, isPlain }: OpenableProps) {
  const [isOpen, setOpen] = useState(isPlain);
  if (reports.length === 0) return null;
  return (
    <details class={`source-list is-${name}`} onToggle={({ currentTarget }) => setOpen(isPlain || currentTarget.open)}>
      <summary>
        {title}: {reports.length < all ? say('someOf', { some: reports.length, all }) : thousandsWords(all)}
      </summary>
      {isOpen && <SourceList reports={reports} now={now} title={title} />}
    </details>
  );
}

/** A list with a title scrolls, so it must be focusable by keyboard. */
const SourceList = ({ reports, now, title }: Pick<SourcesProps, 'reports' | 'now'> & { title?: string }) => (
  <ul class="sources" {...(title === undefined ? {} : { tabIndex: 0, 'aria-label': title })}>
    {reports.map((report) => {
      const { name, status, jobs, tookMs, detail } = report;
      return (
        <li key={name} class={`source is-${status}`}>
          <span class="dot" aria-hidden="true" />
          <span class="source-name">{nameOf(report)}</span>
          <span class="source-told">
            {status === 'ok' ? say('jobs', { n: jobs }) : statusWord(status)}
            {status === 'ok' && tookMs > 0 && <span class="quiet"> · {formatTook(tookMs)}</span>}
          </span>
          {detail !== null && <span class="source-detail">{writeTimes(detail, now)}</span>}
        </li>
      );
    })}
  </ul>
);
