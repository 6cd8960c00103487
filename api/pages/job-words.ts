import { type Company, isPayOfFullTime, type Job } from '../../shared/search/job.js';
import { companyKey } from '../../shared/words/company-key.js';
import { companyMark, describePay, shortPlace } from '../../shared/words/job-words.js';
import { html, type Markup } from './write-html.js';

/** Pay as stated and, where it is not by the year, as about how much a year, if that is known; `null` = not stated. */
const statedPay = (job: Pick<Job, 'salary' | 'jobType'>, { short = false } = {}): string | null =>
  job.salary && describePay(job.salary, { short, isOfFullTime: isPayOfFullTime(job) });

/** A date for people and machines: "18 November 2026", in short "18 Nov". */
export function dateMarkup(iso: string, { short = false } = {}): Markup {
  const style = short ? ({ day: 'numeric', month: 'short' } as const) : ({ dateStyle: 'long' } as const);
  const words = new Intl.DateTimeFormat('en-GB', { ...style, timeZone: 'UTC' }).format(new Date(iso));
  return html`<time datetime="${iso.slice(0, 10)}">${words}</time>`;
}

type Facts = Pick<
  Job,
  | 'salary'
  | 'workplace'
  | 'jobType'
  | 'experienceLevel'
  | 'inferred'
  | 'postedAt'
  | 'firstSeenAt'
  | 'label'
  | 'evidence'
>;

/** A fact of a list; what is deduced is marked. */
function fact({ inferred }: Pick<Job, 'inferred'>, name: string, words: string | null, kind = ''): Markup | null {
  if (words === null) return null;
  const isDeduced = (inferred as readonly string[]).includes(name);
  return html`<li class="${`${kind}${isDeduced ? ' inferred' : ''}`.trim()}">${words}${
    isDeduced ? html`<span class="visually-hidden"> (deduced)</span>` : null
  }</li>`;
}

/** What was seen of an opening in a word; its reason is the tooltip. */
const labelItem = ({ label, evidence }: Pick<Job, 'label' | 'evidence'>): Markup | null =>
  label === null ? null : html`<li class="seen" title="${evidence.label ?? ''}">${label}</li>`;

/** The facts of a job that is shown whole. */
export const factList = (job: Facts): Markup =>
  html`<ul class="facts whole" aria-label="Facts">${[
    fact(job, 'salary', statedPay(job), 'pay'),
    fact(job, 'workplace', job.workplace),
    fact(job, 'jobType', job.jobType),
    fact(job, 'experienceLevel', job.experienceLevel),
    html`<li class="when">${job.postedAt === null ? 'first seen ' : 'posted '}${dateMarkup(job.postedAt ?? job.firstSeenAt)}</li>`,
    labelItem(job),
  ]}</ul>`;

/** "Robotics, 51-200 employees", as far as it is known. */
export function aboutCompany({ industry, size }: Pick<Company, 'industry' | 'size'>): Markup | null {
  const words = [industry, size === null ? null : `${size.replace('-', '–')} employees`].filter(
    (word) => word !== null,
  );
  return words.length === 0 ? null : html` <span class="quiet" lang="en">${words.join(', ')}</span>`;
}

/** A link to the page of a company; `null` for a name without letters or digits. */
export function openingsLink(name: string | null): Markup | null {
  const key = companyKey(name ?? '');
  return key === ''
    ? null
    : html` <a class="quiet" lang="en" href="/companies/${encodeURIComponent(key)}">All openings</a>`;
}

/** The initials of a company, for the eye alone. */
export function markOf({ name }: Pick<Company, 'name'>): Markup {
  const { initials, shade } = companyMark(name ?? '');
  return html`<span class="mark mark-${shade}" aria-hidden="true">${initials}</span>`;
}

/**
 * A job as a row of a list, in the form that the search page's script gives it (pages/results/show-job.ts). `behind`: what stands
 * below its two lines.
 */
export function jobRow(job: Job, { withCompany = true, behind = null as Markup | null } = {}): Markup {
  const lang = job.language === null ? null : html` lang="${job.language}"`;
  const { company, location } = job;
  const name = withCompany ? html`<span class="name" dir="auto">${company.name ?? 'Company not stated'}</span>` : null;
  const place =
    location.text === null
      ? null
      : html`<span class="place" dir="auto" title="${location.text}">${shortPlace(location.text)}</span>`;
  const pay = statedPay(job, { short: true });
  return html`<li data-key="${job.id}"><article class="job" aria-labelledby="title-${job.id}">${markOf(company)}
<h3 dir="auto" id="title-${job.id}"${lang}><a class="title" href="/jobs/${job.id}">${job.title}</a></h3>
<p class="about">${name}${place}</p>
<div class="more">${pay === null ? null : html`<p class="pay">${pay}</p>`}<ul class="facts" aria-label="Facts">${[
    fact(job, 'workplace', job.workplace),
    fact(job, 'jobType', job.jobType),
    fact(job, 'experienceLevel', job.experienceLevel),
    labelItem(job),
  ]}</ul><p class="when">${dateMarkup(job.postedAt ?? job.firstSeenAt, { short: true })}</p></div>${behind}
</article></li>`;
}
