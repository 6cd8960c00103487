import { el } from '../lib/dom.js';
import type { Job } from '../search/answer.js';
import { readAnswerBody } from '../search/api-client.js';
import { foreign, showAbout, showMark, showMore } from './job-facts.js';

/** Lists the jobs that are like one in a place, which has the button that asks for them. */
export async function loadSimilar(place: HTMLElement, job: Job, now: Date): Promise<void> {
  const ask = place.querySelector('button');
  if (ask !== null) ask.disabled = true;
  const jobs = await requestSimilar(job.id);
  if (jobs === null) {
    if (ask === null) return;
    ask.disabled = false;
    ask.textContent = 'Jobs like this could not be loaded. Try again';
    return;
  }
  place.replaceChildren(
    el('h3', { tabindex: -1 }, jobs.length === 0 ? 'No similar jobs are held' : 'Similar jobs'),
    el('ol', { class: 'jobs' }, ...jobs.map((each) => showRow(each, now))),
  );
  place.querySelector('h3')?.focus({ preventScroll: true });
}

const showRow = (job: Job, now: Date): HTMLElement =>
  el(
    'li',
    {},
    el(
      'article',
      { class: 'job' },
      showMark(job),
      el('h4', foreign(job), el('a', { href: `/jobs/${job.id}` }, job.title)),
      showAbout(job),
      showMore(job, now),
    ),
  );

/** The similar jobs; `null` when the service does not answer with them. */
async function requestSimilar(id: string): Promise<readonly Job[] | null> {
  try {
    const response = await fetch(`/api/jobs/${encodeURIComponent(id)}/similar`);
    return response.ok ? ((await readAnswerBody(response)) as { jobs: readonly Job[] }).jobs : null;
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return null;
    throw error;
  }
}
