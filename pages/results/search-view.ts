import { button, byId, el } from '../lib/dom.js';
import { formatMany } from '../lib/format.js';
import { render } from '../lib/morph.js';
import type { Answer, Job, Query } from '../search/answer.js';
import type { PageState } from '../search/search-state.js';
import { type Actions, headline, showChips, showEmpty, showNotes, showPages } from './show-answer.js';
import { loadDescription } from './show-description.js';
import { type RowActions, showJob } from './show-job.js';
import { fillPanel, showPanel } from './show-panel.js';
import { showProblem } from './show-problem.js';
import { showNext, showState } from './show-state.js';

/** What the view lets a person do, beside the actions of rows. */
export type ViewActions = Actions & {
  again(): void;
  /** Shows the rows that were held back. */
  settle(): void;
  /** More buttons of a row, and of the job beside the list. */
  rowExtras(job: Job): (HTMLElement | null)[];
  panelExtras(job: Job): (HTMLElement | null)[];
  /** Buttons for the search as a whole. */
  tools(): HTMLElement;
  /** The start page. */
  welcome(): HTMLElement[];
  /** The job came since the person last looked at this search. */
  isNew(job: Job): boolean;
  isHidden(job: Job): boolean;
  /** Draws the map of the jobs in the list and the one beside it. */
  drawMap(selected: Job | null): void;
  showHidden(): void;
};

/** What a person opened on the page. */
export type Opened = { open: string[]; selected: string | null };

export type View = {
  draw(state: PageState): void;
  /** The list and a job side by side. */
  isWide(): boolean;
  /** The job that is `step` rows from the one with the focus or beside the list. */
  move(step: number): void;
  /** Opens or closes the description of the row with the focus. */
  toggleCurrent(): void;
  opened(): Opened;
  reopen(opened: Opened): void;
};

/** Rows of an empty list while its search runs. */
const skeletons = 4;

/** Draws the state of a search into the page. Every change draws all; `render` touches what differs. */
export function createView(actions: ViewActions): View {
  const results = byId('results', HTMLElement);
  const toast = byId('toast', HTMLElement);
  const panel = byId('panel', HTMLElement);
  const wide = matchMedia('(min-width: 62.5rem)');
  const open = new Set<string>();
  let selected: Job | null = null;
  let wanted: string | null = null;
  let state: PageState | null = null;
  let query: Query | null = null;

  const rowActions: RowActions = {
    isOpen: (id) => open.has(id),
    isSelected: (id) => wide.matches && selected?.id === id,
    toggle(job) {
      if (!open.delete(job.id)) open.add(job.id);
      redraw();
    },
    select(job) {
      if (!wide.matches) return false;
      selected = job;
      redraw();
      panel.scrollTop = 0;
      return true;
    },
    extras: actions.rowExtras,
    isNew: actions.isNew,
  };

  const redraw = (): void => {
    if (state !== null) draw(state);
  };
  wide.addEventListener('change', redraw);

  function draw(next: PageState): void {
    state = next;
    if (next.query !== query) {
      query = next.query;
      open.clear();
      selected = null;
    }
    const { answer, rows, isSearching, isCurrent } = next;
    const isAsked = next.query !== null;
    document.documentElement.classList.toggle('asked', isAsked);
    document.body.classList.toggle('searching', isSearching);
    results.setAttribute('aria-busy', String(isSearching && !isCurrent));
    results.classList.toggle('outdated', isAsked && isSearching && answer !== null && !isCurrent);
    const jobs = rows.jobs.filter((job) => !actions.isHidden(job));
    chooseSelected(jobs, isAsked && isCurrent);
    render(results, isAsked ? showResults(next, jobs) : actions.welcome());
    drawNext(next);
    for (const job of jobs) {
      const place = open.has(job.id) ? document.getElementById(`description-${job.id}`) : null;
      if (place !== null) void loadDescription(job, place, 4);
    }
    actions.drawMap(selected);
    drawPanel(isAsked && (jobs.length > 0 || (isSearching && next.problem === null)));
  }

  function drawNext(next: PageState): void {
    const banner = next.query === null ? null : showNext(next, actions.again);
    toast.hidden = banner === null;
    render(toast, [banner]);
  }

  function showResults(next: PageState, jobs: readonly Job[]): (HTMLElement | null)[] {
    const { answer, isSearching, problem, rows } = next;
    const now = new Date();
    const head = [
      el(
        'div',
        { class: 'found', 'data-key': 'head' },
        el('h2', { id: 'found', tabindex: -1 }, headOf(next)),
        answer === null ? null : actions.tools(),
      ),
      next.query === null ? null : showChips(next.query, actions),
    ];
    if (answer === null)
      return [
        ...head,
        ...(problem === null ? showState(next, actions.defaults, now) : []),
        showProblem(next, actions.again),
        isSearching && problem === null ? showSkeleton() : null,
      ];
    return [
      ...head,
      ...showState(next, actions.defaults, now),
      ...showNotes(answer, now, actions),
      showHiddenCount(rows.jobs.length - jobs.length),
      showPill(rows.held, rows.isInOrder || isSearching),
      ...(rows.jobs.length === 0 ? showNoRows(answer, isSearching) : [showRows(answer, jobs, now)]),
      showPages(answer, actions),
    ];
  }

  const showNoRows = (answer: Answer, isSearching: boolean): (HTMLElement | null)[] =>
    isSearching ? [showSkeleton()] : [showEmpty(answer, actions)];

  const showHiddenCount = (count: number): HTMLElement | null =>
    count === 0
      ? null
      : el(
          'p',
          { class: 'small quiet', 'data-key': 'hidden' },
          `${formatMany(count, 'job')} hidden by you. `,
          button({ class: 'link' }, actions.showHidden, 'Show'),
        );

  const showRows = ({ page }: Answer, jobs: readonly Job[], now: Date): HTMLElement =>
    el(
      'ol',
      { class: 'jobs', 'data-key': 'jobs', start: page.index * page.limit + 1 },
      ...jobs.map((job) => showJob(job, now, rowActions)),
    );

  /** Jobs that were held back, so that nothing moves while somebody reads. */
  const showPill = (held: number, isInOrder: boolean): HTMLElement | null =>
    held === 0 && isInOrder
      ? null
      : el(
          'div',
          { class: 'pill', 'data-key': 'pill' },
          button(
            { class: 'act strong' },
            actions.settle,
            held === 0 ? 'Show in the best order' : `Show ${formatMany(held, 'new job')}`,
          ),
        );

  /** The first job is shown beside the list until another is chosen. */
  function chooseSelected(jobs: readonly Job[], isCurrent: boolean): void {
    const again = wanted === null ? undefined : jobs.find(({ id }) => id === wanted);
    if (again !== undefined) {
      selected = again;
      wanted = null;
    }
    const fresh = jobs.find(({ id }) => id === selected?.id);
    if (fresh !== undefined) selected = fresh;
    else if (isCurrent && wide.matches) selected = jobs[0] ?? null;
  }

  function drawPanel(hasList: boolean): void {
    const job = wide.matches && hasList ? selected : null;
    panel.hidden = job === null;
    document.body.classList.toggle('split', wide.matches && hasList);
    render(panel, job === null ? [] : showPanel(job, new Date(), { extras: actions.panelExtras }));
    if (job !== null) fillPanel(panel, job);
  }

  const current = (): number => {
    const jobs = shownJobs();
    const focused = document.activeElement?.closest<HTMLElement>('[data-key^="job_"]')?.dataset.key;
    const id = focused ?? (wide.matches ? selected?.id : undefined);
    return jobs.findIndex((job) => job.id === id);
  };
  const shownJobs = (): readonly Job[] => state?.rows.jobs.filter((job) => !actions.isHidden(job)) ?? [];

  return {
    draw,
    isWide: () => wide.matches,
    move(step) {
      const jobs = shownJobs();
      const isUnfocused = document.activeElement?.closest('.job') === null;
      const from = current();
      const index = wide.matches && isUnfocused && from === 0 && step > 0 && jobs.length > 1 ? 1 : from + step;
      const job = jobs[Math.max(0, Math.min(jobs.length - 1, index))];
      if (job === undefined) return;
      rowActions.select(job);
      document.querySelector<HTMLElement>(`#title-${job.id} .title`)?.focus();
    },
    toggleCurrent() {
      const job = shownJobs()[current()];
      if (job !== undefined && !wide.matches) rowActions.toggle(job);
    },
    opened: () => ({ open: [...open], selected: selected?.id ?? null }),
    reopen(opened) {
      for (const id of opened.open) open.add(id);
      wanted = opened.selected;
      redraw();
    },
  };
}

function headOf({ answer, isCurrent, problem }: PageState): string {
  if (answer === null) return problem === null ? 'Searching …' : 'No results';
  return isCurrent ? headline(answer) : 'Searching …';
}

const showSkeleton = (): HTMLElement =>
  el(
    'ol',
    { class: 'skeleton', 'data-key': 'skeleton', 'aria-hidden': 'true' },
    ...Array.from({ length: skeletons }, () => el('li', {}, el('div', { class: 'ghost' }))),
  );
