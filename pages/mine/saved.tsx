import { render } from 'preact';
import { say } from '../../shared/messages/messages.js';
import type { WholeJob } from '../../shared/search/job.js';
import type { LookupAnswer } from '../../shared/search/lookup.js';
import { MainLink } from '../components/main-link.js';
import { fetchJob } from '../search/api-client.js';
import { Comparison } from './comparison.js';
import { MyCompanies } from './my-companies.js';
import { lossWords, openMyJobs } from './my-jobs.js';
import { MyLists, RecentSearches } from './my-lists.js';

/** The script of /saved: saved items, and jobs side by side. */

/** Maximum jobs side by side; if more are selected, the last ones. */
const mostCompared = 4;

const parameter = 'compare';
const place = document.querySelector('#saved') as Element;
const status = document.querySelector('#status');
const mine = openMyJobs(draw, () => announce(lossWords()));
const known = new Map<string, WholeJob>();
/** Whether each saved job is still listed, as far as known. */
const open = new Map<string, boolean>();
const isId = (id: string): boolean => /^job_[0-9A-Za-z]{16}$/.test(id);
let chosen = (new URLSearchParams(location.search).get(parameter) ?? '').split(',').filter(isId).slice(-mostCompared);
/** Jobs to compare could not be loaded. */
let hasFailed = false;

function draw(): void {
  const compared = chosen.flatMap((id) => known.get(id) ?? []);
  const { searches, jobs } = mine.all();
  const count = Object.keys(jobs).length;
  render(
    <>
      {searches.length === 0 && count === 0 && <NothingSaved />}
      <MyLists
        mine={mine}
        compare={{ isChosen: (id) => chosen.includes(id), toggle }}
        isOpen={(id) => open.get(id)}
        announce={announce}
      />
      <MyCompanies mine={mine} />
      {hasFailed && <Failure />}
      {compared.length > 1 && <Comparison jobs={compared} />}
      {compared.length < 2 && count > 1 && chosen.length < 2 && (
        <p class="quiet">{say('compare.hint', { n: mostCompared })}</p>
      )}
      <RecentSearches mine={mine} redraw={draw} />
    </>,
    place,
  );
}

function announce(text: string): void {
  status?.replaceChildren(text);
}

/** Jobs in one request to the service. */
const maxIds = 100;

/** Requests which saved jobs are still listed; shows nothing if the request fails. */
async function lookUp(): Promise<void> {
  const ids = Object.keys(mine.all().jobs).slice(0, maxIds);
  if (ids.length === 0) return;
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch('/api/jobs/lookup', { method: 'POST', headers, body: JSON.stringify({ ids }) });
  if (!response.ok) return;
  const { jobs } = (await response.json()) as LookupAnswer;
  for (const { asked, state } of jobs) if (state !== 'unknown') open.set(asked, state === 'open');
  draw();
}

const Failure = () => (
  <section class="empty problem" role="alert">
    <h2>{say(navigator.onLine ? 'problem.unreachable' : 'offline')}</h2>
    <p>{say('compare.failed')}</p>
    <button type="button" class="act strong" onClick={() => void load()}>
      {say('tryAgain')}
    </button>
  </section>
);

const NothingSaved = () => (
  <div class="empty">
    <p>{say('saved.nothing')}</p>
    <MainLink />
  </div>
);

/** Selects or unselects a job; the selection is stored in the address. */
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
      if (job === null) announce(say('compare.gone'));
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
lookUp().catch(() => undefined);
