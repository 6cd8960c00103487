import { isMessage, say, sayWith } from '../../shared/messages/messages.js';
import { problemWords } from '../../shared/messages/service-words.js';
import { secondsWords } from '../../shared/words/job-words.js';
import { formatAgo, writeSentence } from '../lib/format.js';
import { noticeActions } from '../results/notice-actions.js';
import type { Answer, Query } from '../search/answer.js';
import type { filterNames } from '../search/query.js';
import type { PageState } from '../search/search-state.js';
import { missingNames, missingOf, SourcesOf } from './sources.js';

/** The notes around an answer: state of its sources, notices, problems, and the page's next action. */

/** Actions a person can take on an answer. */
export type ResultsActions = {
  /** The number of jobs of another search; 0 while unknown. */
  countOf(query: Query): number;
  /** Starts another search and focuses its headline. */
  search(query: Query): void;
  /** Starts a search without a filter and focuses the next filter. */
  removeFilter(query: Query, name: (typeof filterNames)[number]): void;
  again(): void;
  /** Shows the rows held back. */
  settle(): void;
  showHidden(): void;
};

/** One quiet line: the progress of the sources, which ones failed, and when they were read. */
export function Progress({ state, now }: { state: PageState; now: Date }) {
  const { counts, isSearching, answer } = state;
  const total = counts?.total ?? 0;
  const pending = counts?.pending ?? 0;
  const failed = counts === null ? 0 : missingOf(counts);
  if (isSearching || pending > 0)
    return (
      <p class="progress-line" data-key="progress">
        <progress aria-label={say('progress.label')} max={Math.max(total, 1)} value={total - pending} />{' '}
        {total === 0 ? say('looking') : say('progress.read', { read: total - pending, n: total })}
        {failed > 0 && `, ${say('progress.failed', { n: failed })}`}
      </p>
    );
  const read = answer?.collectedAt ?? null;
  const reports = answer?.sources ?? [...state.reports.values()];
  return (
    <p class="progress-line" id={failed > 0 ? 'partial' : undefined}>
      {failed === 0
        ? say('progress.sites', { n: total }) +
          (read === null ? '' : `, ${say('progress.at', { when: formatAgo(read, now) })}`)
        : failed === total
          ? say('progress.none')
          : sayWith('progress.some', {
              failed,
              n: total,
              names: <a href="#sources">{missingNames(reports, failed)}</a>,
            })}
    </p>
  );
}

/** Notices shown after the list. */
const isCredit = (notice: string): boolean =>
  /reference rates|^Jobs? (?:from|of) .* (?:by|via) |^Powered by/i.test(notice);

/** Notices shown before the list. */
export function Notices({ answer, now, actions }: { answer: Answer; now: Date; actions: ResultsActions | undefined }) {
  const { query, page } = answer;
  // An empty list offers words to leave out itself.
  const notices = answer.notices.filter((text) => page.total > 0 || !text.startsWith('No stored job meets'));
  const places = actions === undefined ? [] : (answer.offers?.places ?? []);
  return (
    <>
      {places.length > 0 && (
        <p class="note" data-key="which-place">
          {say('places.which', { place: query.location })}{' '}
          {places.map(({ text, jobs }) => (
            <button
              key={text}
              type="button"
              class="act"
              data-key={text}
              onClick={() => actions?.search({ ...query, location: text, page: '0' })}
            >
              {text}
              <span class="quiet"> {say('jobs', { n: jobs })}</span>
            </button>
          ))}
        </p>
      )}
      {notices
        .filter((text) => !isCredit(text))
        .map((text) => (
          <p class="note" key={text} data-key={text}>
            {writeSentence(text, now)}
            {actions &&
              noticeActions(text, query).map(({ label, query: other }) => (
                <>
                  {' '}
                  <button type="button" class="act" onClick={() => actions.search(other)}>
                    {label}
                  </button>
                </>
              ))}
          </p>
        ))}
    </>
  );
}

/** Where the jobs come from: the sources and their states, credits, and rates. */
type FootProps = { state: PageState; answer: Answer; now: Date; isPlain: boolean };

export function ListFoot({ state, answer, now, isPlain }: FootProps) {
  const counts = state.counts ?? answer.sourceCounts;
  const reports = state.isSearching ? [...state.reports.values()] : answer.sources;
  return (
    <div class="list-foot" id="sources">
      {answer.notices.filter(isCredit).map((text) => (
        <p key={text}>{writeSentence(text, now)}</p>
      ))}
      <details class="boards" data-key="boards">
        <summary>
          {say('sources.title', { n: counts.total })}
          {answer.collectedAt !== null && (
            <span class="quiet">
              ,{' '}
              {sayWith('progress.at', {
                when: <time dateTime={answer.collectedAt}>{formatAgo(answer.collectedAt, now)}</time>,
              })}
            </span>
          )}
        </summary>
        <SourcesOf reports={reports} counts={counts} now={now} isPlain={isPlain} />
        {state.quota !== null && (
          <p class="quiet">{say('quota', { n: state.quota.left, span: secondsWords(state.quota.seconds) })}</p>
        )}
      </details>
    </div>
  );
}

type ProblemProps = { state: PageState; actions: ResultsActions; now: Date };

/** A problem in place of the results, with advice and the time of the next attempt. */
export function ProblemBox({ state: { problem, query, retryAt, isSearching }, actions, now }: ProblemProps) {
  if (problem === null || query === null) return null;
  const isInvalid = problem.code === 'invalid-request';
  const advice = `advice.${problem.code}`;
  // The page number is not a form field that could be corrected.
  const beyond = problem.errors?.find(({ pointer }) => pointer === '#/page');
  return (
    <div class="empty problem" data-key="problem" role="alert">
      <h2>{problemWords(problem)}</h2>
      {!isInvalid && <p>{writeSentence(problem.detail, now)}</p>}
      {beyond && <p>{beyond.detail}</p>}
      {beyond ? (
        <button type="button" class="act strong" onClick={() => actions.search({ ...query, page: '0' })}>
          {say('results.firstPage')}
        </button>
      ) : (
        <p class="quiet">{say(isMessage(advice) ? advice : 'advice.other')}</p>
      )}
      {!isInvalid && !isSearching && (
        <p class="next" aria-live="off">
          <Countdown retryAt={retryAt} words="retry.in" again={actions.again} />
        </p>
      )}
      {problem.sources && problem.sourceCounts && (
        <SourcesOf reports={problem.sources} counts={problem.sourceCounts} now={now} />
      )}
      {problem.requestId !== undefined && !isInvalid && (
        <p class="quiet small">{say('request', { id: problem.requestId })}</p>
      )}
    </div>
  );
}

type CountdownProps = { retryAt: number | null; words: 'retry.in' | 'retry.lookIn'; again: () => void };

/** "Trying again in 12 seconds." with a button to retry now. */
function Countdown({ retryAt, words, again }: CountdownProps) {
  const left = retryAt === null ? null : Math.max(0, Math.ceil((retryAt - Date.now()) / 1000));
  return (
    <>
      {left !== null && <span class="countdown">{say(words, { span: secondsWords(left) })} </span>}
      <button type="button" class="act" onClick={again}>
        {say(left === null ? 'tryAgain' : 'retry.now')}
      </button>
    </>
  );
}

/** The page's next automatic action, shown above everything else; empty if there is none. */
export function NextStep({ state, again }: { state: PageState; again: () => void }) {
  const { answer, problem, isCurrent, retryAt, isSearching, query } = state;
  if (query === null || answer === null) return null;
  if (problem !== null)
    return (
      <p class="note next warn">
        <strong>{problemWords(problem)}</strong> {say('retry.former')}{' '}
        <Countdown retryAt={retryAt} words="retry.in" again={again} />
      </p>
    );
  if (!isCurrent || isSearching || retryAt === null) return null;
  const { pending } = answer.sourceCounts;
  return (
    <p class="note next">
      {answer.stale ? (
        <>
          <strong>
            {answer.ageSeconds === null
              ? say('retry.staleSome')
              : say('retry.stale', { span: secondsWords(answer.ageSeconds) })}
          </strong>{' '}
          {say('retry.again')}{' '}
        </>
      ) : (
        `${say('retry.pending', { n: pending })} `
      )}
      <Countdown retryAt={retryAt} words="retry.lookIn" again={again} />
    </p>
  );
}
