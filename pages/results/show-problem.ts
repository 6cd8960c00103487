import { button, el } from '../lib/dom.js';
import { writeSentence } from '../lib/format.js';
import type { PageState } from '../search/search-state.js';
import { showSources } from './show-sources.js';
import { when } from './show-state.js';

/** Advice for people who search for a job. */
const advice: Readonly<Record<string, string>> = {
  'invalid-request': 'Please correct the highlighted fields.',
  'rate-limited':
    'The number of searches per address is limited. What you typed is kept, jobs can be opened meanwhile, and this page searches again as soon as it may.',
  'sources-failed': 'The boards did not respond. What you typed is kept, and they will be tried again.',
  'search-timeout': 'The search continues in the background, and this page looks again in a moment.',
  unavailable: 'The service is running, but it cannot search at the moment. What you typed is kept.',
  unreachable: 'The page tries again by itself, and immediately when your connection is back.',
};

/** A problem in place of the results, with advice and the time of the next attempt. */
export function showProblem(
  { problem, retryAt, isSearching }: Pick<PageState, 'problem' | 'retryAt' | 'isSearching'>,
  { again, firstPage }: { again(): void; firstPage(): void },
): HTMLElement | null {
  if (problem === null) return null;
  const isInvalid = problem.code === 'invalid-request';
  const now = new Date();
  // The page is no field of the form that could be corrected.
  const beyond = problem.errors?.find(({ pointer }) => pointer === '#/page');
  return el(
    'div',
    { class: 'empty problem', 'data-key': 'problem', role: 'alert' },
    el('h2', {}, problem.title),
    isInvalid ? null : el('p', {}, writeSentence(problem.detail, now)),
    beyond === undefined ? null : el('p', {}, beyond.detail),
    beyond !== undefined
      ? button({ class: 'act strong' }, firstPage, 'Go to the first page')
      : el('p', { class: 'quiet' }, advice[problem.code] ?? 'What you typed is kept. Trying again may help.'),
    isInvalid || isSearching
      ? null
      : el('p', { class: 'next', 'aria-live': 'off' }, ...when(retryAt, 'Trying again', again)),
    problem.sources === undefined || problem.sourceCounts === undefined
      ? null
      : showSources(problem.sources, problem.sourceCounts),
    problem.requestId === undefined || isInvalid
      ? null
      : el('p', { class: 'quiet small' }, `Request ${problem.requestId}`),
  );
}
