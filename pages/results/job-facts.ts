import {
  companyMark,
  describePay,
  rangeWords,
  reasonWords,
  seenSentences,
  shortPlace,
  whyTitle,
} from '../../shared/words/job-words.js';
import { usesMiles, writeDistances } from '../lib/distance.js';
import { el, externalLink } from '../lib/dom.js';
import { formatAgo, formatMany, formatMoment } from '../lib/format.js';
import type { Job } from '../search/answer.js';

/** Labels of fields that may be deduced. */
const inferredWords: Readonly<Record<string, string>> = {
  location: 'location',
  workplace: 'workplace',
  jobType: 'contract',
  experienceLevel: 'level',
  salary: 'pay',
  postedAt: 'date',
  validUntil: 'end date',
};

/** The attributes of text in the language of the posting. */
export const foreign = ({ language }: Pick<Job, 'language'>): { lang: string | null; dir: 'auto' } => ({
  lang: language,
  dir: 'auto',
});

/** The initials of the company, for the eye alone. */
export function showMark({ company: { name } }: Pick<Job, 'company'>): HTMLElement {
  const { initials, shade } = companyMark(name ?? '');
  return el('span', { class: `mark mark-${shade}`, 'aria-hidden': 'true' }, initials);
}

/** The company and the place of a job in a row of a list. */
export const showAbout = ({ company, location }: Job): HTMLElement =>
  el(
    'p',
    { class: 'about' },
    el('span', { class: 'name', dir: 'auto' }, company.name ?? 'Company not stated'),
    location.text === null
      ? null
      : el('span', { class: 'place', dir: 'auto', title: location.text }, shortPlace(location.text)),
  );

/** Pay, facts and age of a job in a row of a list. */
export function showMore(job: Job, now: Date): HTMLElement {
  const { salary, workplace, jobType, experienceLevel, alsoOn, postedAt, firstSeenAt, inferred } = job;
  const others = alsoOn.length === 0 ? null : `+${formatMany(alsoOn.length, 'board')}`;
  const age = postedAt ?? firstSeenAt;
  const dayOnly = postedAt !== null && inferred.includes('postedAt');
  const words = `${postedAt === null ? 'First seen' : 'Posted'} ${formatMoment(age, { dayOnly })}`;
  return el(
    'div',
    { class: 'more' },
    salary === null ? null : el('p', { class: 'pay', title: payOf(salary, job) }, payOf(salary, job, { short: true })),
    el(
      'ul',
      { class: 'facts', 'aria-label': 'Facts' },
      fact(job, 'workplace', workplace),
      fact(job, 'jobType', jobType),
      fact(job, 'experienceLevel', experienceLevel),
      showLabel(job),
      others === null ? null : el('li', { title: alsoOn.map(({ source }) => source).join(', ') }, others),
    ),
    el(
      'p',
      { class: 'when' },
      el('time', { datetime: dayOnly ? age.slice(0, 10) : age, title: words }, formatAgo(age, now, { short: true })),
    ),
  );
}

/** The company and the place of a job that is shown whole, with the way to the company's other openings. */
export function showCompany({ company, location }: Job): HTMLElement {
  return el(
    'p',
    { class: 'company' },
    externalLink(company.url, { class: 'name', dir: 'auto' }, company.name ?? 'Company not stated'),
    location.text === null ? null : el('span', { class: 'place', dir: 'auto' }, location.text),
    company.name === null
      ? null
      : el('a', { class: 'quiet', href: `/companies/${encodeURIComponent(company.name)}` }, 'All openings'),
  );
}

/** A fact of a list; what is deduced is marked. */
function fact(job: Job, field: string, content: HTMLElement | string | null, kind = ''): HTMLElement | null {
  if (content === null) return null;
  const isInferred = (job.inferred as string[]).includes(field);
  const hint = isInferred
    ? `The ${inferredWords[field] ?? field} is deduced; the posting does not state it in this form.`
    : null;
  const mark = isInferred ? el('span', { class: 'visually-hidden' }, ' (deduced)') : null;
  return el('li', { class: `${kind} ${isInferred ? 'inferred' : ''}`.trim(), title: hint }, content, mark);
}

/** Pay, workplace, contract, level and age of a job that is shown whole. */
export const showFacts = (job: Job, now: Date): HTMLElement =>
  el(
    'ul',
    { class: 'facts whole', 'aria-label': 'Facts' },
    fact(job, 'salary', job.salary === null ? null : showPay(job.salary, job), 'pay'),
    fact(job, 'workplace', job.workplace),
    fact(job, 'jobType', job.jobType),
    fact(job, 'experienceLevel', job.experienceLevel),
    job.postedAt === null
      ? fact(job, 'firstSeenAt', showAge('first seen', job.firstSeenAt, now), 'when')
      : fact(job, 'postedAt', showAge('posted', job.postedAt, now, job.inferred.includes('postedAt')), 'when'),
    showLabel(job),
  );

/** What was seen of the opening in a word; its reason is the tooltip. */
const showLabel = ({ label, evidence }: Job): HTMLElement | null =>
  label === null ? null : el('li', { class: 'seen', title: evidence.label ?? null }, label);

/** What was seen of the opening, in sentences. */
export function showSeen(job: Job): HTMLElement | null {
  const sentences = seenSentences(job);
  return sentences === null ? null : el('p', { class: 'quiet', lang: 'en' }, sentences);
}

/** "posted 3 days ago", with the date for machines and as a tooltip. */
function showAge(verb: string, iso: string, now: Date, dayOnly = false): HTMLElement {
  return el(
    'span',
    {},
    `${verb} `,
    el(
      'time',
      { datetime: dayOnly ? iso.slice(0, 10) : iso, title: formatMoment(iso, { dayOnly }) },
      formatAgo(iso, now),
    ),
  );
}

/** The pay; where the posting has bands for several places or levels, it says so, and the tooltip lists them. */
function showPay(salary: NonNullable<Job['salary']>, job: Job): HTMLElement | string {
  const pay = payOf(salary, job);
  const { bands = [], currency } = salary;
  if (bands.length === 0 || currency === null) return pay;
  const rows = bands.map(({ text, min, max }) => `${text}: ${rangeWords(min, max, currency)}`);
  return el('span', { title: rows.join('\n') }, `${pay}, by place or level`);
}

/** The pay of a job in words; of part-time work whose hours are not known, pay by the hour or day is no pay of a year. */
export function payOf(
  salary: NonNullable<Job['salary']>,
  { jobType, inferred }: Pick<Job, 'jobType' | 'inferred'>,
  { short = false } = {},
): string {
  const isShort = salary.per === 'hour' || salary.per === 'day';
  return describePay(salary, {
    short,
    isOfFullTime: jobType === 'part time' && inferred.includes('salary') && isShort,
  });
}

/** The reasons for a match. The age of the posting is among its facts and is not repeated. */
export function showWhy({ match }: Job): HTMLElement | null {
  const reasons = match.why.filter((reason) => !/^posted (?!again)/.test(reason));
  if (reasons.length === 0) return null;
  return el(
    'div',
    { class: match.near === true ? 'why near' : 'why' },
    el('span', { class: 'why-title' }, whyTitle(match)),
    el('ul', {}, ...reasons.map((reason) => el('li', { dir: 'auto' }, writeReason(reason)))),
  );
}

/** A reason with distances in the reader's unit and large numbers divided by thousands. */
const writeReason = (reason: string): string =>
  reasonWords(writeDistances(reason, { miles: usesMiles(navigator.languages) }));

/** The boards that list a job. */
export function showBoards(job: Job): HTMLElement {
  const others = job.alsoOn.map(({ source, url }) => externalLink(url, {}, source));
  return el(
    'p',
    { class: 'from' },
    'From ',
    externalLink(job.url, {}, job.source),
    ...others.flatMap((other, index) => [index === 0 ? ', also on ' : ', ', other]),
  );
}

/** The link to the form of the employer. */
export const applyLink = (job: Job): HTMLElement =>
  externalLink(
    job.applyUrl ?? job.url,
    { class: 'act apply' },
    'Apply',
    el('span', { class: 'visually-hidden' }, ` for ${job.title}, on another site`),
  );
