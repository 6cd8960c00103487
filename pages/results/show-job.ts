import { button, el } from '../lib/dom.js';
import type { Job } from '../search/answer.js';
import { applyLink, foreign, showBoards, showCompany, showFacts, showWhy } from './job-facts.js';

/** What a row of the list needs to know and can do. */
export type RowActions = {
  /** The description is shown below the row. */
  isOpen(id: string): boolean;
  /** The job is shown beside the list. */
  isSelected(id: string): boolean;
  /** Opens or closes the description below the row. */
  toggle(job: Job): void;
  /** Shows the job beside the list; false when there is no room beside it. */
  select(job: Job): boolean;
  /** The job came since the person last looked at this search. */
  isNew(job: Job): boolean;
  /** More buttons of a row. */
  extras(job: Job): (HTMLElement | null)[];
};

/** A job in the list: its facts, the reasons for the match, its boards, and its description on request. */
export function showJob(job: Job, now: Date, actions: RowActions): HTMLElement {
  const titleId = `title-${job.id}`;
  const isSelected = actions.isSelected(job.id);
  return el(
    'li',
    { 'data-key': job.id },
    el(
      'article',
      { class: `job${isSelected ? ' selected' : ''}`, 'aria-labelledby': titleId },
      el(
        'h3',
        { id: titleId, ...foreign(job) },
        titleLink(job, isSelected, actions),
        actions.isNew(job) ? el('span', { class: 'new', lang: 'en' }, 'New') : null,
      ),
      showCompany(job),
      showFacts(job, now),
      job.summary === '' ? null : el('p', { class: 'summary', ...foreign(job) }, job.summary),
      showWhy(job),
      showFoot(job, actions),
    ),
  );
}

/** The page of the job; a plain click shows the job beside the list where there is room. */
function titleLink(job: Job, isSelected: boolean, actions: RowActions): HTMLElement {
  const attributes = { class: 'title', href: `/jobs/${job.id}`, 'data-address': job.url };
  const link = el('a', { ...attributes, 'aria-current': isSelected ? 'true' : null }, job.title);
  link.onclick = (event) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (isPlain && actions.select(job)) event.preventDefault();
  };
  return link;
}

function showFoot(job: Job, actions: RowActions): HTMLElement {
  const isOpen = actions.isOpen(job.id);
  const placeId = `description-${job.id}`;
  const toggle = button(
    { class: 'act describe', 'aria-expanded': String(isOpen), 'aria-controls': placeId },
    () => actions.toggle(job),
    el('span', {}, isOpen ? 'Hide description' : 'Show description'),
    el('span', { class: 'visually-hidden' }, ` of ${job.title}`),
  );
  return el(
    'div',
    { class: 'foot' },
    el('div', { class: 'actions' }, toggle, applyLink(job), ...actions.extras(job)),
    showBoards(job),
    el('div', { class: 'description', id: placeId, hidden: !isOpen, 'data-kept': true, ...foreign(job) }),
  );
}
