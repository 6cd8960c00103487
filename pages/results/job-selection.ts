import { under } from '../lib/base-path.js';
import type { Job } from '../search/answer.js';
import { fetchJob } from '../search/api-client.js';

type Walked = {
  jobs(): readonly Job[];
  /** The job beside the list. */
  shown(): Job | null;
  /** Shows a job where there is room beside the list. */
  show(job: Job): unknown;
};

/** Walks the list with keys. */
export function walkList({ jobs, shown, show }: Walked) {
  const focused = (): Element | null => document.activeElement?.closest('.jobs [data-key]') ?? null;
  const currentAt = (): number => {
    const id = focused()?.getAttribute('data-key') ?? shown()?.id;
    return jobs().findIndex((job) => job.id === id);
  };
  const focusTitle = (id: string): void => document.querySelector<HTMLElement>(`#title-${id} .title`)?.focus();
  return {
    focusTitle,
    /** The job of the card with the focus, else the one beside the list. */
    current: (): Job | null => jobs()[currentAt()] ?? shown(),
    /** Shows the job that is `step` cards from the current one; the first step goes to the second job, as the first is shown. */
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

/** A job to show once the list has it; one of the address (`isLinked`) is loaded when the list has it not. */
type Wanted = { id: string; isLinked: boolean };

/** Which job of a list is shown beside it. */
type JobSelection = {
  /** The job beside the list; `null` where there is no room for one. */
  shown(): Job | null;
  /** The same, also where there is no room. */
  job(): Job | null;
  select(job: Job): void;
  /** The job to show as soon as it is there. */
  want(wanted: Wanted | null): void;
  /** Forgets all, for another search. */
  clear(): void;
  /** The first job is shown until another is chosen, or the job of the address is there. */
  choose(jobs: readonly Job[], state: { isCurrent: boolean; isSettled: boolean }): void;
};

/** Keeps the job beside the list, for which there is room while `wide` matches. */
export function createJobSelection(wide: MediaQueryList, redraw: () => void): JobSelection {
  let selected: Job | null = null;
  /** The row of `selected`: when it leaves the list, the job that takes its place is shown. */
  let selectedAt = 0;
  let wanted: Wanted | null = null;
  let loading: Wanted | null = null;
  /** The job of the address when it is none of the list. */
  let apart: Job | null = null;

  /** Loads the job of the address that the list lacks; where no job is beside the list, its page is opened. */
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
