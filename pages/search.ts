import type { Info, Query, SourceReport } from './answer.js';
import { type Allowance, ask, askInfo, type Outcome } from './ask.js';
import { byId } from './dom.js';
import { createForm, type Form } from './form.js';
import { addressOf, readAddress } from './query.js';
import { sayMany } from './say.js';
import { showAbout, showProgress } from './show-about.js';
import { type Acts, headline, showAnswer } from './show-answer.js';
import { showAway, showProblem } from './show-problem.js';
import { showWelcome } from './show-welcome.js';

const results = byId('results', HTMLElement);
const about = byId('about', HTMLElement);
const status = byId('status', HTMLElement);
let running = new AbortController();

/** Says for ears what eyes see. */
const say = (text: string): void => {
  status.textContent = text;
};

/** Searches and writes the search into the address, so that it can be sent on and gone back to. */
function search(form: Form, query: Query): void {
  const address = addressOf(query, form.defaults);
  if (address !== location.pathname + location.search) history.pushState(null, '', address);
  void run(form, query);
}

async function run(form: Form, query: Query): Promise<void> {
  running.abort();
  const mine = new AbortController();
  running = mine;
  form.write(query);
  form.showMistakes([]);
  let allowance: Allowance | null = null;
  const reports = new Map<string, SourceReport>();
  const acts = { query, isGrowing: false, defaults: form.defaults, search: (other: Query) => search(form, other) };
  startWaiting();
  try {
    const outcome = await ask(query, {
      signal: mine.signal,
      onAllowance: (told) => {
        allowance = told;
      },
      onSource: (report) => {
        reports.set(report.name, report);
        if (!mine.signal.aborted) about.replaceChildren(...showProgress([...reports.values()]));
      },
      onJobs: (soFar) => {
        if (mine.signal.aborted) return;
        document.body.classList.add('growing');
        results.replaceChildren(...showAnswer(soFar, { ...acts, isGrowing: true }));
      },
    });
    if (!mine.signal.aborted) showOutcome(outcome, { form, acts, allowance });
  } catch (error) {
    if (mine.signal.aborted) return;
    show([showAway(() => void run(form, query))], []);
    say('The service does not answer.');
    // A fault of this page must not pass for one of the network.
    if (!(error instanceof TypeError)) throw error;
  }
}

type Shown = { form: Form; acts: Acts & { query: Query }; allowance: Allowance | null };

function showOutcome(outcome: Outcome, { form, acts, allowance }: Shown): void {
  if ('problem' in outcome) {
    show([showProblem(outcome.problem, acts)], []);
    form.showMistakes(outcome.problem.errors);
    say(outcome.problem.title);
    return;
  }
  const { answer } = outcome;
  show(showAnswer(answer, acts), showAbout({ answer, allowance, defaults: form.defaults }));
  say(`${headline(answer)}.${answer.partial ? ' Not every source answered.' : ''}`);
}

function startWaiting(): void {
  results.setAttribute('aria-busy', 'true');
  document.body.classList.remove('growing');
  document.body.classList.add('searching', 'asked');
  about.hidden = false;
  about.replaceChildren(...showProgress([]));
  say('Searching.');
}

function show(parts: HTMLElement[], aside: HTMLElement[]): void {
  results.removeAttribute('aria-busy');
  document.body.classList.remove('searching', 'growing');
  results.replaceChildren(...parts);
  about.hidden = aside.length === 0;
  about.replaceChildren(...aside);
  if (results.getBoundingClientRect().top < 0) results.scrollIntoView({ block: 'start' });
}

/** Searches what the address says; without a search it welcomes. */
function follow(form: Form): void {
  const query = readAddress(location.search, form.defaults);
  if (query !== null) return void run(form, query);
  running.abort();
  document.body.classList.remove('asked');
  form.write({ ...form.defaults });
  form.showMistakes([]);
  show(showWelcome({ defaults: form.defaults, search: (other) => search(form, other) }), []);
  say('');
}

/** Says it when the service is up but not well. */
function showHealth({ status: health, checks }: Info): void {
  const note = byId('service-note', HTMLElement);
  const words = Object.values(checks)
    .flatMap((list) => list.map(({ output }) => output))
    .filter((output) => output !== null);
  note.hidden = health === 'pass' || words.length === 0;
  note.textContent = words.join(' ');
}

async function start(): Promise<void> {
  try {
    const info = await askInfo();
    const form = createForm(info);
    showHealth(info);
    form.onSearch(() => search(form, form.read()));
    addEventListener('popstate', () => follow(form));
    follow(form);
    const able = info.checks['sources:able']?.[0]?.observedValue;
    if (location.search === '' && typeof able === 'number' && able > 0)
      say(`${sayMany(able, 'source')} can be searched.`);
  } catch (error) {
    show([showAway(() => location.reload())], []);
    if (!(error instanceof TypeError)) throw error;
  }
}

await start();
