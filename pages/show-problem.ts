import type { ProblemBody, Query } from './answer.js';
import { button, el } from './dom.js';
import { formatSeconds } from './format.js';
import { showSources } from './show-sources.js';

/** Advice for people who search for a job. */
const advice: Readonly<Record<string, string>> = {
  'invalid-request': 'Correct the marked fields and search again.',
  'rate-limited': 'The number of searches per address is limited. The button shows when you can search again.',
  'sources-failed': 'The boards did not respond. The service will try them again.',
  'search-timeout': 'The search continues in the background. Repeat it in a moment to see the results.',
  unavailable: 'The service is running, but it cannot search at the moment. Try again later.',
};

/** A problem with advice and a button to try again. */
export function showProblem(
  problem: ProblemBody,
  { query, search }: { query: Query; search(query: Query): void },
): HTMLElement {
  const tip = advice[problem.code] ?? 'Trying again may help.';
  const isInvalid = problem.code === 'invalid-request';
  return el(
    'div',
    { class: 'empty problem', role: 'alert' },
    el('h2', {}, problem.title),
    el('p', {}, problem.detail),
    el('p', { class: 'quiet' }, tip),
    isInvalid ? null : tryAgain(problem.retryAfterSeconds ?? 0, () => search(query)),
    problem.sources === undefined || problem.sourceCounts === undefined
      ? null
      : showSources(problem.sources, problem.sourceCounts),
    problem.requestId === undefined || isInvalid
      ? null
      : el('p', { class: 'quiet small' }, `Request ${problem.requestId}`),
  );
}

/** The message when the service cannot be reached. */
export function showUnreachable(again: () => void): HTMLElement {
  return el(
    'div',
    { class: 'empty problem', role: 'alert' },
    el('h2', {}, 'The service does not respond.'),
    el('p', {}, 'The service may have stopped, or your connection is interrupted. Your input is kept.'),
    button({ class: 'act strong' }, again, 'Try again'),
  );
}

/** A button that counts down the recommended wait; it can be pressed earlier. */
function tryAgain(seconds: number, again: () => void): HTMLElement {
  const retry = button({ class: 'act strong' }, () => {
    clearInterval(timer);
    again();
  });
  let left = seconds;
  const update = () => {
    retry.textContent = left > 0 ? `Try again (recommended in ${formatSeconds(left)})` : 'Try again';
    if (left <= 0 || (left < seconds && !retry.isConnected)) clearInterval(timer);
    left -= 1;
  };
  const timer = setInterval(update, 1000);
  update();
  return retry;
}
