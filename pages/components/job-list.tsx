import { type MessageKey, say } from '../../shared/messages/messages.js';
import type { Job } from '../../shared/search/job.js';
import { type CardActions, JobCard } from './job-card.js';
import { Reasons } from './job-details.js';

type Kind = 'exact' | 'near' | 'inText';

const kindOf = ({ match }: Job): Kind => (match.near === true ? 'near' : match.inText === true ? 'inText' : 'exact');

const groupTitles: Readonly<Record<Kind, MessageKey | null>> = {
  exact: null,
  near: 'list.near',
  inText: 'list.inText',
};

/** A card of a list: a job, and the employer's same opening in other places. */
type Card = { job: Job; others: Job[]; at: number };

/** Groups the postings of a page that differ only in place. */
export function joinPlaces(jobs: readonly Job[]): Card[] {
  const cards = new Map<string, Card>();
  for (const [at, job] of jobs.entries()) {
    const key = [kindOf(job), job.title, job.company.name ?? job.id, job.jobType, job.workplace]
      .join('\n')
      .toLowerCase();
    const known = cards.get(key);
    if (known === undefined) cards.set(key, { job, others: [], at });
    else known.others.push(job);
  }
  return [...cards.values()];
}

type ListProps = {
  jobs: readonly Job[];
  /** The index of the first job across all pages. */
  first: number;
  now: Date;
  /** Near matches and mere mentions get headings, in the order of relevance. */
  grouped: boolean;
  actions?: CardActions | undefined;
  /** Shows match reasons if a job cannot be shown next to the list. */
  reasons?: boolean;
  miles?: boolean;
};

/** The jobs of a page. */
export function JobList({ jobs, first, now, grouped, actions, reasons = false, miles = false }: ListProps) {
  const cards = joinPlaces(jobs);
  const groups: { kind: Kind; cards: Card[] }[] = [];
  for (const card of cards) {
    const last = groups.at(-1);
    if (last?.kind === kindOf(card.job)) last.cards.push(card);
    else groups.push({ kind: kindOf(card.job), cards: [card] });
  }
  // While an answer grows, kinds may alternate, and headings would appear and disappear.
  const isApart = grouped && new Set(groups.map(({ kind }) => kind)).size === groups.length;
  return (isApart ? groups : [{ kind: 'exact' as const, cards }]).map(({ kind, cards: some }) => (
    <>
      {groupTitles[kind] !== null && <h3 class="group">{say(groupTitles[kind])}</h3>}
      <ol class="jobs" key={kind} start={first + (some[0]?.at ?? 0)}>
        {some.map(({ job, others }) => (
          <li key={job.id} data-key={job.id}>
            <JobCard job={job} others={others} now={now} actions={actions} miles={miles}>
              {reasons && <Reasons match={job.match} miles={miles} />}
              {others.length > 0 && <OtherPlaces jobs={[job, ...others]} />}
            </JobCard>
          </li>
        ))}
      </ol>
    </>
  ));
}

/** The places of one opening, each linked to its own posting. */
const OtherPlaces = ({ jobs }: { jobs: readonly Job[] }) => (
  <details class="other-places">
    <summary>{say('list.allPlaces', { n: jobs.length })}</summary>
    <ul>
      {jobs.map(({ id, location, company }) => (
        <li key={id}>
          <a href={`/jobs/${id}`} dir="auto">
            {location.text ?? company.name ?? say('list.noPlace')}
          </a>
        </li>
      ))}
    </ul>
  </details>
);

/** Placeholder rows while results load. */
export const Skeleton = () => (
  <ol class="skeleton" aria-hidden="true">
    {Array.from({ length: 8 }, (_, at) => (
      <li key={at}>
        <div class="ghost" />
      </li>
    ))}
  </ol>
);
