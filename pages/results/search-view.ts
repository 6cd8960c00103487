import { byId } from '../lib/dom.js';
import { render } from '../lib/morph.js';
import type { Job, Query } from '../search/answer.js';
import { fetchJob } from '../search/api-client.js';
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

/** A job to show once the list has it; one of the address (`isLinked`) is loaded when the list has it not. */
type Wanted = { id: string; isLinked: boolean };

/** Draws the state of a search into the page. Every change draws all; `render` touches what differs. */
export function createView(actions: ViewActions): View {
  const results = byId('results', HTMLElement);
  const toast = byId('toast', HTMLElement);
  const panel = byId('panel', HTMLElement);
  const wide = matchMedia('(min-width: 62.5rem)');
  const open = new Set<string>();
  let selected: Job | null = null;
  /** The row of `selected`: when it leaves the list, the job that takes its place is shown. */
  let selectedAt = 0;
  /** The job to show as soon as it is there. */
  let wanted: Wanted | null = null;
  let loading: Wanted | null = null;
  let reopened: { open: readonly string[]; wanted: Wanted | null } | null = null;
  /** The job of the address when it is none of the list. */
  let apart: Job | null = null;
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
      // The entry of the address that is left keeps the job that was shown.
      actions.onSelect(job, wide.matches ? 'press' : 'leave');
      if (wide.matches) select(job);
      return wide.matches;
    },
    extras: actions.rowExtras,
    isNew: actions.isNew,
  };

  const redraw = (): void => {
    if (state !== null) draw(state);
  };
  const select = (job: Job): void => {
    selected = job;
    wanted = null;
    redraw();
    panel.scrollTop = 0;
  };
  wide.addEventListener('change', redraw);

  function draw(next: PageState): void {
    state = next;
    if (next.query !== query) {
      query = next.query;
      open.clear();
      selected = null;
      selectedAt = 0;
      apart = null;
      takeReopened();
    }
    const { answer, rows, isSearching, isCurrent } = next;
    const isAsked = next.query !== null;
    document.documentElement.classList.toggle('asked', isAsked);
    document.body.classList.toggle('searching', isSearching);
    results.setAttribute('aria-busy', String(isSearching && !isCurrent));
    results.classList.toggle('outdated', isAsked && isSearching && answer !== null && !isCurrent);
    const jobs = rows.jobs.filter((job) => !actions.isHidden(job));
    chooseSelected(jobs, { isCurrent: isAsked && isCurrent, isSettled: isCurrent && !isSearching });
    render(results, isAsked ? showResults(next, jobs, { actions, rowActions }) : actions.welcome());
    drawNext(next);
    for (const job of jobs) {
      const place = open.has(job.id) ? document.getElementById(`description-${job.id}`) : null;
      if (place !== null) void loadDescription(job, place, 4);
    }
    actions.drawMap(selected);
    drawPanel(isAsked && (jobs.length > 0 || (isSearching && next.problem === null)));
    actions.onDraw();
  }

  /** What was open is opened again with the search that it belongs to. */
  function takeReopened(): void {
    for (const id of reopened?.open ?? []) open.add(id);
    wanted = reopened?.wanted ?? null;
    reopened = null;
  }

  function drawNext(next: PageState): void {
    const banner = next.query === null ? null : showNext(next, actions.again);
    toast.hidden = banner === null;
    render(toast, [banner]);
  }

  /** The first job is shown beside the list until another is chosen, or the job of the address is there. */
  function chooseSelected(
    jobs: readonly Job[],
    { isCurrent, isSettled }: { isCurrent: boolean; isSettled: boolean },
  ): void {
    const again = jobs.find(({ id }) => id === wanted?.id);
    if (again !== undefined) {
      selected = again;
      if (wanted?.isLinked && !wide.matches) open.add(again.id);
      wanted = null;
    }
    if (wanted?.isLinked) {
      if (isSettled) void loadLinked(wanted);
      return;
    }
    const at = jobs.findIndex(({ id }) => id === selected?.id);
    if (at !== -1) selectedAt = at;
    const fresh = jobs[at];
    if (fresh !== undefined) selected = fresh;
    else if (isCurrent && wide.matches && (selected === null || selected !== apart))
      selected = jobs[Math.min(selectedAt, jobs.length - 1)] ?? null;
  }

  /** Loads the job of the address that the list lacks; where no job is beside the list, its page is opened. */
  async function loadLinked(linked: Wanted): Promise<void> {
    if (loading === linked) return;
    loading = linked;
    if (!wide.matches) {
      location.replace(`/jobs/${linked.id}`);
      return;
    }
    const job = await fetchJob(linked.id).catch(() => null);
    if (wanted !== linked) return;
    wanted = null;
    apart = job === null ? null : { ...job, match: { score: 0, why: [] } };
    selected = apart;
    redraw();
  }

  function drawPanel(hasList: boolean): void {
    const job = wide.matches && hasList ? selected : null;
    panel.hidden = job === null;
    document.body.classList.toggle('split', wide.matches && hasList);
    render(panel, job === null ? [] : showPanel(job, new Date(), { extras: actions.panelExtras }));
    if (job !== null) fillPanel(panel, job);
  }

  const currentAt = (): number => {
    const jobs = shownJobs();
    const focused = document.activeElement?.closest<HTMLElement>('[data-key^="job_"]')?.dataset.key;
    const id = focused ?? (wide.matches ? selected?.id : undefined);
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
    current: () => shownJobs()[currentAt()] ?? (wide.matches ? selected : null),
    selected: () => (wide.matches ? selected : null),
    opened: () => ({ open: [...open], selected: selected?.id ?? null }),
    reopen(opened, { linked, isOnScreen }) {
      const id = linked ?? opened?.selected ?? null;
      reopened = { open: opened?.open ?? [], wanted: id === null ? null : { id, isLinked: linked !== null } };
      if (!isOnScreen) return;
      takeReopened();
      if (selected?.id !== id) {
        panel.scrollTop = 0;
        if (linked !== null) selected = null;
      }
      const isInList = document.activeElement?.closest('.jobs') != null;
      redraw();
      if (isInList && id !== null) focusTitle(id);
    },
  };
}

const focusTitle = (id: string): void => document.querySelector<HTMLElement>(`#title-${id} .title`)?.focus();
