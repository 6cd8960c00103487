import type { ProblemBody, Query } from './answer.js';
import { button, el } from './dom.js';
import { saySeconds } from './say.js';
import { showSources } from './show-sources.js';

/** What to do about a problem, in the words of someone who looks for a job. */
const cures: Readonly<Record<string, string>> = {
  'invalid-request': 'Mend the marked fields and search again.',
  'rate-limited':
    'Each address may search so often in a quarter of an hour. What you see counts by itself down to zero.',
  'sources-failed': 'The boards did not answer. They are asked again by themselves.',
  'search-timeout': 'The search goes on behind; the same search in a moment finds its answer.',
  unavailable: 'The service is up, but what it keeps its answers in is not. This mends itself, or its operator does.',
};

/** A problem, what to do about it, and when trying again makes sense. */
export function showProblem(
  problem: ProblemBody,
  { query, search }: { query: Query; search(query: Query): void },
): HTMLElement {
  const cure = cures[problem.code] ?? 'Trying again may help.';
  const isMistake = problem.code === 'invalid-request';
  return el(
    'div',
    { class: 'empty problem', role: 'alert' },
    el('h2', {}, problem.title),
    el('p', {}, problem.detail),
    el('p', { class: 'quiet' }, cure),
    isMistake ? null : tryAgain(problem.retryAfterSeconds ?? 0, () => search(query)),
    problem.sources === undefined ? null : showSources(problem.sources),
    problem.requestId === undefined || isMistake
      ? null
      : el('p', { class: 'quiet small' }, `Request ${problem.requestId}`),
  );
}

/** What the page says when the service itself is away. */
export function showAway(again: () => void): HTMLElement {
  return el(
    'div',
    { class: 'empty problem', role: 'alert' },
    el('h2', {}, 'The service does not answer.'),
    el('p', {}, 'It may have stopped, or your connection has. Nothing you wrote is lost.'),
    button({ class: 'act strong' }, again, 'Try again'),
  );
}

/** A button that says how long waiting is wise; it may be pressed before. */
function tryAgain(seconds: number, again: () => void): HTMLElement {
  const made = button({ class: 'act strong' }, () => {
    clearInterval(timer);
    again();
  });
  let left = seconds;
  const say = () => {
    made.textContent = left > 0 ? `Try again (wise in ${saySeconds(left)})` : 'Try again';
    if (left <= 0 || (left < seconds && !made.isConnected)) clearInterval(timer);
    left -= 1;
  };
  const timer = setInterval(say, 1000);
  say();
  return made;
}
