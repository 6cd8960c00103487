import type { Job } from '../search/answer.js';

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
