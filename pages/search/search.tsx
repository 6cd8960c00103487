import { render } from 'preact';
import { say } from '../../shared/messages/messages.js';
import { problemWords } from '../../shared/messages/service-words.js';
import { headline } from '../components/results.js';
import { SearchApp } from '../components/search-app.js';
import { under } from '../lib/base-path.js';
import { usesMiles } from '../lib/distance.js';
import { later } from '../lib/later.js';
import { closeMenus } from '../lib/menus.js';
import { createMapToggle } from '../map/map-toggle.js';
import type { Fitted } from '../mine/fit.js';
import { FitLine } from '../mine/fit-line.js';
import { withoutCompany } from '../mine/hide-company.js';
import { CardMarks, JobMarks, markKeys } from '../mine/job-marks.js';
import { keepable, lossWords, openMyJobs } from '../mine/my-jobs.js';
import type { Profile } from '../mine/my-jobs-file.js';
import { recentSearches } from '../mine/recent-searches.js';
import { FurtherTools, SaveSearch } from '../mine/search-tools.js';
import { addressJob, JobPanel, jobIn, searchAddress, titlePage } from '../results/job-panel.js';
import { createJobSelection, walkList } from '../results/job-selection.js';
import { shorterSearches } from '../results/notice-actions.js';
import type { Answer, Job, Query } from './answer.js';
import { isWaiting } from './api-client.js';
import { createFacetLoader } from './facets.js';
import { createForm } from './form-state.js';
import { KeysHelp, listenToKeys, showKeys } from './keys-help.js';
import { pageData } from './page-data.js';
import { keptAnswer, leaveFor, placeOf, rememberAnswer, rememberPlace } from './page-memory.js';
import { defaults, filterNames, isSet, readAddress, searchTitle, searchUrl } from './query.js';
import { createRunner } from './run-search.js';
import { languagesFollow, onStartSearch, start } from './start.js';

/** The script of the search page: shows the search in the address, and renders everything after each change. */
const root = document.querySelector('#app') as Element;
const miles = usesMiles(navigator.languages);
/** The width at which a job fits next to the list; the same as in results.css. */
const wide = matchMedia('(min-width: 62.5rem)');
/** Quota reserved for searches: below it, counts load only on demand. */
const minLeftForCounts = 30;
let status = '';
/** When the saved search on screen was last viewed; `null` if it is not saved. */
let lastVisit: string | null = null;
let showsHidden = false;
/** The element to focus when the answer arrives: its headline, or the first field with an error. */
let focusNext: 'found' | 'error' | null = null;

const mine = openMyJobs(draw, () => announce(lossWords()));
const selection = createJobSelection(wide, draw);
const facets = createFacetLoader(() => {
  loadFacets({ act: facets.refresh });
  draw();
});
const runner = createRunner((outcome) => {
  const { answer, problem, isCurrent } = runner.state();
  if (outcome !== 'progress') {
    status = problem !== null ? problemWords(problem) : answer === null || !isCurrent ? '' : `${headline(answer)}.`;
    form.showErrors(problem?.errors ?? []);
  }
  draw();
  if (outcome === 'problem' && focusNext === 'error') document.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  if (outcome !== 'answer' || answer === null) return;
  rememberAnswer(answer);
  askFurther(answer);
  loadFacets({ act: facets.refresh });
  if (answer.sourceCounts.pending === 0) noteVisit();
  if (focusNext !== 'found') return;
  focusNext = null;
  const found = document.querySelector<HTMLElement>('#found');
  found?.focus({ preventScroll: true });
  if (found && found.getBoundingClientRect().top < 0) found.scrollIntoView({ block: 'start' });
});
const form = createForm({
  draw,
  search: (query) => search(query, 'error'),
  facets,
  state: runner.state,
  known: (query) => facets.of(answerQuery(query)),
  turnToFilters: () => loadFacets(),
});
const notePlace = rememberPlace(() => selection.job()?.id ?? null);
const map = createMapToggle({
  searchIn: (location) => search({ ...form.query(), location, page: '0' }),
  retry: () => loadFacets({ isWanted: true }),
  onToggle() {
    if (map.isOpen()) loadFacets({ isWanted: true });
    draw();
  },
});

const KeptHere = later(() => import('../mine/my-lists.js').then((lists) => lists.KeptHere));
/** This browser had saved items when the page was loaded (lib/before-paint.ts). */
const keeps = document.documentElement.classList.contains('keeps');

const announce = (text: string): void => {
  status = text;
  draw();
};

/** The first jobs sorted by fit to the profile; `null` = the list is in its own order. */
let fitted: Fitted | null = null;

async function toggleFit(query: Query, profile: Profile): Promise<void> {
  const wasOn = fitted !== null;
  fitted = wasOn ? null : await import('../mine/fit.js').then(({ orderByFit }) => orderByFit(query, profile));
  if (!wasOn && fitted === null) status = say('fit.failed');
  draw();
}

const shownJobs = (): readonly Job[] =>
  (fitted?.jobs ?? runner.state().rows.jobs).filter(({ id }) => showsHidden || mine.job(id)?.hiddenAt === undefined);

function draw(): void {
  const state = runner.state();
  const { query, answer, isCurrent, isSearching, problem } = state;
  const isAsked = query !== null;
  const jobs = shownJobs();
  const now = new Date();
  selection.choose(jobs, { isCurrent: isAsked && isCurrent, isSettled: isCurrent && !isSearching });
  const hasList = isAsked && (jobs.length > 0 || (isSearching && problem === null));
  const shown = hasList ? selection.shown() : null;
  const currency = form.currency();
  const address = searchAddress();
  const { profile } = mine.all();
  document.documentElement.classList.toggle('asked', isAsked);
  document.body.classList.toggle('split', wide.matches && hasList);
  document.body.classList.toggle('searching', isSearching);
  // A search replaces the start.
  if (isAsked) start?.remove();
  else if (start?.isConnected === false) root.after(start);
  render(
    <>
      <SearchApp
        view={{
          form: form.view(),
          results: {
            state,
            jobs,
            now,
            miles,
            actions,
            cards,
            isReordered: fitted !== null,
            tools: (
              <div class="tools">
                <button type="button" class="act" aria-pressed={map.isOpen()} onClick={map.toggle}>
                  {say('map')}
                </button>
                {profile !== undefined && query !== null && (
                  <button
                    type="button"
                    class="act"
                    aria-pressed={fitted !== null}
                    onClick={() => void toggleFit(answerQuery(query), profile)}
                  >
                    {say('fit.order')}
                  </button>
                )}
                <SaveSearch address={address} name={searchTitle(query ?? defaults)} mine={mine} />
              </div>
            ),
            further: <FurtherTools address={address} currency={currency} hasAlerts={pageData().hasAlerts} />,
          },
          status,
          isMapOpen: isAsked && map.isOpen() && !(answer === null && problem !== null),
          kept: (keeps || recentSearches().length > 0) && (
            <KeptHere mine={mine} open={openAddress} announce={announce} redraw={draw} />
          ),
          panel: shown && (
            <JobPanel
              job={shown}
              now={now}
              miles={miles}
              marks={<JobMarks job={keepable(shown)} mine={mine} announce={announce} hideCompany={hideCompany} />}
            />
          ),
        }}
      />
      <KeysHelp />
    </>,
    root,
  );
  drawMap();
  titlePage(query && searchTitle(query), selection.shown());
}

const hideCompany = (name: string): void => {
  const { query } = runner.state();
  if (query !== null) search(withoutCompany(answerQuery(query), name), 'found');
};

const actions = {
  countOf: (query: Query) => facets.of(query)?.total ?? 0,
  again: runner.again,
  settle: runner.settle,
  search: (query: Query) => search(query, 'found'),
  removeFilter(query: Query, name: (typeof filterNames)[number]) {
    const set = filterNames.slice(2).filter((each) => isSet(query, each));
    const after = set[set.indexOf(name) + 1];
    search({ ...query, [name]: '', page: '0' });
    const chip = document.querySelector<HTMLElement>(`.chips [data-key="${after}"]`);
    (chip ?? document.querySelector<HTMLElement>('#found'))?.focus();
  },
  showHidden() {
    showsHidden = true;
    draw();
  },
};

const cards = {
  isSelected: (id: string) => selection.shown()?.id === id,
  open(job: Job) {
    if (wide.matches) show(job, 'press');
    else leaveFor({ id: job.id, address: searchAddress(), match: job.match });
    return wide.matches;
  },
  badge({ id, firstSeenAt }: Job) {
    if (mine.job(id)?.appliedAt !== undefined) return { word: say('badge.applied'), title: say('badge.appliedTitle') };
    const isNew = lastVisit !== null && firstSeenAt > lastVisit;
    return isNew ? { word: say('badge.new'), title: say('badge.newTitle') } : null;
  },
  marks: (job: Job) => <CardMarks job={keepable(job)} mine={mine} />,
  fit({ id }: Job) {
    const fit = fitted?.fits.get(id);
    return fit && <FitLine fit={fit} />;
  },
};

/** Shows a job next to the list. The previous history entry keeps the job shown there. */
function show(job: Job, how: 'press' | 'key'): void {
  addressJob(job.id, { how, notePlace });
  selection.select(job);
  draw();
  document.querySelector('#panel')?.scrollTo(0, 0);
}

const { move, current, focusTitle } = walkList({
  jobs: shownJobs,
  shown: selection.shown,
  show: (job) => wide.matches && show(job, 'key'),
});

/** An answered saved search counts as viewed; its new jobs stay marked until another search. */
function noteVisit(): void {
  const saved = mine.search(searchAddress());
  if (saved === undefined || lastVisit !== null) return;
  lastVisit = saved.visitedAt;
  mine.saveSearch({ ...saved, visitedAt: new Date().toISOString() });
}

/** The map of the answered search. */
function drawMap(): void {
  const { query, answer, problem } = runner.state();
  const answered = query && answerQuery(query);
  if (answered === null || (answer === null && problem !== null)) map.draw(null);
  else
    map.draw({
      places: facets.of(answered)?.facets.map ?? null,
      hasFailed: facets.hasFailed(answered),
      selected: selection.job(),
      location: answer === null ? '' : answered.location,
    });
}

function openAddress(address: string): void {
  history.pushState(null, '', `/${address}`);
  follow(null);
}

/**
 * Loads the counts of the search on screen, which count as a search. With `refresh`, reloads counts that were requested
 * while sources were pending.
 */
function loadFacets({ isWanted = false, act = facets.load } = {}): void {
  const { answer, isCurrent, isSearching, quota } = runner.state();
  if (answer === null || !isCurrent || isSearching) return;
  act(answer.query, { left: isWanted ? null : (quota?.left ?? null), isComplete: !isWaiting(answer) });
}

/** The search as the service understands it, once it has answered. */
function answerQuery(query: Query): Query {
  const { answer, isCurrent } = runner.state();
  return answer !== null && isCurrent ? answer.query : query;
}

function askFurther(answer: Answer): void {
  const { quota } = runner.state();
  if (answer.page.total === 0)
    for (const { query } of shorterSearches(answer.query))
      facets.load(query, { left: quota?.left ?? null, isComplete: true });
  // Counts load with the list while the quota allows many more searches; the map needs them.
  if (map.isOpen() || (quota?.left ?? minLeftForCounts) >= minLeftForCounts) loadFacets();
}

/** Searches and writes the search into the address, so that it can be shared and the browser can go back to it. */
function search(query: Query, focus: typeof focusNext = null): void {
  const address = searchUrl(query);
  if (under(address) !== location.pathname + location.search) history.pushState(null, '', address);
  focusNext = focus;
  begin(query);
  runner.start(query);
}

function begin(query: Query): void {
  lastVisit = null;
  showsHidden = false;
  fitted = null;
  selection.clear();
  form.write(query);
  status = say('searching');
}

/** Shows the search in the address, or the start page; after going back or reloading, restores its state. */
function follow(entry: unknown): void {
  const query = readAddress(location.search);
  if (query === null) {
    if (start === null) location.reload();
    form.write({ ...defaults });
    status = '';
    runner.stop();
    return;
  }
  const place = placeOf(entry);
  const linked = jobIn(location.search);
  const { query: former, isCurrent } = runner.state();
  const isSame = former !== null && isCurrent && searchUrl(former) === searchUrl(query);
  const kept = isSame ? null : keptAnswer();
  const isInList = document.activeElement?.closest('.jobs') != null;
  const id = linked ?? place?.selected ?? null;
  if (!isSame) begin(query);
  selection.want(id === null ? null : { id, isLinked: linked !== null });
  if (isSame) draw();
  else if (!kept?.isFresh || isWaiting(kept.answer)) runner.start(query, kept?.answer);
  else {
    runner.restore(query, kept.answer);
    announce(`${headline(kept.answer)}.`);
    askFurther(kept.answer);
    noteVisit();
  }
  if (isSame && isInList && id !== null) focusTitle(id);
  if (place !== null && (kept !== null || isSame)) scrollTo(0, place.scroll);
}

onStartSearch(openAddress);
languagesFollow();
closeMenus();
wide.addEventListener('change', draw);
addEventListener('popstate', ({ state }) => follow(state));
document.querySelector('#open-help')?.addEventListener('click', showKeys);
listenToKeys({
  '/': () => form.focus(),
  '?': showKeys,
  j: () => move(1),
  k: () => move(-1),
  o: () => current() !== null && location.assign(under(`/jobs/${current()?.id}`)),
  ...markKeys(mine, { current: () => current() && keepable(current() as Job), move }),
});
setInterval(() => {
  if (runner.state().retryAt !== null) draw();
}, 1000);
// The list is already rendered; yielding first keeps the page responsive.
setTimeout(follow, 0, history.state);
