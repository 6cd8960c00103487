import { usesMiles, writeDistances } from '../lib/distance.js';
import { el, externalLink } from '../lib/dom.js';
import { formatAgo, formatMany, formatMoment, formatMoney } from '../lib/format.js';
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

/** The company and the place of a job. */
export function showCompany(job: Job, { openings = false } = {}): HTMLElement {
  const { company, location } = job;
  return el(
    'p',
    { class: 'company' },
    externalLink(company.url, { class: 'name', dir: 'auto' }, company.name ?? 'Company not stated'),
    location.text === null ? null : el('span', { class: 'place', dir: 'auto' }, location.text),
    openings && company.name !== null
      ? el('a', { class: 'quiet', href: `/companies/${encodeURIComponent(company.name)}` }, 'All openings')
      : null,
  );
}

/** Pay, workplace, contract, level, age and label as a list; what is deduced is marked. */
export function showFacts(job: Job, now: Date): HTMLElement {
  const fact = (field: string, content: HTMLElement | string | null, kind = '') => {
    if (content === null) return null;
    const isInferred = (job.inferred as string[]).includes(field);
    const hint = isInferred
      ? `The ${inferredWords[field] ?? field} is deduced; the posting does not state it in this form.`
      : null;
    const mark = isInferred ? el('span', { class: 'visually-hidden' }, ' (deduced)') : null;
    return el('li', { class: `${kind} ${isInferred ? 'inferred' : ''}`.trim(), title: hint }, content, mark);
  };
  return el(
    'ul',
    { class: 'facts', 'aria-label': 'Facts' },
    fact('salary', job.salary === null ? null : showPay(job.salary, job), 'pay'),
    fact('workplace', job.workplace),
    fact('jobType', job.jobType),
    fact('experienceLevel', job.experienceLevel),
    job.postedAt === null
      ? fact('firstSeenAt', showAge('first seen', job.firstSeenAt, now), 'when')
      : fact('postedAt', showAge('posted', job.postedAt, now, job.inferred.includes('postedAt')), 'when'),
    job.label === null ? null : el('li', { class: 'seen', title: job.evidence.label ?? null }, job.label),
  );
}

/** What was seen of the opening: its label with the reason, and openings of the employer that are called the same. */
export function showSeen({ label, evidence, seen }: Job): HTMLElement | null {
  const { sameElsewhere } = seen;
  const sentences = [
    ...(label === null ? [] : [`${label.charAt(0).toUpperCase()}${label.slice(1)}: ${evidence.label ?? ''}`]),
    ...(sameElsewhere === null || sameElsewhere === 0
      ? []
      : [`Its board lists ${formatMany(sameElsewhere, 'other opening')} with this title.`]),
  ];
  return sentences.length === 0 ? null : el('p', { class: 'quiet', lang: 'en' }, sentences.join(' '));
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
  const rows = bands.map(({ text, min, max }) => `${text}: ${rangeOf(min, max, currency)}`);
  return el('span', { title: rows.join('\n') }, `${pay}, by place or level`);
}

/**
 * "€60K a year"; "$50 an hour, ≈ $104K a year", but not for part-time work of unknown hours; the posting's own words when the
 * amounts are not known.
 */
export function payOf(
  { text, min, max, currency, per, yearly }: NonNullable<Job['salary']>,
  { jobType, inferred }: Pick<Job, 'jobType' | 'inferred'>,
): string {
  if (currency === null || per === null || (min === null && max === null)) return text;
  const stated = `${rangeOf(min, max, currency)} ${per === 'hour' ? 'an' : 'a'} ${per}`;
  const isPayOfFullTime = jobType === 'part time' && inferred.includes('salary') && (per === 'hour' || per === 'day');
  if (per === 'year' || yearly === null || isPayOfFullTime) return stated;
  return `${stated}, ≈ ${rangeOf(yearly.min, yearly.max, currency)} a year`;
}

function rangeOf(min: number | null, max: number | null, currency: string): string {
  const ends = [...new Set([min, max].filter((end) => end !== null).map((end) => formatMoney(end, currency)))];
  return `${min === null ? 'up to ' : max === null ? 'from ' : ''}${ends.join(' – ')}`;
}

/** The reasons for a match. The age of the posting is among its facts and is not repeated. */
export function showWhy({ match }: Job): HTMLElement | null {
  const reasons = match.why.filter((reason) => !/^posted (?!again)/.test(reason));
  if (reasons.length === 0) return null;
  return el(
    'div',
    { class: match.near === true ? 'why near' : 'why' },
    el('span', { class: 'why-title' }, whyTitle(match)),
    el(
      'ul',
      {},
      ...reasons.map((reason) =>
        el('li', { dir: 'auto' }, writeDistances(reason, { miles: usesMiles(navigator.languages) })),
      ),
    ),
  );
}

const whyTitle = ({ near, inText }: Job['match']): string =>
  near === true ? 'Near match' : inText === true ? 'Only mentioned' : 'Why it matches';

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
