import { button, el } from '../lib/dom.js';
import { shareAddress } from '../lib/share.js';
import type { KeepableJob, MyJobs } from './my-jobs.js';
import { type KeptJob, maxNote } from './my-jobs-file.js';

/** What a person marks a job with. */
export type Mark = 'starredAt' | 'hiddenAt' | 'appliedAt';

/** Marks a job with the time, or takes its mark away. */
function toggleMark(mine: MyJobs, job: KeepableJob, mark: Mark): void {
  const isOn = mine.job(job.id)?.[mark] !== undefined;
  mine.change(job, { [mark]: isOn ? undefined : new Date().toISOString() } as Partial<KeptJob>);
}

type Walked = { current(): KeepableJob | null; move(step: number): void };

/** The keys that mark the job that a person is at; a job that is hidden gives its place to the next one. */
export function markKeys(mine: MyJobs, list: Walked): Record<string, () => void> {
  const mark = (kind: Mark) => () => {
    const job = list.current();
    if (job === null) return;
    if (kind === 'hiddenAt' && mine.job(job.id)?.hiddenAt === undefined) list.move(1);
    toggleMark(mine, job, kind);
  };
  return { s: mark('starredAt'), x: mark('hiddenAt'), a: mark('appliedAt') };
}

/** Off, on, and the name for assistive technology, which says itself whether it is pressed. */
type Words = readonly [off: string, on: string, name: string];

function markButton(mine: MyJobs, job: KeepableJob, mark: Mark, [off, on, name]: Words): HTMLElement {
  const isOn = mine.job(job.id)?.[mark] !== undefined;
  const attributes = { 'aria-pressed': String(isOn), 'aria-label': `${name}: ${job.title}`, title: name };
  return button(
    { class: `act mine ${classes[mark]}`, ...attributes },
    () => toggleMark(mine, job, mark),
    isOn ? on : off,
  );
}

const classes: Readonly<Record<Mark, string>> = { starredAt: 'star', hiddenAt: 'hide', appliedAt: 'applied' };

const star = (mine: MyJobs, job: KeepableJob): HTMLElement => markButton(mine, job, 'starredAt', ['☆', '★', 'Star']);

/** The buttons of a row: star and hide. */
export const rowButtons = (job: KeepableJob, mine: MyJobs): HTMLElement[] => [
  star(mine, job),
  markButton(mine, job, 'hiddenAt', ['Hide', 'Hidden', 'Hide']),
];

/**
 * The buttons of a job that is shown whole, beside the list and on its page: star, hide, applied, share; once it is starred or
 * applied for, a note, and the day of applying.
 */
export function jobButtons(job: KeepableJob, mine: MyJobs, announce: (text: string) => void): HTMLElement[] {
  const kept = mine.job(job.id);
  const hasApplied = kept?.appliedAt !== undefined;
  const name = hasApplied ? 'Applied ✓' : 'I have applied';
  const share = async (): Promise<void> => announce(await shareAddress(`${location.origin}/jobs/${job.id}`, job.title));
  return [
    star(mine, job),
    markButton(mine, job, 'hiddenAt', ['Hide', 'Hidden', 'Hide from lists']),
    markButton(mine, job, 'appliedAt', ['I have applied', 'Applied ✓', name]),
    button({ class: 'act' }, () => void share(), 'Share'),
    ...(kept?.appliedAt === undefined ? [] : [dayOfApplying(job, kept.appliedAt, mine)]),
    ...(hasApplied || kept?.starredAt !== undefined ? [note(job, kept, mine)] : []),
  ];
}

/** The day of a time in the time zone of the browser: "2026-11-24". */
function dayOf(iso: string): string {
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

function dayOfApplying(job: KeepableJob, appliedAt: string, mine: MyJobs): HTMLElement {
  const today = dayOf(new Date().toISOString());
  const field = el('input', { type: 'date', class: 'my-day', max: today, 'data-kept': true });
  field.value = dayOf(appliedAt);
  field.onchange = ({ currentTarget }) => {
    const { value } = currentTarget as HTMLInputElement;
    if (/^\d{4}-\d\d-\d\d$/.test(value) && value <= today)
      mine.change(job, { appliedAt: new Date(`${value}T12:00`).toISOString() });
  };
  return el('label', { class: 'my-applied', 'data-key': `day-${job.id}` }, 'Applied on ', field);
}

/** Who leaves the page with the cursor in a note, by the back button or to another app, keeps what is written. */
document.addEventListener('visibilitychange', () => {
  if (document.hidden) document.activeElement?.closest('.my-note')?.dispatchEvent(new Event('change'));
});

function note(job: KeepableJob, kept: KeptJob | undefined, mine: MyJobs): HTMLElement {
  const field = el('textarea', {
    class: 'my-note',
    'data-key': `note-${job.id}`,
    'data-kept': true,
    rows: 2,
    maxlength: maxNote,
    'aria-label': `Your note on ${job.title}`,
    placeholder: 'Your note, kept in this browser',
  });
  field.value = kept?.note ?? '';
  field.onchange = ({ currentTarget }) => mine.change(job, { note: (currentTarget as HTMLTextAreaElement).value });
  return field;
}
