import { under } from '../lib/base-path.js';
import type { Job } from '../search/answer.js';
import { fetchJob } from '../search/api-client.js';

type Walked = {
  jobs(): readonly Job[];
  /** The job next to the list. */
  shown(): Job | null;
  /** Shows a job if there is room next to the list. */
  show(job: Job): unknown;
};

/** Moves through the list by keys. */
export function walkList({ jobs, shown, show }: Walked) {
  const focused = (): Element | null => document.activeElement?.closest('.jobs [data-key]') ?? null;
  const currentAt = (): number => {
    const id = focused()?.getAttribute('data-key') ?? shown()?.id;
    return jobs().findIndex((job) => job.id === id);
  };
  const focusTitle = (id: string): void => document.querySelector<HTMLElement>(`#title-${id} .title`)?.focus();
  return {
    focusTitle,
    /** The job of the focused card, else the one next to the list. */
    current: (): Job | null => jobs()[currentAt()] ?? shown(),
    /** Shows the job `step` cards away; the first step goes to the second job, because the first is already shown. */
    move(step: number): void {
      const all = jobs();
      const from = currentAt();
      const isFirstStep = shown() !== null && focused() === null && from === 0 && step > 0 && all.length > 1;
      const job = all[isFirstStep ? 1 : Math.max(0, Math.min(all.length - 1, from + step))];
      if (job === undefined) return;
      show(job);
      focusTitle(job.id);
    },
  };
}

/** A job to show once it is listed; one from the address (`isLinked`) is loaded if the list lacks it. */
type Wanted = { id: string; isLinked: boolean };

/** The job shown next to a list. */
type JobSelection = {
  /** The job next to the list; `null` if there is no room for one. */
  shown(): Job | null;
  /** The same, even if there is no room. */
  job(): Job | null;
  select(job: Job): void;
  /** The job to show as soon as it is available. */
  want(wanted: Wanted | null): void;
  /** Clears the selection, for another search. */
  clear(): void;
  /** Shows the first job until another is selected, or the job of the address has arrived. */
  choose(jobs: readonly Job[], state: { isCurrent: boolean; isSettled: boolean }): void;
};

/** Stores the selected job, shown next to the list while `wide` matches. */
export function createJobSelection(wide: MediaQueryList, redraw: () => void): JobSelection {
  let selected: Job | null = null;
  /** The row of `selected`: when that job leaves the list, the job now in its row is shown. */
  let selectedAt = 0;
  let wanted: Wanted | null = null;
  let loading: Wanted | null = null;
  /** The job of the address if it is not in the list. */
  let apart: Job | null = null;

  /** Loads the job of the address if the list lacks it; on narrow screens, opens its page. */
  async function loadLinked(linked: Wanted): Promise<void> {
    if (loading === linked) return;
    loading = linked;
    if (!wide.matches) {
      location.replace(under(`/jobs/${linked.id}`));
      return;
    }
    const job = await fetchJob(linked.id).catch(() => null);
    if (wanted !== linked) return;
    wanted = null;
    apart = job === null ? null : { ...job, match: { score: 0, why: [] } };
    selected = apart;
    redraw();
  }

  return {
    job: () => selected,
    shown: () => (wide.matches ? selected : null),
    select(job) {
      selected = job;
      wanted = null;
    },
    want(next) {
      wanted = next;
      if (next?.isLinked && next.id !== selected?.id) selected = null;
    },
    clear() {
      selected = null;
      selectedAt = 0;
      apart = null;
    },
    choose(jobs, { isCurrent, isSettled }) {
      const again = jobs.find(({ id }) => id === wanted?.id);
      if (again !== undefined) {
        selected = again;
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
    },
  };
}
