import { byId } from '../lib/dom.js';
import { render } from '../lib/morph.js';
import type { Job, Query } from '../search/answer.js';
import type { PageState } from '../search/search-state.js';
import { start } from '../search/start.js';
import { createJobSelection, type Wanted } from './job-selection.js';
import { loadDescription } from './show-description.js';
import type { RowActions } from './show-job.js';
import { fillPanel, showPanel } from './show-panel.js';
import { showResults, type ViewActions } from './show-results.js';
import { showNext } from './show-state.js';

/** What a person opened on the page. */
export type Opened = { open: string[]; selected: string | null };

export type View = {
  draw(state: PageState): void;
  /** Shows the job that is `step` rows from the one with the focus or beside the list. */
  move(step: number): void;
  /** Opens or closes the description of the row with the focus. */
  toggleCurrent(): void;
  /** The job of the row with the focus, else the one beside the list. */
  current(): Job | null;
  /** The job beside the list. */
  selected(): Job | null;
  opened(): Opened;
  /**
   * Opens again what was open, for the search on screen or the next one. `linked`: the job that the address names, which need not
   * be in the list.
   */
  reopen(opened: Opened | null, options: { linked: string | null; isOnScreen: boolean }): void;
};

/** Draws the state of a search into the page. Every change draws all; `render` touches what differs. */
export function createView(actions: ViewActions): View {
  const results = byId('results', HTMLElement);
  const panel = byId('panel', HTMLElement);
  const wide = matchMedia('(min-width: 62.5rem)');
  const open = new Set<string>();
  let reopened: { open: readonly string[]; wanted: Wanted | null } | null = null;
  let state: PageState | null = null;
  let query: Query | null = null;

  const rowActions: RowActions = {
    isOpen: (id) => open.has(id),
    isSelected: (id) => selection.shown()?.id === id,
    toggle(job) {
      if (!open.delete(job.id)) open.add(job.id);
      redraw();
    },
    select(job) {
      // The entry of the address that is left keeps the job that was shown.
      actions.onSelect(job, wide.matches ? 'press' : 'leave');
      if (wide.matches) select(job);
      return wide.matches;
    },
    extras: actions.rowExtras,
    badge: actions.badge,
  };

  const redraw = (): void => {
    if (state !== null) draw(state);
  };
  const selection = createJobSelection({ wide, open, redraw });
  const select = (job: Job): void => {
    selection.select(job);
    redraw();
    panel.scrollTop = 0;
  };
  wide.addEventListener('change', redraw);

  function draw(next: PageState): void {
    state = next;
    if (next.query !== query) {
      query = next.query;
      open.clear();
      selection.clear();
      takeReopened();
    }
    const { answer, rows, isSearching, isCurrent } = next;
    const isAsked = next.query !== null;
    document.documentElement.classList.toggle('asked', isAsked);
    placeStart(isAsked);
    document.body.classList.toggle('searching', isSearching);
    results.setAttribute('aria-busy', String(isSearching && !isCurrent));
    results.classList.toggle('outdated', isAsked && isSearching && answer !== null && !isCurrent);
    const jobs = rows.jobs.filter((job) => !actions.isHidden(job));
    selection.choose(jobs, { isCurrent: isAsked && isCurrent, isSettled: isCurrent && !isSearching });
    render(results, isAsked ? showResults(next, jobs, { actions, rowActions }) : actions.kept());
    drawBanner(next, actions.again);
    for (const job of jobs) {
      const place = open.has(job.id) ? document.getElementById(`description-${job.id}`) : null;
      if (place !== null) void loadDescription(job, place, 4);
    }
    actions.drawMap(selection.job());
    const hasList = hasRows(next, jobs);
    document.body.classList.toggle('split', wide.matches && hasList);
    drawPanel(panel, hasList ? selection.shown() : null, actions.panelExtras);
    actions.onDraw();
  }

  /** A search takes the place of the start. */
  function placeStart(isAsked: boolean): void {
    if (isAsked) start?.remove();
    else if (start?.isConnected === false) byId('columns', HTMLElement).after(start);
  }

  /** What was open is opened again with the search that it belongs to. */
  function takeReopened(): void {
    for (const id of reopened?.open ?? []) open.add(id);
    selection.want(reopened?.wanted ?? null);
    reopened = null;
  }

  const currentAt = (): number => {
    const jobs = shownJobs();
    const focused = document.activeElement?.closest<HTMLElement>('[data-key^="job_"]')?.dataset.key;
    const id = focused ?? selection.shown()?.id;
    return jobs.findIndex((job) => job.id === id);
  };
  const shownJobs = (): readonly Job[] => state?.rows.jobs.filter((job) => !actions.isHidden(job)) ?? [];

  return {
    draw,
    move(step) {
      const jobs = shownJobs();
      const isUnfocused = document.activeElement?.closest('.job') === null;
      const from = currentAt();
      const index = wide.matches && isUnfocused && from === 0 && step > 0 && jobs.length > 1 ? 1 : from + step;
      const job = jobs[Math.max(0, Math.min(jobs.length - 1, index))];
      if (job === undefined) return;
      if (wide.matches) {
        actions.onSelect(job, 'key');
        select(job);
      }
      focusTitle(job.id);
    },
    toggleCurrent() {
      const job = shownJobs()[currentAt()];
      if (job !== undefined && !wide.matches) rowActions.toggle(job);
    },
    current: () => shownJobs()[currentAt()] ?? selection.shown(),
    selected: selection.shown,
    opened: () => ({ open: [...open], selected: selection.job()?.id ?? null }),
    reopen(opened, { linked, isOnScreen }) {
      const id = linked ?? opened?.selected ?? null;
      reopened = { open: opened?.open ?? [], wanted: id === null ? null : { id, isLinked: linked !== null } };
      if (!isOnScreen) return;
      takeReopened();
      if (selection.job()?.id !== id) {
        panel.scrollTop = 0;
        if (linked !== null) selection.drop();
      }
      const isInList = document.activeElement?.closest('.jobs') != null;
      redraw();
      if (isInList && id !== null) focusTitle(id);
    },
  };
}

/** Whether rows are shown, or what stands for those that are looked for. */
const hasRows = ({ query, isSearching, problem }: PageState, jobs: readonly Job[]): boolean =>
  query !== null && (jobs.length > 0 || (isSearching && problem === null));

function drawBanner(state: PageState, again: ViewActions['again']): void {
  const toast = byId('toast', HTMLElement);
  const banner = state.query === null ? null : showNext(state, again);
  toast.hidden = banner === null;
  render(toast, [banner]);
}

function drawPanel(panel: HTMLElement, job: Job | null, extras: ViewActions['panelExtras']): void {
  panel.hidden = job === null;
  render(panel, job === null ? [] : showPanel(job, new Date(), { extras }));
  if (job !== null) fillPanel(panel, job);
}

const focusTitle = (id: string): void => document.querySelector<HTMLElement>(`#title-${id} .title`)?.focus();
