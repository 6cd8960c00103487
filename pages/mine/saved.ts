import type { WholeJob } from '../../shared/search/whole-job.js';
import { button, byId, el } from '../lib/dom.js';
import { render } from '../lib/morph.js';
import { fetchJob } from '../search/api-client.js';
import { formFieldNames, queryFromForm } from '../search/query.js';
import { openMyJobs } from './my-jobs.js';
import { createNewCounts } from './new-counts.js';
import { showComparison } from './show-comparison.js';
import { showMine } from './show-mine.js';
import { showRecent } from './show-recent.js';

/** As many jobs are shown side by side; of more that are chosen, the last. */
const mostCompared = 2;

const parameter = 'compare';
const place = byId('saved', HTMLElement);
const status = byId('status', HTMLElement);
const mine = openMyJobs(draw);
// The service fills in what an address leaves out.
const counts = createNewCounts(
  queryFromForm(() => '', Object.fromEntries(formFieldNames.map((name) => [name, ''])) as never),
  draw,
);

const isId = (id: string): boolean => /^job_[0-9A-Za-z]{16}$/.test(id);
let chosen = (new URLSearchParams(location.search).get(parameter) ?? '').split(',').filter(isId).slice(-mostCompared);
const known = new Map<string, WholeJob>();

function draw(): void {
  const compared = chosen.flatMap((id) => known.get(id) ?? []);
  const { searches, jobs } = mine.all();
  const isEmpty = searches.length === 0 && Object.keys(jobs).length === 0;
  render(place, [
    isEmpty ? nothing() : null,
    showMine({ mine, counts, compare: { isChosen: (id) => chosen.includes(id), toggle }, announce }),
    hasFailed ? failure() : null,
    compared.length < mostCompared ? hint(Object.keys(jobs).length) : showComparison(compared),
    showRecent({ mine, redraw: draw }),
  ]);
}

const announce = (text: string): void => {
  status.textContent = text;
};

/** Jobs that are compared could not be loaded. */
let hasFailed = false;

const failure = (): HTMLElement =>
  el(
    'section',
    { class: 'empty problem', role: 'alert', 'data-key': 'failure' },
    el('h2', {}, navigator.onLine ? 'The service does not respond.' : 'You are offline.'),
    el('p', {}, 'What you saved is still here. The jobs that you chose to compare are not shown.'),
    button({ class: 'act strong' }, () => void load(), 'Try again'),
  );

const nothing = (): HTMLElement =>
  el(
    'div',
    { class: 'empty', 'data-key': 'nothing' },
    el(
      'p',
      {},
      'Nothing is saved yet. ☆ beside a job stars it, and “Save search” keeps a search; both stay in this browser.',
    ),
    el('p', {}, el('a', { class: 'act strong', href: '/' }, 'Search for jobs')),
  );

const hint = (jobs: number): HTMLElement | null =>
  jobs < mostCompared || chosen.length === mostCompared
    ? null
    : el('p', { class: 'quiet', 'data-key': 'hint' }, 'Tick two jobs to see them side by side.');

/** Chooses a job, or no longer; the choice stands in the address. */
function toggle(id: string): void {
  chosen = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id].slice(-mostCompared);
  history.replaceState(null, '', chosen.length === 0 ? '/saved' : `/saved?${parameter}=${chosen.join(',')}`);
  draw();
  void load();
}

async function load(): Promise<void> {
  hasFailed = false;
  for (const id of chosen) {
    if (known.has(id)) continue;
    try {
      const job = await fetchJob(id);
      if (job === null) announce('This job is no longer stored, so it cannot be compared.');
      else known.set(id, job);
    } catch {
      hasFailed = true;
    }
  }
  draw();
}

addEventListener('online', () => {
  if (hasFailed) void load();
});
draw();
void load();
counts.load(mine.all().searches);
