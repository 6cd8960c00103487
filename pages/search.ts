import type { Info, Query, SourceReport } from './answer.js';
import { fetchInfo, type Outcome, type RemainingQuota, requestSearch } from './api-client.js';
import { byId } from './dom.js';
import { createForm, type Form } from './form.js';
import { formatMany } from './format.js';
import { addressOf, readAddress } from './query.js';
import { showAbout, showProgress } from './show-about.js';
import { type Actions, headline, showAnswer } from './show-answer.js';
import { showProblem, showUnreachable } from './show-problem.js';
import { showWelcome } from './show-welcome.js';

const results = byId('results', HTMLElement);
const about = byId('about', HTMLElement);
const status = byId('status', HTMLElement);
let running = new AbortController();

/** Announces a text to screen readers. */
const announce = (text: string): void => {
  status.textContent = text;
};

/** Searches and writes the search into the URL, so that it can be shared and the browser can go back to it. */
function search(form: Form, query: Query): void {
  const address = addressOf(query, form.defaults);
  if (address !== location.pathname + location.search) history.pushState(null, '', address);
  void run(form, query);
}

async function run(form: Form, query: Query): Promise<void> {
  running.abort();
  const current = new AbortController();
  running = current;
  form.write(query);
  form.showErrors([]);
  let quota: RemainingQuota | null = null;
  const reports = new Map<string, SourceReport>();
  const actions = { query, isGrowing: false, defaults: form.defaults, search: (other: Query) => search(form, other) };
  startWaiting();
  try {
    const outcome = await requestSearch(query, {
      signal: current.signal,
      onQuota: (remaining) => {
        quota = remaining;
      },
      onSources: (changed, counts) => {
        for (const report of changed) reports.set(report.name, report);
        if (!current.signal.aborted) replaceAbout(showProgress([...reports.values()], counts));
      },
      onJobs: (soFar) => {
        if (current.signal.aborted) return;
        document.body.classList.add('growing');
        results.replaceChildren(...showAnswer(soFar, { ...actions, isGrowing: true }));
      },
    });
    if (!current.signal.aborted) showOutcome(outcome, { form, actions, quota });
  } catch (error) {
    if (current.signal.aborted) return;
    show([showUnreachable(() => void run(form, query))], []);
    announce('The service does not respond.');
    // Only fetch throws a TypeError for the network; other errors are faults of this page.
    if (!(error instanceof TypeError)) throw error;
  }
}

type Shown = { form: Form; actions: Actions & { query: Query }; quota: RemainingQuota | null };

function showOutcome(outcome: Outcome, { form, actions, quota }: Shown): void {
  if ('problem' in outcome) {
    show([showProblem(outcome.problem, actions)], []);
    form.showErrors(outcome.problem.errors);
    announce(outcome.problem.title);
    return;
  }
  const { answer } = outcome;
  show(showAnswer(answer, actions), showAbout({ answer, quota, defaults: form.defaults }));
  announce(`${headline(answer)}.${answer.partial ? ' Not every source answered.' : ''}`);
}

function startWaiting(): void {
  results.setAttribute('aria-busy', 'true');
  document.body.classList.remove('growing');
  document.body.classList.add('searching', 'asked');
  about.hidden = false;
  about.replaceChildren(...showProgress([], null));
  announce('Searching.');
}

function show(parts: HTMLElement[], aside: HTMLElement[]): void {
  results.removeAttribute('aria-busy');
  document.body.classList.remove('searching', 'growing');
  results.replaceChildren(...parts);
  about.hidden = aside.length === 0;
  replaceAbout(aside);
  if (results.getBoundingClientRect().top < 0) results.scrollIntoView({ block: 'start' });
}

/** Replaces the side panel; a list of sources that was opened stays open. */
function replaceAbout(parts: HTMLElement[]): void {
  const open = [...about.querySelectorAll<HTMLDetailsElement>('details[open]')].map(({ className }) => className);
  about.replaceChildren(...parts);
  for (const details of about.querySelectorAll('details')) details.open = open.includes(details.className);
}

/** Runs the search in the URL; without one, shows the start page. */
function follow(form: Form): void {
  const query = readAddress(location.search, form.defaults);
  if (query !== null) return void run(form, query);
  running.abort();
  document.body.classList.remove('asked');
  form.write({ ...form.defaults });
  form.showErrors([]);
  show(showWelcome({ defaults: form.defaults, search: (other) => search(form, other) }), []);
  announce('');
}

/** Shows the warnings of the health check. */
function showHealth({ status: health, checks }: Info): void {
  const note = byId('service-note', HTMLElement);
  const warnings = Object.values(checks)
    .flatMap((list) => list.map(({ output }) => output))
    .filter((output) => output !== null);
  note.hidden = health === 'pass' || warnings.length === 0;
  note.textContent = warnings.join(' ');
}

async function start(): Promise<void> {
  try {
    const info = await fetchInfo();
    const form = createForm(info);
    showHealth(info);
    form.onSearch(() => search(form, form.read()));
    addEventListener('popstate', () => follow(form));
    follow(form);
    const able = info.checks['sources:able']?.[0]?.observedValue;
    if (location.search === '' && typeof able === 'number' && able > 0)
      announce(`${formatMany(able, 'source')} can be searched.`);
  } catch (error) {
    show([showUnreachable(() => location.reload())], []);
    if (!(error instanceof TypeError)) throw error;
  }
}

await start();
