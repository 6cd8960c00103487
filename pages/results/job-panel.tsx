import { type ComponentChildren, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { say, sayWith } from '../../shared/messages/messages.js';
import type { WholeJob } from '../../shared/search/job.js';
import { foreign, JobCard, OutsideLink } from '../components/job-card.js';
import { JobDetails } from '../components/job-details.js';
import { formatAgo } from '../lib/format.js';
import { trustedBy } from '../lib/trusted.js';
import type { Job } from '../search/answer.js';
import { fetchJob, readAnswerBody } from '../search/api-client.js';

/** The URL parameter with the job next to the list; the others are the search's. */
const parameter = 'job';

/** The id of the job in an address; `null` if there is none. */
export function jobIn(search: string): string | null {
  const id = new URLSearchParams(search).get(parameter);
  return id !== null && /^job_[0-9A-Za-z]{16}$/.test(id) ? id : null;
}

/** The address of a search with a job next to its list; `null` = without one. */
function withJob(search: string, id: string | null): string {
  const parameters = new URLSearchParams(search);
  if (id === null && !parameters.has(parameter)) return search;
  parameters.delete(parameter);
  if (id !== null) parameters.set(parameter, id);
  return parameters.size === 0 ? '' : `?${parameters}`;
}

/** The address of the search on screen, without the job next to its list. */
export const searchAddress = (): string => withJob(location.search, null);

type Chosen = { how: 'press' | 'key'; notePlace: () => void };

/** Writes the job next to the list into the address. Moving by keys replaces the previous job in the history. */
export function addressJob(id: string, { how, notePlace }: Chosen): void {
  const former = jobIn(location.search);
  if (former === id) return;
  const address = `/${withJob(location.search, id)}`;
  if (how === 'key' && former !== null) history.replaceState(history.state, '', address);
  else {
    notePlace();
    history.pushState(null, '', address);
  }
}

/** Titles the tab by the job in the address, else by the search; `null` = the start page. */
export function titlePage(search: string | null, shown: Job | null): void {
  const words = shown !== null && shown.id === jobIn(location.search) ? [shown.title, shown.company.name] : [search];
  document.title = [...words, say('jobSearch')].filter((word) => word !== null).join(' · ');
}

/** Allowed elements. Others are replaced by their contents, or removed if they are in `dropped`. */
const kept = new Set(
  'p br ul ol li strong b em i u h1 h2 h3 h4 h5 h6 blockquote pre code table thead tbody tr th td hr'.split(' '),
);
const dropped = new Set(
  'script style template iframe object embed form input button svg math noscript title'.split(' '),
);

/** The highest heading level in a description: one below the title of its job. */
type HeadingLevel = 3 | 4;

/** Maps a heading of the service, whose highest is h3, to the page's level. */
function headingAt(tag: string, level: HeadingLevel): 'h3' | 'h4' | 'h5' | 'h6' {
  const depth = Math.max(0, Number(tag.slice(1)) - 3);
  return `h${Math.min(level + depth, 6) as 3 | 4 | 5 | 6}`;
}

/** The Trusted Types policy allowed by the page: only this file parses HTML, into an inert document. */
const trusted = trustedBy('description', { createHTML: (html: string) => html });

/** The description of a job, sanitised by the service; as a second line of defence, only allowed elements are shown. */
export function Description({ html, level }: { html: string; level: HeadingLevel }) {
  const inert = new DOMParser().parseFromString(trusted.createHTML(html), 'text/html');
  return <>{contentsOf(inert.body, level)}</>;
}

const contentsOf = (from: Node, level: HeadingLevel): ComponentChildren[] =>
  [...from.childNodes].map((node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    if (!(node instanceof Element) || dropped.has(node.localName)) return null;
    const tag = node.localName;
    const contents = contentsOf(node, level);
    if (tag === 'a') return <OutsideLink href={node.getAttribute('href')}>{contents}</OutsideLink>;
    return kept.has(tag) ? h(/^h\d$/.test(tag) ? headingAt(tag, level) : tag, { dir: 'auto' }, contents) : contents;
  });

/** A job next to the list; its description and similar jobs are loaded for it. */
type PanelProps = { job: Job; now: Date; miles: boolean; marks: ComponentChildren };

export const JobPanel = ({ job, now, miles, marks }: PanelProps) => (
  <JobDetails job={job} now={now} miles={miles} marks={marks} level="h2">
    <JobText key={`text-${job.id}`} job={job} />
    <SimilarJobs key={`similar-${job.id}`} job={job} now={now} miles={miles} />
  </JobDetails>
);

/** A description to load; `null` = the job is no longer stored. */
type Loading = { state: 'loading' | 'failed' } | { state: 'loaded'; found: WholeJob | null };

function JobText({ job }: { job: Job }) {
  const [text, setText] = useState<Loading>({ state: 'loading' });
  const load = (): void => {
    setText({ state: 'loading' });
    fetchJob(job.id).then(
      (found) => setText({ state: 'loaded', found }),
      () => setText({ state: 'failed' }),
    );
  };
  useEffect(load, [job.id]);
  return (
    <div class="description" data-state={text.state} {...foreign(job)}>
      {text.state === 'loading' && (
        <p class="quiet" role="status">
          {say('job.loading')}
        </p>
      )}
      {text.state === 'failed' && (
        <>
          <p class="quiet" role="alert">
            {say('job.textFailed')}
          </p>
          <button type="button" class="act" onClick={load}>
            {say('tryAgain')}
          </button>
        </>
      )}
      {text.state === 'loaded' && <TextOf job={job} found={text.found} />}
    </div>
  );
}

function TextOf({ job, found }: { job: Job; found: WholeJob | null }) {
  if (found === null)
    return (
      <p class="quiet">
        {sayWith<ComponentChildren>('job.notStored', {
          open: (text) => <OutsideLink href={job.url}>{text}</OutsideLink>,
        })}
      </p>
    );
  return (
    <>
      {found.closedAt !== null && (
        <p class="quiet">{say('job.closedOn', { day: formatAgo(found.closedAt, new Date()) })}</p>
      )}
      {found.descriptionHtml === '' ? (
        <p class="quiet">{say('job.noText')}</p>
      ) : (
        <Description html={found.descriptionHtml} level={3} />
      )}
    </>
  );
}

type Similar = 'asked' | 'failed' | readonly Job[] | null;

/** A button that loads similar jobs on demand, because they count as a search; the list then replaces the button. */
function SimilarJobs({ job, now, miles }: { job: Job; now: Date; miles: boolean }) {
  const [similar, setSimilar] = useState<Similar>(null);
  const load = (): void => {
    setSimilar('asked');
    requestSimilar(job.id).then(setSimilar, () => setSimilar('failed'));
  };
  if (similar === null || typeof similar === 'string')
    return (
      <div class="similar">
        <button type="button" class="act" disabled={similar === 'asked'} onClick={load}>
          {say(similar === 'failed' ? 'similar.failed' : 'similar.ask')}
        </button>
      </div>
    );
  return (
    <div class="similar">
      <h3 tabIndex={-1} ref={(heading) => heading?.focus({ preventScroll: true })}>
        {say(similar.length === 0 ? 'similar.none' : 'similar.title')}
      </h3>
      <ol class="jobs">
        {similar.map((each) => (
          <li key={each.id}>
            <JobCard job={each} now={now} miles={miles} level="h4" />
          </li>
        ))}
      </ol>
    </div>
  );
}

async function requestSimilar(id: string): Promise<readonly Job[]> {
  const response = await fetch(`/api/jobs/${encodeURIComponent(id)}/similar`);
  if (!response.ok) throw new TypeError(`The service answered ${response.status}.`);
  return ((await readAnswerBody(response)) as { jobs: readonly Job[] }).jobs;
}
