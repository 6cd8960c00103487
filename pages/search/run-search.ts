import { say } from '../../shared/messages/messages.js';
import type { Answer, ProblemBody, Query, SourceReport } from './answer.js';
import { isWaiting, requestAnswer, retryDelay } from './api-client.js';
import { emptyState, mergeRows, noRows, type PageState, rowsOf } from './search-state.js';

/** Milliseconds to wait for the complete answer before showing the first jobs; most searches are complete by then. */
const settleMs = 700;

export type Runner = {
  state(): PageState;
  /** Starts a search; `kept` is a stored answer shown until the service answers. */
  start(query: Query, kept?: Answer): void;
  /** Shows an answer without a request. */
  restore(query: Query, answer: Answer): void;
  /** Runs the scheduled request now. */
  again(): void;
  /** Shows the newest answer in its own order, including the jobs held back. */
  settle(): void;
  /** Stops and shows the start page. */
  stop(): void;
};

/**
 * Runs one search at a time to completion: schedules the next request while boards are pending, the answer is stale or
 * the service is busy. Results stay while they belong to this search; if it fails, those of the previous search are
 * removed, because the page no longer says what they answer. `onChange` is called after every change.
 */
export function createRunner(onChange: (outcome: 'progress' | 'answer' | 'problem') => void): Runner {
  let state: PageState = emptyState;
  let running = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;

  const set = (change: Partial<PageState>): void => {
    state = { ...state, ...change };
  };

  const plan = (outcome: { answer: Answer } | { problem: ProblemBody }): void => {
    const seconds = retryDelay(outcome, attempts);
    attempts += 1;
    set({ retryAt: seconds === null ? null : Date.now() + seconds * 1000 });
    if (seconds === null) return;
    timer = setTimeout(retry, seconds * 1000);
  };
  /** A hidden page sends no requests; it continues when it becomes visible. */
  const retry = (): void => {
    if (document.hidden) document.addEventListener('visibilitychange', retry, { once: true });
    else if (state.retryAt !== null) void request();
  };
  addEventListener('online', () => {
    if (state.problem?.code === 'unreachable') retry();
  });

  const take = (answer: Answer): void => {
    const isFirst = !state.isCurrent || state.rows.jobs.length === 0;
    set({ answer, isCurrent: true, rows: isFirst ? rowsOf(answer) : mergeRows(state.rows, answer) });
  };

  const fail = (problem: ProblemBody): void => {
    set({ isSearching: false, problem, ...(state.isCurrent ? {} : { answer: null, rows: noRows }) });
    plan({ problem });
  };

  async function request(): Promise<void> {
    const { query } = state;
    if (query === null) return;
    running.abort();
    clearTimeout(timer);
    const current = new AbortController();
    running = current;
    const reports = new Map<string, SourceReport>();
    let early: ReturnType<typeof setTimeout> | undefined;
    let latest: Answer | null = null;
    const showGrowing = (): void => {
      early = undefined;
      if (current.signal.aborted || latest === null) return;
      take(latest);
      onChange('progress');
    };
    set({ isSearching: true, retryAt: null, reports });
    onChange('progress');
    try {
      const outcome = await requestAnswer(query, {
        signal: current.signal,
        onQuota: (quota) => set({ quota }),
        onSources(changed, counts) {
          if (current.signal.aborted) return;
          for (const report of changed) reports.set(report.name, report);
          set({ counts });
          onChange('progress');
        },
        onJobs(answer) {
          if (current.signal.aborted) return;
          latest = answer;
          if (state.isCurrent) showGrowing();
          else early ??= setTimeout(showGrowing, settleMs);
        },
      });
      if (current.signal.aborted) return;
      if ('answer' in outcome) {
        if (!isWaiting(outcome.answer)) attempts = 0;
        set({ isSearching: false, problem: null, counts: outcome.answer.sourceCounts });
        take(outcome.answer);
        plan(outcome);
      } else fail(outcome.problem);
      onChange('answer' in outcome ? 'answer' : 'problem');
    } catch (error) {
      if (current.signal.aborted) return;
      // Only fetch throws a TypeError for the network; other errors are bugs of this page.
      fail(unreachable());
      onChange('problem');
      if (!(error instanceof TypeError)) throw error;
    } finally {
      clearTimeout(early);
    }
  }

  const begin = (query: Query): void => {
    running.abort();
    clearTimeout(timer);
    attempts = 0;
    set({
      query,
      isCurrent: false,
      isSearching: false,
      problem: null,
      retryAt: null,
      counts: null,
      reports: new Map(),
    });
  };

  return {
    state: () => state,
    start(query, kept) {
      begin(query);
      if (kept !== undefined) set({ answer: kept, isCurrent: true, rows: rowsOf(kept) });
      void request();
    },
    restore(query, answer) {
      begin(query);
      set({ answer, isCurrent: true, rows: rowsOf(answer), counts: answer.sourceCounts });
      onChange('progress');
    },
    again: () => void request(),
    settle() {
      if (state.answer !== null) set({ rows: rowsOf(state.answer) });
      onChange('progress');
    },
    stop() {
      running.abort();
      clearTimeout(timer);
      state = emptyState;
      onChange('progress');
    },
  };
}

/** The problem shown if the service is unreachable. */
const unreachable = (): ProblemBody => ({
  code: 'unreachable',
  status: 0,
  title: say(navigator.onLine ? 'problem.unreachable' : 'offline'),
  detail: say(navigator.onLine ? 'unreachable.why' : 'typedIsKept'),
});
