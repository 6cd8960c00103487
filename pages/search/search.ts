import { byId } from '../lib/dom.js';
import { closeMenus } from '../lib/menus.js';
import { createMapToggle } from '../map/map-toggle.js';
import { hideCompanyButton, withoutCompany } from '../mine/hide-company.js';
import { jobButtons, markKeys, rowButtons } from '../mine/job-buttons.js';
import { openMyJobs } from '../mine/my-jobs.js';
import { createNewCounts } from '../mine/new-counts.js';
import { searchTools } from '../mine/search-tools.js';
import { showMine } from '../mine/show-mine.js';
import { showRecent } from '../mine/show-recent.js';
import { addressJob, jobIn, searchAddress, titlePage } from '../results/job-address.js';
import { createView } from '../results/search-view.js';
import { focusBeside, headline } from '../results/show-answer.js';
import type { Answer, Job, Query } from './answer.js';
import { createFacetLoader } from './facets.js';
import { createFilterSheet } from './filter-sheet.js';
import { createForm } from './form.js';
import { createOffers } from './offers.js';
import { keptAnswer, leaveFor, placeOf, rememberAnswer, rememberPlace } from './page-memory.js';
import { filterNames, readAddress, searchTitle, searchUrl } from './query.js';
import { isWaiting } from './retry-delay.js';
import { createRunner } from './run-search.js';
import { listenToKeys } from './shortcuts.js';
import { hasSameWords, onTurnToFilters, showFilterCounts } from './show-filter-counts.js';
import { showWarnings } from './show-warnings.js';
import { onStartSearch, start } from './start.js';
import { offerNearMe, suggestInForm } from './suggest.js';

const form = createForm();
const { defaults } = form;
/** Searches that must be left in the window for counts that nobody has turned to. */
const minLeftForCounts = 30;
const status = byId('status', HTMLElement);
/** The headline takes the focus when the answer to a search is there that was started below the form. */
let focusFound = false;
/** The errors of a search that was just started take the focus. */
let focusError = false;

const runner = createRunner((outcome) => {
  const state = runner.state();
  view.draw(state);
  drawFacets();
  if (outcome === 'progress') return;
  form.showErrors(state.problem?.errors, { focus: focusError });
  focusError = false;
  const { answer, problem, isCurrent } = state;
  status.textContent = problem?.title ?? (answer === null || !isCurrent ? '' : `${headline(answer)}.`);
  if (outcome !== 'answer' || answer === null) return;
  rememberAnswer(answer, defaults);
  askFurther(answer);
  loadFacets({ act: facets.refresh });
  if (answer.sourceCounts.pending === 0) noteVisit();
  if (!focusFound) return;
  focusFound = false;
  const found = byId('found', HTMLElement);
  found.focus({ preventScroll: true });
  if (found.getBoundingClientRect().top < 0) found.scrollIntoView({ block: 'start' });
});

const mine = openMyJobs(() => view.draw(runner.state()));
const counts = createNewCounts(defaults, () => view.draw(runner.state()));
/** When the saved search on screen was looked at before; `null` when it is not saved. */
let lastVisit: string | null = null;
let showsHidden = false;
/** Whether the operator has new jobs sent by mail. */
const hasAlerts = document.querySelector('main[data-alerts]') !== null;

const notePlace = rememberPlace(() => view.opened());

const announce = (text: string): void => {
  status.textContent = text;
};

const showTools = (): HTMLElement =>
  searchTools(map.showButton(), {
    ...{ address: searchAddress(), name: searchTitle(form.read(), defaults), mine },
    currency: byId('salary-currency', HTMLSelectElement).value,
    hasAlerts,
  });

function nameTab(): void {
  const { query } = runner.state();
  titlePage(query && searchTitle(query, defaults), view.selected());
}

/** A saved search that was answered has been looked at; its new jobs stay marked until another search. */
function noteVisit(): void {
  const saved = mine.search(searchAddress());
  if (saved === undefined || lastVisit !== null) return;
  lastVisit = saved.visitedAt;
  counts.forget(saved.address);
  mine.saveSearch({ ...saved, visitedAt: new Date().toISOString() });
}

const map = createMapToggle({
  searchIn: (location) => search({ ...form.read(), location, page: '0' }),
  retry: () => loadFacets({ isWanted: true }),
  onToggle() {
    if (map.isOpen()) loadFacets({ isWanted: true });
    view.draw(runner.state());
  },
});

/** The map of the search that is answered. */
function drawMap(selected: Job | null): void {
  const { query, answer, problem } = runner.state();
  const asked = query && answerQuery(query);
  if (asked === null || (answer === null && problem !== null)) map.draw(null);
  else
    map.draw({
      ...{ places: facets.of(asked)?.facets.map ?? null, hasFailed: facets.hasFailed(asked), selected },
      location: answer === null ? '' : asked.location,
    });
}

function openAddress(address: string): void {
  history.pushState(null, '', `/${address}`);
  follow(null);
}

onStartSearch(openAddress);

const facets = createFacetLoader(() => {
  loadFacets({ act: facets.refresh });
  drawFacets();
  if (map.isOpen() || offers.showsCounts(runner.state().answer)) view.draw(runner.state());
});

const hideCompany = (name: string): void => {
  const { query } = runner.state();
  focusFound = true;
  if (query !== null) search(withoutCompany(answerQuery(query), name));
};

function drawFacets(): void {
  const { query } = runner.state();
  showFilterCounts({ form, sheet, facets, search }, { query, known: query && facets.of(answerQuery(query)) });
}

/** Loads the counts of filters that are not searched with yet: before the pause after a key has passed, or on the sheet. */
function previewFacets(): void {
  const { query, quota } = runner.state();
  if (query !== null && hasSameWords(form.read(), query)) facets.preview(form.read(), { left: quota?.left ?? null });
  drawFacets();
}

/**
 * Loads the counts of the search on screen, which count as a search, and once more (`refresh`) when counts are there that were
 * requested while boards were pending.
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

const offers = createOffers(facets, {
  ...{ defaults, left: () => runner.state().quota?.left ?? null },
  onLoad: () => view.draw(runner.state()),
});

function askFurther(answer: Answer): void {
  offers.load(answer);
  // The counts come with the list while there is quota for many more searches; the map needs them.
  const { quota } = runner.state();
  if (map.isOpen() || (quota?.left ?? minLeftForCounts) >= minLeftForCounts) loadFacets();
}

const view = createView({
  ...{ defaults, ...offers, again: runner.again, settle: runner.settle },
  search(query) {
    focusFound = true;
    search(query);
  },
  removeFilter(query, name) {
    focusFound = false;
    search({ ...query, [name]: '', page: '0' });
    focusBeside(name, query, { defaults, field: form.head(name) });
  },
  rowExtras: (job) => [...rowButtons(job, mine), hideCompanyButton(job, hideCompany)],
  panelExtras: (job) => [...jobButtons(job, mine, announce), hideCompanyButton(job, hideCompany)],
  tools: showTools,
  drawMap,
  kept: () => [
    showMine({ mine, counts, open: openAddress, announce }),
    showRecent({ mine, open: openAddress, redraw: () => view.draw(runner.state()) }),
  ],
  badge({ id, firstSeenAt }) {
    if (mine.job(id)?.appliedAt !== undefined) return 'Applied';
    return lastVisit !== null && firstSeenAt > lastVisit ? 'New' : null;
  },
  isHidden: ({ id }) => !showsHidden && mine.job(id)?.hiddenAt !== undefined,
  showHidden() {
    showsHidden = true;
    view.draw(runner.state());
  },
  onSelect(job, how) {
    if (how === 'leave') leaveFor(job.id, searchAddress());
    else addressJob(job.id, { how, notePlace });
  },
  onDraw: nameTab,
});

const sheet = createFilterSheet({
  summary: () => [form.read().keyword || 'All jobs', form.read().location].filter((word) => word !== '').join(' · '),
  count: () => filterNames.slice(2).filter((name) => form.read()[name] !== defaults[name]).length,
  apply: () => search(form.read()),
});
suggestInForm();
closeMenus();
offerNearMe(form, (location) => search({ ...form.read(), location, page: '0' }));
onTurnToFilters(() => loadFacets());

/** Searches and writes the search into the address, so that it can be shared and the browser can go back to it. */
function search(query: Query): void {
  const address = searchUrl(query, defaults);
  if (address !== location.pathname + location.search) history.pushState(null, '', address);
  focusError = true;
  begin(query);
  runner.start(query);
}

function begin(query: Query): void {
  lastVisit = null;
  showsHidden = false;
  document.documentElement.classList.remove('editing');
  writeForm(query, 'Searching.');
}

function writeForm(query: Query, words: string): void {
  form.write(query);
  form.showErrors([]);
  sheet.update();
  status.textContent = words;
}

/** Shows the search in the address, or the start page; after going back or loading anew, where and how it was left. */
function follow(entry: unknown): void {
  const query = readAddress(location.search, defaults);
  if (query === null) {
    if (start === null) location.reload();
    writeForm({ ...defaults }, '');
    runner.stop();
    counts.load(mine.all().searches);
    return;
  }
  const place = placeOf(entry);
  const linked = jobIn(location.search);
  const isSame = isOnScreen(query);
  const kept = isSame ? null : keptAnswer(defaults);
  view.reopen(place, { linked, isOnScreen: isSame });
  if (!isSame) startAgain(query, kept);
  if (place !== null && (kept !== null || isSame)) scrollTo(0, place.scroll);
}

function isOnScreen(query: Query): boolean {
  const { query: former, isCurrent } = runner.state();
  return former !== null && isCurrent && searchUrl(former, defaults) === searchUrl(query, defaults);
}

function startAgain(query: Query, kept: ReturnType<typeof keptAnswer>): void {
  begin(query);
  if (!kept?.isFresh || isWaiting(kept.answer)) {
    runner.start(query, kept?.answer);
    return;
  }
  runner.restore(query, kept.answer);
  status.textContent = `${headline(kept.answer)}.`;
  askFurther(kept.answer);
  noteVisit();
}

form.onSearch(() => {
  // On the sheet of a phone, filters are chosen together.
  if (!sheet.isOpen()) search(form.read());
});
form.onChoice(previewFacets);
addEventListener('popstate', ({ state }) => follow(state));
listenToKeys({
  '/': () => {
    document.documentElement.classList.add('editing');
    form.focus();
  },
  j: () => view.move(1),
  k: () => view.move(-1),
  o: () => view.toggleCurrent(),
  ...markKeys(mine, view),
});
setInterval(() => {
  if (runner.state().retryAt !== null) view.draw(runner.state());
}, 1000);
void showWarnings();
// The list is there already; the page answers to the person between its parts.
setTimeout(follow, 0, history.state);
