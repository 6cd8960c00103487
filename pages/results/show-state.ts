import { button, el } from '../lib/dom.js';
import { formatAgo, formatCount, formatMany, formatSeconds, formatTook } from '../lib/format.js';
import type { Answer, Query } from '../search/answer.js';
import { asCurl, type Defaults } from '../search/query.js';
import type { PageState } from '../search/search-state.js';
import { missingOf, showSources } from './show-sources.js';

/** The line below the headline: the progress of the boards, the age of the answer and the next request. */
export function showState(state: PageState, defaults: Defaults, now: Date): HTMLElement[] {
  const { answer, counts, isSearching, isCurrent } = state;
  const pending = counts?.pending ?? 0;
  const total = counts?.total ?? 0;
  return [
    el(
      'details',
      { class: 'boards', 'data-key': 'boards' },
      el(
        'summary',
        {},
        el('progress', {
          class: isSearching || pending > 0 ? 'running' : 'ended',
          'aria-label': 'Boards that answered',
          max: Math.max(total, 1),
          value: total === 0 && !isSearching ? 1 : total - pending,
        }),
        el('span', { class: 'boards-text' }, boardsText(state)),
        isSearching || answer?.collectedAt === undefined || answer.collectedAt === null || !isCurrent
          ? null
          : el(
              'span',
              { class: 'quiet' },
              ' · read ',
              el('time', { datetime: answer.collectedAt }, formatAgo(answer.collectedAt, now)),
            ),
      ),
      counts === null ? null : showSources(isSearching ? [...state.reports.values()] : (answer?.sources ?? []), counts),
      answer === null || !isCurrent ? null : showFigures(answer, state),
      state.query === null ? null : showCurl(state.query, defaults),
    ),
  ];
}

/** "30 of 60 boards, 2 failed". */
export function boardsText({ counts, isSearching }: PageState): string {
  if (counts === null || counts.total === 0) return isSearching ? 'Asking the boards …' : 'No board was asked';
  const { total, pending } = counts;
  const failed = missingOf(counts);
  const read =
    pending === 0 && failed === 0
      ? formatMany(total, 'board')
      : `${formatCount(counts.ok)} of ${formatMany(total, 'board')}`;
  return [read, ...(failed === 0 ? [] : [`${formatCount(failed)} failed`])].join(', ');
}

function showFigures(answer: Answer, { quota }: PageState): HTMLElement {
  const facts: [string, string][] = [['Answered in', formatTook(answer.tookMs)]];
  if (quota !== null) facts.push(['Searches left', `${quota.left} for the next ${formatSeconds(quota.seconds)}`]);
  return el(
    'dl',
    { class: 'answer-facts' },
    ...facts.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]),
  );
}

function showCurl(query: Query, defaults: Defaults): HTMLElement {
  const command = asCurl(query, { origin: location.origin, defaults });
  const copied = el('span', { class: 'quiet', role: 'status', 'data-kept': true });
  const copy = async ({ currentTarget }: Event) => {
    const told = (currentTarget as HTMLElement).parentElement?.querySelector('[role="status"]') ?? copied;
    try {
      await navigator.clipboard.writeText(command);
      told.textContent = 'Copied.';
    } catch {
      told.textContent = 'This browser does not allow copying. Select the text instead.';
    }
  };
  const copyButton = el('button', { type: 'button', class: 'act' }, 'Copy');
  copyButton.onclick = (event) => void copy(event);
  return el(
    'details',
    { class: 'curl', 'data-key': 'curl' },
    el('summary', {}, 'This search as a curl command'),
    el('pre', { tabindex: '0', 'aria-label': 'The request as a curl command' }, el('code', {}, command)),
    copyButton,
    copied,
  );
}

/** The sentence and the button for what the page does next by itself; nothing when it has nothing to do. */
export function showNext(state: PageState, again: () => void): HTMLElement | null {
  const { answer, problem, isCurrent, retryAt, isSearching } = state;
  if (problem !== null && answer !== null)
    return banner('warn', [
      el('strong', {}, `${problem.title} `),
      'These are the results from before. ',
      ...when(retryAt, 'Trying again', again),
    ]);
  if (answer === null || !isCurrent || isSearching || retryAt === null) return null;
  const { pending } = answer.sourceCounts;
  if (answer.stale)
    return banner('', [
      el(
        'strong',
        {},
        `These jobs were read ${answer.ageSeconds === null ? 'some time' : formatSeconds(answer.ageSeconds)} ago. `,
      ),
      'The boards are being read again. ',
      ...when(retryAt, 'Looking again', again),
    ]);
  return banner('', [
    `${formatMany(pending, 'board is', 'boards are')} still being read. `,
    ...when(retryAt, 'Looking again', again),
  ]);
}

const banner = (kind: string, parts: (HTMLElement | string)[]): HTMLElement =>
  el('p', { class: `note next ${kind}`.trim(), 'data-key': 'next' }, ...parts);

/** "Trying again in 12 seconds." with a button that does it now. */
export function when(retryAt: number | null, words: string, again: () => void): HTMLElement[] {
  const left = retryAt === null ? null : Math.max(0, Math.ceil((retryAt - Date.now()) / 1000));
  return [
    ...(left === null ? [] : [el('span', { class: 'countdown' }, `${words} in ${formatSeconds(left)}. `)]),
    button({ class: 'act' }, again, left === null ? 'Try again' : 'Now'),
  ];
}
