import { button, el, externalLink } from '../lib/dom.js';
import { formatAgo } from '../lib/format.js';
import type { Job } from '../search/answer.js';
import { fetchJob } from '../search/api-client.js';
import { type HeadingLevel, renderDescription } from './description.js';

/** Says that an opening has closed since the answer was made. */
const closedNote = (closedAt: string | null): HTMLElement[] =>
  closedAt === null
    ? []
    : [el('p', { class: 'quiet' }, `Closed ${formatAgo(closedAt, new Date())}: its board no longer lists it.`)];

/** Loads the description of a job into an element, once; shows an error there with a way to try again. */
export async function loadDescription(job: Job, place: Element, level: HeadingLevel): Promise<void> {
  if (place.childElementCount > 0 && place.getAttribute('data-state') !== 'failed') return;
  place.setAttribute('data-state', 'loading');
  place.replaceChildren(el('p', { class: 'quiet', role: 'status' }, 'Loading the description …'));
  try {
    const found = await fetchJob(job.id);
    place.setAttribute('data-state', 'loaded');
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
          ? el('p', { class: 'quiet' }, 'The board gives no description.')
          : renderDescription(found.descriptionHtml, level),
      );
  } catch {
    place.setAttribute('data-state', 'failed');
    const again = button({ class: 'act' }, () => void loadDescription(job, place, level), 'Try again');
    place.replaceChildren(el('p', { class: 'quiet', role: 'alert' }, 'The description could not be loaded. '), again);
  }
}
