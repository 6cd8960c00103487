import type { Answer, Query, SourceReport } from './answer.js';
import type { Allowance } from './ask.js';
import { button, el } from './dom.js';
import { asCurl, type Defaults } from './query.js';
import { sayMany, saySeconds, sayTook } from './say.js';
import { showSources } from './show-sources.js';

/** The side of the page: which sources are asked while it searches, and afterwards what the answer is made of. */
export function showProgress(reports: readonly SourceReport[]): HTMLElement[] {
  const done = reports.filter(({ status }) => status !== 'pending').length;
  const title = reports.length === 0 ? 'Searching …' : `${done} of ${sayMany(reports.length, 'source')} reported`;
  return [
    el('h2', {}, title),
    reports.length === 0
      ? el('p', { class: 'quiet' }, 'Boards that were read lately answer at once; others are read now.')
      : showSources(reports),
  ];
}

type About = { answer: Answer; allowance: Allowance | null; defaults: Defaults };

/** What an answer is made of: its sources, its age, and the same request as a command. */
export function showAbout({ answer, allowance, defaults }: About): HTMLElement[] {
  const facts: [string, string][] = [
    ['Found', sayMany(answer.page.total, 'job')],
    [
      'Collected',
      answer.ageSeconds === null
        ? 'not yet'
        : answer.ageSeconds < 5
          ? 'just now'
          : `${saySeconds(answer.ageSeconds)} ago`,
    ],
    ['Answered in', sayTook(answer.tookMs)],
  ];
  if (allowance !== null) facts.push(['Searches left', `${allowance.left}, for ${saySeconds(allowance.seconds)}`]);
  return [
    el('h2', {}, 'Sources'),
    showSources(answer.sources),
    el('h2', {}, 'This answer'),
    el('dl', { class: 'answer-facts' }, ...facts.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)])),
    showCurl(answer.query, defaults),
  ];
}

function showCurl(query: Query, defaults: Defaults): HTMLElement {
  const command = asCurl(query, { origin: location.origin, defaults });
  const copied = el('span', { class: 'quiet', role: 'status' });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command);
      copied.textContent = 'Copied.';
    } catch {
      copied.textContent = 'This browser does not let a page copy: mark the text instead.';
    }
  };
  return el(
    'details',
    { class: 'curl' },
    el('summary', {}, 'The same request as curl'),
    el('pre', { tabindex: '0', 'aria-label': 'The request as a curl command' }, el('code', {}, command)),
    button({ class: 'act' }, () => void copy(), 'Copy'),
    copied,
  );
}
