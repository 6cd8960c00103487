import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { WholeJob } from '../../shared/search/job.js';
import { foreign, JobCard, OutsideLink } from '../components/job-card.js';
import { JobDetails } from '../components/job-details.js';
import { formatAgo } from '../lib/format.js';
import type { Job } from '../search/answer.js';
import { fetchJob, readAnswerBody } from '../search/api-client.js';
import { Description } from './description.js';

/** A job beside the list, with its text and jobs that are like it, which are loaded for it. */
type PanelProps = { job: Job; now: Date; miles: boolean; marks: ComponentChildren };

export const JobPanel = ({ job, now, miles, marks }: PanelProps) => (
  <JobDetails {...{ job, now, miles, marks }} level="h2">
    <JobText key={`text-${job.id}`} job={job} />
    <SimilarJobs key={`similar-${job.id}`} job={job} now={now} miles={miles} />
  </JobDetails>
);

/** A text that is loaded; `null` = the job is no longer stored. */
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
          Loading the description …
        </p>
      )}
      {text.state === 'failed' && (
        <>
          <p class="quiet" role="alert">
            The description could not be loaded.{' '}
          </p>
          <button type="button" class="act" onClick={load}>
            Try again
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
        This posting is no longer stored. Its original page may still exist:{' '}
        <OutsideLink href={job.url}>open it</OutsideLink>.
      </p>
    );
  return (
    <>
      {found.closedAt !== null && (
        <p class="quiet">Closed {formatAgo(found.closedAt, new Date())}: its source no longer lists it.</p>
      )}
      {found.descriptionHtml === '' ? (
        <p class="quiet">The source gives no description.</p>
      ) : (
        <Description html={found.descriptionHtml} level={3} />
      )}
    </>
  );
}

type Similar = 'asked' | 'failed' | readonly Job[] | null;

/** A button that lists the jobs that are like one in its place; they count as a search, so they are only loaded when asked for. */
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
          {similar === 'failed' ? 'Jobs like this could not be loaded. Try again' : 'Jobs like this'}
        </button>
      </div>
    );
  return (
    <div class="similar">
      <h3 tabIndex={-1} ref={(heading) => heading?.focus({ preventScroll: true })}>
        {similar.length === 0 ? 'No similar jobs' : 'Similar jobs'}
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
