import { button, el } from '../lib/dom.js';
import { formatMoment } from '../lib/format.js';
import type { Job } from '../search/answer.js';
import { applyLink, foreign, showBoards, showCompany, showFacts, showMark, showSeen, showWhy } from './job-facts.js';
import { loadDescription } from './show-description.js';

/** The mark of an item of a list, from which a sentence was taken. */
export const listMark = /^[-*•·–]\s+/;

/** Questions to which the sentences of a posting are the answers. */
export const evidenceLabels: Readonly<Record<string, string>> = {
  remoteFrom: 'Remote from',
  visaSponsorship: 'Visa',
  securityClearance: 'Security clearance',
  degree: 'Degree',
  yearsOfExperience: 'Experience',
  postedBy: 'Employer or agency',
};

/** A job beside the list: everything that is known of it, with the sentences that prove its facts. */
export function showPanel(job: Job, now: Date, { extras }: PanelActions): HTMLElement[] {
  const place = el('div', { class: 'description', 'data-kept': true, 'data-key': `text-${job.id}`, ...foreign(job) });
  return [
    el(
      'div',
      { class: 'panel-top', 'data-key': `top-${job.id}` },
      showMark(job),
      el('h2', { id: 'panel-title', tabindex: -1, ...foreign(job) }, el('a', { href: `/jobs/${job.id}` }, job.title)),
      applyLink(job),
    ),
    el(
      'div',
      { class: 'panel-head', 'data-key': `head-${job.id}` },
      showCompany(job),
      showFacts(job, now),
      job.validUntil === null
        ? null
        : el(
            'p',
            { class: 'deadline' },
            'Apply by ',
            el('time', { datetime: job.validUntil }, formatMoment(job.validUntil, { dayOnly: true })),
          ),
      el('div', { class: 'actions' }, ...extras(job)),
      showWhy(job),
      showEvidence(job),
      showSeen(job),
      showBoards(job),
    ),
    place,
    showSimilar(job, now),
  ];
}

/** A button that lists the jobs that are like one in its place; they count as a search, so that they are only loaded when asked for. */
function showSimilar(job: Job, now: Date): HTMLElement {
  const place = el('div', { class: 'similar', 'data-kept': true, 'data-key': `similar-${job.id}` });
  const load = () => void import('./show-similar.js').then(({ loadSimilar }) => loadSimilar(place, job, now));
  place.append(button({ class: 'act' }, load, 'Jobs like this'));
  return place;
}

export type PanelActions = { extras(job: Job): (HTMLElement | null)[] };

/** Loads the description of the job that the panel shows. */
export function fillPanel(panel: HTMLElement, job: Job): void {
  const place = panel.querySelector('.description');
  if (place !== null) void loadDescription(job, place, 3);
}

/** Each fact of the posting with the sentence it comes from. */
function showEvidence(job: Job): HTMLElement | null {
  const rows = Object.entries(job.evidence).flatMap(([field, sentence]) => {
    const label = evidenceLabels[field];
    return label === undefined || sentence === undefined ? [] : [[label, sentence] as const];
  });
  if (rows.length === 0) return null;
  return el(
    'dl',
    { class: 'evidence', 'aria-label': 'What the posting says' },
    ...rows.flatMap(([label, sentence]) => [
      el('dt', {}, label),
      el('dd', {}, el('q', { ...foreign(job) }, sentence.replace(listMark, ''))),
    ]),
  );
}
