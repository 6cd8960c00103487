import { button, el } from '../lib/dom.js';
import type { Job } from '../search/answer.js';
import { applyLink, foreign, showAbout, showBoards, showMark, showMore, showWhy } from './job-facts.js';

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
  /** What a person should see at once: that the job is new to them, or that they have applied. */
  badge(job: Job): string | null;
  /** More buttons of a row. */
  extras(job: Job): (HTMLElement | null)[];
};

/** A job in the list: two lines of facts, and on request the reasons for the match, its boards and its description. */
export function showJob(job: Job, now: Date, actions: RowActions): HTMLElement {
  const titleId = `title-${job.id}`;
  const badge = actions.badge(job);
  const isSelected = actions.isSelected(job.id);
  return el(
    'li',
    { 'data-key': job.id },
    el(
      'article',
      { class: `job${isSelected ? ' selected' : ''}`, 'aria-labelledby': titleId },
      showMark(job),
      el(
        'h3',
        { id: titleId, ...foreign(job) },
        titleLink(job, isSelected, actions),
        badge === null ? null : el('span', { class: 'new', lang: 'en' }, badge),
      ),
      showAbout(job),
      showMore(job, now),
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
    el('span', { class: 'visually-hidden' }, `${isOpen ? 'Hide' : 'Show'} description of ${job.title}`),
  );
  return el(
    'div',
    { class: 'foot' },
    el('div', { class: 'actions' }, toggle, applyLink(job), ...actions.extras(job)),
    showBoards(job),
    el('div', { class: 'description', id: placeId, hidden: !isOpen, 'data-kept': true, ...foreign(job) }),
  );
}
