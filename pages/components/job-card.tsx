import type { ComponentChildren } from 'preact';
import { isMessage, say, sayWith, spokenLanguage } from '../../shared/messages/messages.js';
import type { Job } from '../../shared/search/job.js';
import { companyMark } from '../../shared/words/job-words.js';
import { formatAgo, formatMoment } from '../lib/format.js';
import { distanceOf, optionList, optionWord, placeWords, statedPay, workplaceWords } from './words.js';

/** Handles a click on a link; the page may handle a plain click itself. */
export type Press = {
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
  preventDefault(): void;
};

/** Whether a click opens the link here: with a modifier key, it opens a tab or window. */
export const isPlainPress = ({ ctrlKey, metaKey, shiftKey, altKey }: Press): boolean =>
  !(ctrlKey || metaKey || shiftKey || altKey);

/** Handles plain clicks on a link; without `act`, the browser follows the link. */
export const pressed =
  (act: (() => void) | undefined) =>
  (event: Press): void => {
    if (act === undefined || !isPlainPress(event)) return;
    event.preventDefault();
    act();
  };

/** The `lang` attributes for text in the language of the posting. */
export const foreign = ({ language }: Pick<Job, 'language'>): { lang: string | undefined; dir: 'auto' } => ({
  lang: language ?? undefined,
  dir: 'auto',
});

/** The initials of a company, hidden from assistive technology. */
export function CompanyMark({ name }: { name: string | null }) {
  const { initials, shade } = companyMark(name ?? '');
  return (
    <span class={`mark mark-${shade}`} aria-hidden="true">
      {initials}
    </span>
  );
}

/** A link to another site; plain text unless its address is http or https, because it comes from a posting. */
export function OutsideLink({ href, children, ...attributes }: OutsideLinkProps) {
  if (href === null || !/^https?:\/\//i.test(href) || !URL.canParse(href))
    return <span {...attributes}>{children}</span>;
  return (
    <a {...attributes} href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

type OutsideLinkProps = {
  href: string | null;
  class?: string;
  dir?: 'auto';
  'aria-label'?: string;
  children?: ComponentChildren;
};

/** Actions of a card; absent on pages without scripts. */
export type CardActions = {
  isSelected(id: string): boolean;
  /** Shows a job; returns true if it was shown on this page. */
  open(job: Job): boolean;
  /** A badge with its tooltip: the job is new to the person, or they have applied. */
  badge(job: Job): { word: string; title: string } | null;
  /** Buttons at the end of the card. */
  marks(job: Job): ComponentChildren;
  /** A line on how the job fits the person's profile. */
  fit(job: Job): ComponentChildren;
};

type CardProps = {
  job: Job;
  now: Date;
  /** The same opening in other places, on the same page of the list. */
  others?: readonly Job[];
  actions?: CardActions | undefined;
  level?: 'h3' | 'h4';
  /** Whether the reader uses miles. */
  miles?: boolean;
  children?: ComponentChildren;
};

/** A job in a list, with the facts that decide whether to read on. Clicking anywhere on the card opens the job. */
export function JobCard({ job, now, others = [], actions, level: Heading = 'h3', miles = false, children }: CardProps) {
  const isSelected = actions?.isSelected(job.id) === true;
  const badge = actions?.badge(job) ?? null;
  const place = others.length > 0 ? say('places', { n: others.length + 1 }) : placeWords(job);
  const distance = others.length > 0 ? null : distanceOf(job, { miles });
  return (
    <article class={isSelected ? 'job selected' : 'job'} aria-labelledby={`title-${job.id}`}>
      <CompanyMark name={job.company.name} />
      <Heading id={`title-${job.id}`} {...foreign(job)}>
        <a
          class="title"
          href={`/jobs/${job.id}`}
          data-address={job.url}
          aria-current={isSelected ? 'true' : undefined}
          onClick={(event: Press) => {
            if (isPlainPress(event) && actions?.open(job) === true) event.preventDefault();
          }}
        >
          {job.title}
        </a>
        {badge && (
          <span class="new" lang={spokenLanguage()} title={badge.title}>
            {badge.word}
          </span>
        )}
      </Heading>
      <p class="name" dir="auto">
        {job.company.name ?? say('card.noCompany')}
      </p>
      {(place ?? distance) !== null && (
        <p class="place" dir="auto" title={[job, ...others].map((each) => each.location.text ?? '').join('\n')}>
          {[place, distance].filter((words) => words !== null).join(' · ')}
        </p>
      )}
      <ul class="facts" aria-label={say('card.facts')}>
        <Fact job={job} field="salary" words={statedPay(job, { short: true })} kind="pay" />
        <JobFacts job={job} />
      </ul>
      <Posted job={job} now={now} />
      {actions?.fit(job)}
      {actions && <div class="marks">{actions.marks(job)}</div>}
      {children}
    </article>
  );
}

/** Jobs as cards with links only, in the given order. */
export const JobCards = ({ jobs, now }: { jobs: readonly Job[]; now: Date }) => (
  <ol class="jobs">
    {jobs.map((job) => (
      <li key={job.id}>
        <JobCard job={job} now={now} />
      </li>
    ))}
  </ol>
);

type FactProps = { job: Pick<Job, 'inferred'>; field: string; words: string | null; kind?: string; title?: string };

/** A fact in a list; deduced facts are marked. */
export function Fact({ job, field, words, kind = '', title }: FactProps) {
  if (words === null) return null;
  const isDeduced = (job.inferred as readonly string[]).includes(field);
  const deduced = `deduced.${field}`;
  const hint = isDeduced && isMessage(deduced) ? say(deduced) : title;
  return (
    <li class={`${kind} ${isDeduced ? 'inferred' : ''}`.trim() || undefined} title={hint}>
      {words}
      {isDeduced && <span class="visually-hidden"> {say('card.deduced')}</span>}
    </li>
  );
}

/** Labels that add to the date. */
const telling: ReadonlySet<string> = new Set(['old', 'reposted', 'always open']);

/** Workplace, type and level of a job, and labels about its opening. */
export function JobFacts({ job }: { job: Job }) {
  const { jobTypes, experienceLevels, label, evidence } = job;
  // A fact listed under another name is not repeated.
  const levels = experienceLevels.filter((level) => !jobTypes.some((type) => type === level));
  return (
    <>
      <Fact job={job} field="workplace" words={workplaceWords(job)} />
      <Fact job={job} field="jobType" words={optionList('jobType', jobTypes)} />
      <Fact job={job} field="experienceLevel" words={optionList('experienceLevel', levels)} />
      {label !== null && telling.has(label) && (
        <Fact job={job} field="label" words={optionWord('label', label)} kind="seen" title={evidence.label ?? ''} />
      )}
    </>
  );
}

/** Milliseconds after which the day a job was first seen is worth showing if its board gives no date. */
const tellingMs = 86_400_000;

/** When a job was posted; without a date from its board, when it was first seen, unless that is recent. */
export function Posted({ job, now, short = true }: { job: Job; now: Date; short?: boolean }) {
  const { postedAt, firstSeenAt, inferred } = job;
  if (postedAt === null && short && now.getTime() - Date.parse(firstSeenAt) < tellingMs) return null;
  const at = postedAt ?? firstSeenAt;
  const dayOnly = postedAt !== null && inferred.includes('postedAt');
  const key = postedAt === null ? 'posted.firstSeen' : 'posted.on';
  return (
    <p class="when">
      {sayWith<ComponentChildren>(short && postedAt !== null ? 'posted.plain' : key, {
        when: (
          <time dateTime={dayOnly ? at.slice(0, 10) : at} title={say(key, { when: formatMoment(at, { dayOnly }) })}>
            {formatAgo(at, now, { short })}
          </time>
        ),
      })}
    </p>
  );
}
