import type { Info, Query } from './answer.js';
import { fetchInfo } from './api-client.js';
import { byId } from './dom.js';
import { createFilterSheet } from './filter-sheet.js';
import { createForm } from './form.js';
import { keepAnswer, keptAnswer, placeOf, rememberPlace } from './page-memory.js';
import { addressOf, filterNames, readAddress } from './query.js';
import { createRunner } from './run-search.js';
import { createView } from './search-view.js';
import { listenToKeys } from './shortcuts.js';
import { headline } from './show-answer.js';
import { showWelcome } from './show-welcome.js';

const form = createForm();
const { defaults } = form;
const status = byId('status', HTMLElement);
/** The headline takes the focus when the answer to a search is there that was started below the form. */
let focusFound = false;
/** The errors of a search that was just started take the focus. */
let focusError = false;

const runner = createRunner((outcome) => {
  const state = runner.state();
  view.draw(state);
  if (outcome === 'progress') return;
  form.showErrors(state.problem?.errors, { focus: focusError });
  focusError = false;
  const { answer, problem, isCurrent } = state;
  status.textContent = problem?.title ?? (answer === null || !isCurrent ? '' : `${headline(answer)}.`);
  if (outcome !== 'answer' || answer === null) return;
  keepAnswer(location.search, answer);
  if (!focusFound) return;
  focusFound = false;
  const found = byId('found', HTMLElement);
  found.focus({ preventScroll: true });
  if (found.getBoundingClientRect().top < 0) found.scrollIntoView({ block: 'start' });
});

const view = createView({
  defaults,
  search(query) {
    focusFound = true;
    search(query);
  },
  again: () => runner.again(),
  settle: () => runner.settle(),
  extras: () => [],
  welcome: () => showWelcome({ defaults, search }),
  above: () => [],
  insteadOf: () => [],
  isHidden: () => false,
});

const sheet = createFilterSheet({
  summary() {
    const { keyword, location: place } = form.read();
    return [keyword || 'All jobs', place].filter((word) => word !== '').join(' · ');
  },
  count() {
    const query = form.read();
    return filterNames.slice(2).filter((name) => query[name] !== defaults[name]).length;
  },
  apply: () => search(form.read()),
});

/** Searches and writes the search into the address, so that it can be shared and the browser can go back to it. */
function search(query: Query): void {
  const address = addressOf(query, defaults);
  if (address !== location.pathname + location.search) history.pushState(null, '', address);
  focusError = true;
  begin(query);
  runner.start(query);
}

function begin(query: Query): void {
  document.documentElement.classList.remove('editing');
  form.write(query);
  form.showErrors([]);
  sheet.update();
  status.textContent = 'Searching.';
}

/** Shows the search in the address, or the start page; after going back or loading anew, where and how it was left. */
function follow(entry: unknown): void {
  const query = readAddress(location.search, defaults);
  if (query === null) {
    form.write({ ...defaults });
    form.showErrors([]);
    sheet.update();
    status.textContent = '';
    runner.stop();
    return;
  }
  const kept = keptAnswer(location.search);
  const place = placeOf(entry);
  begin(query);
  if (kept === null) runner.start(query);
  else if (kept.isFresh) {
    runner.restore(query, kept.answer);
    status.textContent = `${headline(kept.answer)}.`;
  } else runner.start(query, kept.answer);
  if (kept === null || place === null) return;
  view.reopen(place);
  scrollTo(0, place.scroll);
}

/** Shows the warnings of the health check. */
async function showHealth(): Promise<void> {
  const note = byId('service-note', HTMLElement);
  const { status: health, checks }: Info = await fetchInfo();
  const warnings = Object.values(checks)
    .flatMap((list) => list.map(({ output }) => output))
    .filter((output) => output !== null);
  note.hidden = health === 'pass' || warnings.length === 0;
  note.textContent = warnings.join(' ');
}

form.onSearch(() => {
  // On the sheet of a phone, filters are chosen together.
  if (!sheet.isOpen()) search(form.read());
});
addEventListener('popstate', ({ state }) => follow(state));
listenToKeys({
  '/': () => {
    document.documentElement.classList.add('editing');
    form.focus();
  },
  j: () => view.move(1),
  k: () => view.move(-1),
  o: () => view.toggleCurrent(),
});
setInterval(() => {
  if (runner.state().retryAt !== null) view.draw(runner.state());
}, 1000);
follow(history.state);
rememberPlace(view.opened);
// Without the health check only its warnings are missing; a search reports its own problems.
await showHealth().catch((error: unknown) => {
  if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
});
