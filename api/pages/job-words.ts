import { type Company, isPayOfFullTime, type Job } from '../../shared/search/job.js';
import { companyKey } from '../../shared/words/company-key.js';
import { html, type Markup } from './write-html.js';

const currency = (amount: number, code: string): string => {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency: code, maximumFractionDigits: 2 })
      .format(amount)
      .replace(/\.00$/, '');
  } catch {
    // A code that is none of ISO 4217.
    return `${code} ${amount}`;
  }
};

/** Pay as stated and, where it is not by the year, as about how much a year, if that is known; `null` = not stated. */
export function statedPay(job: Pick<Job, 'salary' | 'jobType'>): string | null {
  const { salary } = job;
  if (salary === null) return null;
  const { text, min, max, currency: code, per, yearly } = salary;
  if (code === null || per === null || (min === null && max === null)) return text;
  const stated = `${rangeOf(min, max, code)} ${per === 'hour' ? 'an' : 'a'} ${per}`;
  return per === 'year' || yearly === null || isPayOfFullTime(job)
    ? stated
    : `${stated}, ≈ ${rangeOf(yearly.min, yearly.max, code)} a year`;
}

function rangeOf(min: number | null, max: number | null, code: string): string {
  const ends = [...new Set([min, max].filter((end) => end !== null).map((end) => currency(end, code)))];
  return `${min === null ? 'up to ' : max === null ? 'from ' : ''}${ends.join(' – ')}`;
}

/** A date for people and machines: "18 November 2026". */
export function dateMarkup(iso: string): Markup {
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));
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

/** The facts of a job as a list; those that are deduced are marked. */
export function factList(job: Facts): Markup {
  const deduced: readonly string[] = job.inferred;
  const fact = (name: string, words: string | null, kind = '') =>
    words === null
      ? null
      : html`<li class="${kind}${deduced.includes(name) ? ' inferred' : ''}">${words}${
          deduced.includes(name) ? html`<span class="visually-hidden"> (deduced)</span>` : null
        }</li>`;
  return html`<ul class="facts" aria-label="Facts">${[
    fact('salary', statedPay(job), 'pay'),
    fact('workplace', job.workplace),
    fact('jobType', job.jobType),
    fact('experienceLevel', job.experienceLevel),
    html`<li class="when">${job.postedAt === null ? 'first seen ' : 'posted '}${dateMarkup(job.postedAt ?? job.firstSeenAt)}</li>`,
    job.label === null ? null : html`<li class="seen" title="${job.evidence.label ?? ''}">${job.label}</li>`,
  ]}</ul>`;
}

/** What was seen of an opening: its label with the reason, and openings of the employer that are called the same. */
export function seenWords({
  label,
  evidence,
  seen: { sameElsewhere },
}: Pick<Job, 'label' | 'evidence' | 'seen'>): Markup | null {
  const words = [
    ...(label === null ? [] : [`${label.charAt(0).toUpperCase()}${label.slice(1)}: ${evidence.label ?? ''}`]),
    ...(sameElsewhere === null || sameElsewhere === 0
      ? []
      : [`Its board lists ${sameElsewhere} other ${sameElsewhere === 1 ? 'opening' : 'openings'} with this title.`]),
  ];
  return words.length === 0 ? null : html`<p class="quiet">${words.join(' ')}</p>`;
}

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

/** A job as a row of a list that is not a search's. */
export function jobRow(job: Job, { withCompany = true } = {}): Markup {
  const lang = job.language === null ? null : html` lang="${job.language}"`;
  const name = withCompany
    ? html`<span class="name" dir="auto">${job.company.name ?? 'Company not stated'}</span> `
    : null;
  return html`<li><article class="job">
<h3 dir="auto"${lang}><a href="/jobs/${job.id}">${job.title}</a></h3>
<p class="company">${name}${job.location.text === null ? null : html`<span class="place" dir="auto">${job.location.text}</span>`}</p>
${factList(job)}
</article></li>`;
}
