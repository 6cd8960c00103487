import type { Job } from './answer.js';
import { askDescription } from './ask.js';
import { describe } from './description.js';
import { button, el, outLink } from './dom.js';
import { sayAgo, sayMoney } from './say.js';

/** Fields of which the page says that they were deduced, in its own words. */
const inferredWords: Readonly<Record<string, string>> = {
  location: 'location',
  workplace: 'workplace',
  jobType: 'contract',
  experienceLevel: 'level',
  salary: 'pay',
  postedAt: 'date',
  validUntil: 'end date',
};

/** One job of an answer: what it is, why it is here, where it comes from, and its description on request. */
export function showJob(job: Job, now: Date): HTMLElement {
  const titleId = `title-${job.id}`;
  return el(
    'li',
    {},
    el(
      'article',
      { class: 'job', 'aria-labelledby': titleId },
      el('h3', { id: titleId }, outLink(job.url, {}, job.title)),
      el('p', { class: 'company' }, companyOf(job), placeOf(job)),
      showFacts(job, now),
      job.summary === '' ? null : el('p', { class: 'summary' }, job.summary),
      showWhy(job),
      showFoot(job),
    ),
  );
}

const companyOf = ({ company }: Job): HTMLElement =>
  outLink(company.url, { class: 'name' }, company.name ?? 'Company not stated');

const placeOf = ({ location }: Job): HTMLElement | null =>
  location.text === null ? null : el('span', { class: 'place' }, location.text);

function showFacts(job: Job, now: Date): HTMLElement {
  const fact = (field: string, text: string | null, kind = '') => {
    if (text === null) return null;
    const isGuess = (job.inferred as string[]).includes(field);
    const hint = isGuess ? `We deduced the ${inferredWords[field] ?? field}; the posting does not state it so.` : null;
    const mark = isGuess ? el('span', { class: 'for-ears' }, ' (deduced)') : null;
    return el('li', { class: `${kind} ${isGuess ? 'guess' : ''}`.trim(), title: hint }, text, mark);
  };
  return el(
    'ul',
    { class: 'facts', 'aria-label': 'Facts' },
    fact('salary', job.salary === null ? null : payOf(job.salary), 'pay'),
    fact('workplace', job.workplace),
    fact('jobType', job.jobType),
    fact('experienceLevel', job.experienceLevel),
    fact('postedAt', job.postedAt === null ? null : `posted ${sayAgo(job.postedAt, now)}`, 'when'),
  );
}

function payOf({ text, min, max, currency, per }: NonNullable<Job['salary']>): string {
  if (currency === null || per === null || (min === null && max === null)) return text;
  const ends = [...new Set([min, max].filter((end) => end !== null).map((end) => sayMoney(end, currency)))];
  const from = min === null ? 'up to ' : max === null ? 'from ' : '';
  return `${from}${ends.join(' – ')} a${per === 'hour' ? 'n' : ''} ${per}`;
}

function showWhy({ match }: Job): HTMLElement | null {
  if (match.why.length === 0) return null;
  return el(
    'div',
    { class: 'why' },
    el('span', { class: 'why-title' }, 'Why it is here'),
    el('ul', {}, ...match.why.map((reason) => el('li', {}, reason))),
  );
}

function showFoot(job: Job): HTMLElement {
  const others = job.alsoOn.map(({ source, url }) => outLink(url, {}, source));
  const place = el('div', { class: 'description', id: `description-${job.id}`, hidden: true });
  const apply = job.applyUrl ?? job.url;
  return el(
    'div',
    { class: 'foot' },
    el(
      'div',
      { class: 'acts' },
      toggleOf(job, place),
      outLink(
        apply,
        { class: 'act apply' },
        'Apply',
        el('span', { class: 'for-ears' }, ` for ${job.title}, on another site`),
      ),
    ),
    el(
      'p',
      { class: 'from' },
      'From ',
      outLink(job.url, {}, job.source),
      ...others.flatMap((other, index) => [index === 0 ? ', also on ' : ', ', other]),
    ),
    place,
  );
}

function toggleOf(job: Job, place: HTMLElement): HTMLButtonElement {
  const label = el('span', {}, 'Read the description');
  const toggle = button(
    { class: 'act', 'aria-expanded': 'false', 'aria-controls': place.id },
    () => {
      place.hidden = !place.hidden;
      toggle.setAttribute('aria-expanded', String(!place.hidden));
      label.textContent = place.hidden ? 'Read the description' : 'Close the description';
      if (!place.hidden && place.childElementCount === 0) void fillIn(job, place);
    },
    label,
    el('span', { class: 'for-ears' }, ` of ${job.title}`),
  );
  return toggle;
}

/** Puts the description in its place; what goes wrong is said there too. */
async function fillIn(job: Job, place: HTMLElement): Promise<void> {
  place.replaceChildren(el('p', { class: 'quiet', role: 'status' }, 'Fetching the description …'));
  try {
    const held = await askDescription(job.id);
    if (held === null)
      place.replaceChildren(
        el(
          'p',
          { class: 'quiet' },
          'We no longer hold this posting. Its own page may still be there: ',
          outLink(job.url, {}, 'open it'),
          '.',
        ),
      );
    else if (held.descriptionHtml === '')
      place.replaceChildren(el('p', { class: 'quiet' }, 'The source gives no description.'));
    else place.replaceChildren(describe(held.descriptionHtml));
  } catch {
    const again = button({ class: 'act' }, () => void fillIn(job, place), 'Try again');
    place.replaceChildren(el('p', { class: 'quiet', role: 'alert' }, 'The description could not be fetched. '), again);
  }
}
