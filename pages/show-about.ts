import type { Answer, Query, SourceCounts, SourceReport } from './answer.js';
import type { RemainingQuota } from './api-client.js';
import { button, el } from './dom.js';
import { formatCount, formatMany, formatSeconds, formatTook } from './format.js';
import { asCurl, type Defaults } from './query.js';
import { showSources } from './show-sources.js';

/** The side panel during a search: the state of each source. */
export function showProgress(reports: readonly SourceReport[], counts: SourceCounts | null): HTMLElement[] {
  if (counts === null || counts.total === 0)
    return [
      el('h2', {}, 'Searching …'),
      el('p', { class: 'quiet' }, 'Boards in the cache answer immediately; the others are read now.'),
    ];
  const { total, pending } = counts;
  return [
    el('h2', {}, `${formatCount(total - pending)} of ${formatMany(total, 'source')} reported`),
    showSources(reports, counts),
  ];
}

type About = { answer: Answer; quota: RemainingQuota | null; defaults: Defaults };

/** The side panel after a search: sources, age of the answer, quota, and the request as a curl command. */
export function showAbout({ answer, quota, defaults }: About): HTMLElement[] {
  const facts: [string, string][] = [
    ['Found', formatMany(answer.page.total, 'job')],
    [
      'Collected',
      answer.ageSeconds === null
        ? 'not yet'
        : answer.ageSeconds < 5
          ? 'just now'
          : `${formatSeconds(answer.ageSeconds)} ago`,
    ],
    ['Answered in', formatTook(answer.tookMs)],
  ];
  if (quota !== null) facts.push(['Searches left', `${quota.left} for the next ${formatSeconds(quota.seconds)}`]);
  return [
    el('h2', {}, 'Sources'),
    showSources(answer.sources, answer.sourceCounts),
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
      copied.textContent = 'This browser does not allow copying. Select the text instead.';
    }
  };
  return el(
    'details',
    { class: 'curl' },
    el('summary', {}, 'This request as a curl command'),
    el('pre', { tabindex: '0', 'aria-label': 'The request as a curl command' }, el('code', {}, command)),
    button({ class: 'act' }, () => void copy(), 'Copy'),
    copied,
  );
}
