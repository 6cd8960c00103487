import type { Job } from './answer.js';
import { fetchDescription } from './api-client.js';
import { renderDescription } from './description.js';
import { button, el, externalLink } from './dom.js';
import { formatAgo, formatMoney } from './format.js';

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

/** A job: its facts, the reasons for the match, its sources, and its description on request. */
export function showJob(job: Job, now: Date): HTMLElement {
  const titleId = `title-${job.id}`;
  return el(
    'li',
    {},
    el(
      'article',
      { class: 'job', 'aria-labelledby': titleId },
      el('h3', { id: titleId }, externalLink(job.url, {}, job.title)),
      el('p', { class: 'company' }, companyOf(job), placeOf(job)),
      showFacts(job, now),
      job.summary === '' ? null : el('p', { class: 'summary' }, job.summary),
      showWhy(job),
      showFoot(job),
    ),
  );
}

const companyOf = ({ company }: Job): HTMLElement =>
  externalLink(company.url, { class: 'name' }, company.name ?? 'Company not stated');

const placeOf = ({ location }: Job): HTMLElement | null =>
  location.text === null ? null : el('span', { class: 'place' }, location.text);

function showFacts(job: Job, now: Date): HTMLElement {
  const fact = (field: string, text: string | null, kind = '') => {
    if (text === null) return null;
    const isInferred = (job.inferred as string[]).includes(field);
    const hint = isInferred
      ? `The ${inferredWords[field] ?? field} is deduced; the posting does not state it in this form.`
      : null;
    const mark = isInferred ? el('span', { class: 'visually-hidden' }, ' (deduced)') : null;
    return el('li', { class: `${kind} ${isInferred ? 'inferred' : ''}`.trim(), title: hint }, text, mark);
  };
  return el(
    'ul',
    { class: 'facts', 'aria-label': 'Facts' },
    fact('salary', job.salary === null ? null : payOf(job.salary), 'pay'),
    fact('workplace', job.workplace),
    fact('jobType', job.jobType),
    fact('experienceLevel', job.experienceLevel),
    job.postedAt === null
      ? fact('firstSeenAt', `first seen ${formatAgo(job.firstSeenAt, now)}`, 'when')
      : fact('postedAt', `posted ${formatAgo(job.postedAt, now)}`, 'when'),
  );
}

function payOf({ text, min, max, currency, per }: NonNullable<Job['salary']>): string {
  if (currency === null || per === null || (min === null && max === null)) return text;
  const ends = [...new Set([min, max].filter((end) => end !== null).map((end) => formatMoney(end, currency)))];
  const from = min === null ? 'up to ' : max === null ? 'from ' : '';
  return `${from}${ends.join(' – ')} a${per === 'hour' ? 'n' : ''} ${per}`;
}

function showWhy({ match }: Job): HTMLElement | null {
  if (match.why.length === 0) return null;
  return el(
    'div',
    { class: match.near === true ? 'why near' : 'why' },
    el('span', { class: 'why-title' }, match.near === true ? 'Near match' : 'Why it matches'),
    el('ul', {}, ...match.why.map((reason) => el('li', {}, reason))),
  );
}

function showFoot(job: Job): HTMLElement {
  const others = job.alsoOn.map(({ source, url }) => externalLink(url, {}, source));
  const place = el('div', { class: 'description', id: `description-${job.id}`, hidden: true });
  const apply = job.applyUrl ?? job.url;
  return el(
    'div',
    { class: 'foot' },
    el(
      'div',
      { class: 'actions' },
      toggleOf(job, place),
      externalLink(
        apply,
        { class: 'act apply' },
        'Apply',
        el('span', { class: 'visually-hidden' }, ` for ${job.title}, on another site`),
      ),
    ),
    el(
      'p',
      { class: 'from' },
      'From ',
      externalLink(job.url, {}, job.source),
      ...others.flatMap((other, index) => [index === 0 ? ', also on ' : ', ', other]),
    ),
    place,
  );
}

function toggleOf(job: Job, place: HTMLElement): HTMLButtonElement {
  const label = el('span', {}, 'Show description');
  const toggle = button(
    { class: 'act', 'aria-expanded': 'false', 'aria-controls': place.id },
    () => {
      place.hidden = !place.hidden;
      toggle.setAttribute('aria-expanded', String(!place.hidden));
      label.textContent = place.hidden ? 'Show description' : 'Hide description';
      if (!place.hidden && place.childElementCount === 0) void loadDescription(job, place);
    },
    label,
    el('span', { class: 'visually-hidden' }, ` of ${job.title}`),
  );
  return toggle;
}

/** Says that an opening has closed since the answer was made. */
const closedNote = (closedAt: string | null): HTMLElement[] =>
  closedAt === null
    ? []
    : [el('p', { class: 'quiet' }, `Closed ${formatAgo(closedAt, new Date())}: its board no longer lists it.`)];

/** Loads the description into its element, or shows an error there. */
async function loadDescription(job: Job, place: HTMLElement): Promise<void> {
  place.replaceChildren(el('p', { class: 'quiet', role: 'status' }, 'Loading the description …'));
  try {
    const found = await fetchDescription(job.id);
    if (found === null)
      place.replaceChildren(
        el(
          'p',
          { class: 'quiet' },
          'This posting is no longer stored. Its original page may still exist: ',
          externalLink(job.url, {}, 'open it'),
          '.',
        ),
      );
    else
      place.replaceChildren(
        ...closedNote(found.closedAt),
        found.descriptionHtml === ''
          ? el('p', { class: 'quiet' }, 'The source gives no description.')
          : renderDescription(found.descriptionHtml),
      );
  } catch {
    const again = button({ class: 'act' }, () => void loadDescription(job, place), 'Try again');
    place.replaceChildren(el('p', { class: 'quiet', role: 'alert' }, 'The description could not be loaded. '), again);
  }
}
