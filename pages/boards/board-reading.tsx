/** The reading progress of added boards and the first matching jobs, rendered by the service, updated by boards.tsx. */
import { say } from '../../shared/messages/messages.js';
import type { Job } from '../../shared/search/job.js';
import { secondsWords } from '../../shared/words/job-words.js';
import { JobCards } from '../components/job-card.js';

/** The state of a reading; `toJobs`: the address of the search. */
export type BoardReading = {
  outcome: {
    state: string;
    /** Written by a worker, in English. */
    sentence: string;
    entry: Readonly<Record<string, unknown>> | null;
    plan?: { boards: number; seconds: number } | undefined;
  } | null;
  boards: number;
  attempted: number;
  failing: number;
  postings: number;
  jobs: readonly Job[];
  toJobs: string;
  isFinished: boolean;
};

export function Reading({ reading, now }: { reading: BoardReading; now: Date }) {
  const { outcome, boards, attempted, jobs, toJobs, isFinished } = reading;
  return (
    <>
      <div role="status">{outcome !== null && <Outcome outcome={outcome} />}</div>
      {boards > 0 && (
        <div class="reading">
          <progress max={boards} value={attempted} aria-labelledby="reading-words" />
          <p id="reading-words" class="quiet">
            {progressWords(reading)}
          </p>
        </div>
      )}
      {boards > 0 && (
        <section class="newest" aria-labelledby="matches">
          <h2 id="matches">{say('boards.matches')}</h2>
          {jobs.length > 0 ? (
            <JobCards jobs={jobs} now={now} />
          ) : (
            <p>{say(isFinished ? 'boards.noMatch' : 'boards.noMatchYet')}</p>
          )}
          <p>
            <a class="act strong" href={toJobs}>
              {say('boards.toJobs')}
            </a>
          </p>
        </section>
      )}
    </>
  );
}

const progressWords = ({ boards, attempted, failing, postings, isFinished }: BoardReading): string =>
  [
    say('boards.progress', { done: attempted, n: boards }),
    `${say('jobs', { n: postings })}.`,
    ...(failing > 0 ? [say('boards.failing', { n: failing })] : []),
    ...(isFinished ? [say('boards.finished')] : []),
  ].join(' ');

function Outcome({ outcome: { state, sentence, entry, plan } }: { outcome: NonNullable<BoardReading['outcome']> }) {
  if (state === 'waiting') return <p class="note">{say('boards.waiting')}</p>;
  if (state === 'done' && plan !== undefined)
    return <p class="note">{say('boards.added', { n: plan.boards, span: secondsWords(plan.seconds) })}</p>;
  if (state === 'done') return <p class="note">{say('boards.done')}</p>;
  return (
    <div class="note warn">
      <p>
        {say('boards.refused')} <span lang="en">{sentence}</span>
      </p>
      {entry !== null && <code>{JSON.stringify(entry)}</code>}
    </div>
  );
}
