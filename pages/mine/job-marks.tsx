import { say } from '../../shared/messages/messages.js';
import { under } from '../lib/base-path.js';
import { shareAddress } from '../lib/share.js';
import type { KeepableJob, MyJobs } from './my-jobs.js';
import { type KeptJob, maxNote } from './my-jobs-file.js';

/** Marks a person can set on a job: buttons on a card and in the job details. */
export type Mark = 'starredAt' | 'hiddenAt' | 'appliedAt';

/** Marks a job with the current time, or removes the mark. */
function toggleMark(mine: MyJobs, job: KeepableJob, mark: Mark): void {
  const isOn = mine.job(job.id)?.[mark] !== undefined;
  mine.change(job, { [mark]: isOn ? undefined : new Date().toISOString() } as Partial<KeptJob>);
}

type Walked = { current(): KeepableJob | null; move(step: number): void };

/** Keys that mark the current job; after hiding a job, the next one is selected. */
export function markKeys(mine: MyJobs, list: Walked): Record<string, () => void> {
  const mark = (kind: Mark) => () => {
    const job = list.current();
    if (job === null) return;
    if (kind === 'hiddenAt' && mine.job(job.id)?.hiddenAt === undefined) list.move(1);
    toggleMark(mine, job, kind);
  };
  return { s: mark('starredAt'), x: mark('hiddenAt'), a: mark('appliedAt') };
}

const classes: Readonly<Record<Mark, string>> = { starredAt: 'star', hiddenAt: 'hide', appliedAt: 'applied' };

type MarksProps = { job: KeepableJob; mine: MyJobs };

type MarkProps = MarksProps & { mark: Mark; words: readonly [off: string, on: string]; name: string };

/** `name`: for assistive technology, which announces the pressed state itself. */
function MarkButton({ mine, job, mark, words: [off, on], name }: MarkProps) {
  const isOn = mine.job(job.id)?.[mark] !== undefined;
  return (
    <button
      type="button"
      class={`act mine ${classes[mark]}`}
      aria-pressed={isOn}
      title={name}
      aria-label={`${name}: ${job.title}`}
      onClick={() => toggleMark(mine, job, mark)}
    >
      {isOn ? on : off}
    </button>
  );
}

const Star = (props: MarksProps) => (
  <MarkButton {...{ ...props, mark: 'starredAt', words: ['☆', '★'], name: say('mark.save') }} />
);

/** The buttons of a card: save and hide. */
export const CardMarks = (props: MarksProps) => (
  <>
    <Star {...props} />
    <MarkButton {...{ ...props, mark: 'hiddenAt', words: ['×', '×'], name: say('mark.hide') }} />
  </>
);

/** Follows or unfollows a company. */
export const Follow = ({ company, mine }: { company: string; mine: MyJobs }) => (
  <button
    type="button"
    class="act mine follow"
    aria-pressed={mine.follows(company)}
    aria-label={say('company.followIt', { company })}
    onClick={() => mine.toggleCompany(company)}
  >
    {say(mine.follows(company) ? 'company.followed' : 'company.follow')}
  </button>
);

type JobMarksProps = MarksProps & {
  announce(text: string): void;
  /** Excludes the company from the search that found the job; absent = there is no search. */
  hideCompany?: ((name: string) => void) | undefined;
};

/**
 * The buttons of the job details: save, hide, applied, share, hide its company; once the job is saved or applied for,
 * also a note and the date of applying.
 */
export function JobMarks({ job, mine, announce, hideCompany }: JobMarksProps) {
  const kept = mine.job(job.id);
  const hasApplied = kept?.appliedAt !== undefined;
  const { name } = job.company;
  const share = async (): Promise<void> =>
    announce(await shareAddress(`${location.origin}${under(`/jobs/${job.id}`)}`, job.title));
  return (
    <div class="actions">
      <Star job={job} mine={mine} />
      <MarkButton
        job={job}
        mine={mine}
        mark="hiddenAt"
        words={[say('mark.hide'), say('mark.hidden')]}
        name={say('mark.hideFromLists')}
      />
      <MarkButton
        job={job}
        mine={mine}
        mark="appliedAt"
        words={[say('mark.apply'), say('mark.applied')]}
        name={say(hasApplied ? 'mark.applied' : 'mark.apply')}
      />
      <button type="button" class="act" onClick={() => void share()}>
        {say('share')}
      </button>
      {name !== null && <Follow company={name} mine={mine} />}
      {hideCompany && name !== null && (
        <button
          type="button"
          class="act hide-company"
          title={say('mark.hideCompanyOf', { company: name })}
          onClick={() => hideCompany(name)}
        >
          {say('mark.hideCompany')}
        </button>
      )}
      {kept?.appliedAt !== undefined && <DayOfApplying job={job} mine={mine} appliedAt={kept.appliedAt} />}
      {(hasApplied || kept?.starredAt !== undefined) && (
        <textarea
          class="my-note"
          key={`note-${job.id}`}
          rows={2}
          maxLength={maxNote}
          defaultValue={kept?.note ?? ''}
          aria-label={say('note.on', { title: job.title })}
          placeholder={say('note.empty')}
          onChange={(event) => mine.change(job, { note: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

/** The date of a time in the browser's time zone: "2026-11-24". */
function dayOf(iso: string): string {
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

function DayOfApplying({ job, mine, appliedAt }: MarksProps & { appliedAt: string }) {
  const today = dayOf(new Date().toISOString());
  return (
    <label class="row-tools">
      {say('mark.appliedOn')}{' '}
      <input
        type="date"
        class="my-day"
        max={today}
        value={dayOf(appliedAt)}
        onChange={({ currentTarget: { value } }) => {
          if (/^\d{4}-\d\d-\d\d$/.test(value) && value <= today)
            mine.change(job, { appliedAt: new Date(`${value}T12:00`).toISOString() });
        }}
      />
    </label>
  );
}

/** Saves the note when a person leaves the page while editing, by the back button or for another app. */
if (typeof document !== 'undefined')
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) document.activeElement?.closest('.my-note')?.dispatchEvent(new Event('change'));
  });
