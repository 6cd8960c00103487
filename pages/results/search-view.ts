import { byId } from '../lib/dom.js';
import { render } from '../lib/morph.js';
import type { Job, Query } from '../search/answer.js';
import type { PageState } from '../search/search-state.js';
import { loadDescription } from './show-description.js';
import type { RowActions } from './show-job.js';
import { fillPanel, showPanel } from './show-panel.js';
import { showResults, type ViewActions } from './show-results.js';
import { showNext } from './show-state.js';

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
    render(results, isAsked ? showResults(next, jobs, { actions, rowActions }) : actions.welcome());
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
