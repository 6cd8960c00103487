import { button, el } from '../lib/dom.js';
import { formatMany } from '../lib/format.js';
import type { Answer, Job } from '../search/answer.js';
import type { PageState } from '../search/search-state.js';
import { type Actions, headline, showChips, showEmpty, showNotes, showPages } from './show-answer.js';
import { type RowActions, showJob } from './show-job.js';
import { showProblem } from './show-problem.js';
import { showState } from './show-state.js';

/** What the view lets a person do, beside the actions of rows. */
export type ViewActions = Actions & {
  again(): void;
  /** Shows the rows that were held back. */
  settle(): void;
  /** More buttons of a row, and of the job beside the list. */
  rowExtras(job: Job): (HTMLElement | null)[];
  panelExtras(job: Job): (HTMLElement | null)[];
  /** Buttons for the search as a whole. */
  tools(): HTMLElement;
  /** What this browser keeps, above the start of the page. */
  kept(): (HTMLElement | null)[];
  /** What a person should see of a job at once: that it is new to them, or that they have applied. */
  badge(job: Job): string | null;
  isHidden(job: Job): boolean;
  /** Draws the map of the jobs in the list and the one beside it. */
  drawMap(selected: Job | null): void;
  showHidden(): void;
  /** A person chose a job: by a press or a key, beside the list, or, where there is no room, to leave for its page. */
  onSelect(job: Job, how: 'press' | 'key' | 'leave'): void;
  /** Called when another job may be beside the list. */
  onDraw(): void;
};

type ResultActions = { actions: ViewActions; rowActions: RowActions };

/** Rows of an empty list while its search runs. */
const skeletons = 8;

/** The results of a search that was asked: its head, notes and rows; `jobs` are the rows that the person has not hidden. */
export function showResults(
  next: PageState,
  jobs: readonly Job[],
  { actions, rowActions }: ResultActions,
): (HTMLElement | null)[] {
  const { answer, isSearching, problem, rows } = next;
  const now = new Date();
  const head = [
    el(
      'div',
      { class: 'found', 'data-key': 'head' },
      el('h2', { id: 'found', tabindex: -1 }, headOf(next)),
      answer === null ? null : actions.tools(),
    ),
    next.query === null ? null : showChips(next.query, actions),
  ];
  if (answer === null)
    return [
      ...head,
      ...(problem === null ? showState(next, actions.defaults, now) : []),
      showProblem(next, {
        again: actions.again,
        firstPage: () => next.query !== null && actions.search({ ...next.query, page: '0' }),
      }),
      isSearching && problem === null ? showSkeleton() : null,
    ];
  return [
    ...head,
    ...showState(next, actions.defaults, now),
    ...showNotes(answer, now, actions),
    showHiddenCount(rows.jobs.length - jobs.length, actions),
    showPill(rows.held, rows.isInOrder || isSearching, actions),
    ...(rows.jobs.length > 0
      ? showGroups(answer, jobs, { now, rowActions })
      : [isSearching ? showSkeleton() : showEmpty(answer, actions)]),
    showPages(answer, actions),
  ];
}

const showHiddenCount = (count: number, actions: ViewActions): HTMLElement | null =>
  count === 0
    ? null
    : el(
        'p',
        { class: 'small quiet', 'data-key': 'hidden' },
        `${formatMany(count, 'job')} hidden by you. `,
        button({ class: 'link' }, actions.showHidden, 'Show'),
      );

type Kind = 'exact' | 'near' | 'inText';

const kindOf = ({ match }: Job): Kind => (match.near === true ? 'near' : match.inText === true ? 'inText' : 'exact');

const groupTitles: Readonly<Record<Kind, string | null>> = {
  exact: null,
  near: 'Similar titles',
  inText: 'Only mentioned in the text',
};

/** The rows; by relevance, near matches and mere mentions stand under headings of their own. */
function showGroups(
  { query, page }: Answer,
  jobs: readonly Job[],
  { now, rowActions }: { now: Date; rowActions: RowActions },
): (HTMLElement | null)[] {
  const groups: { kind: Kind; from: number; jobs: Job[] }[] = [];
  for (const [from, job] of jobs.entries()) {
    const last = groups.at(-1);
    if (last?.kind === kindOf(job)) last.jobs.push(job);
    else groups.push({ kind: kindOf(job), from, jobs: [job] });
  }
  // While an answer grows, kinds may alternate; headings would then come and go.
  const isApart = query.sortBy === 'relevant' && new Set(groups.map(({ kind }) => kind)).size === groups.length;
  return (isApart ? groups : [{ kind: 'exact' as const, from: 0, jobs }]).flatMap(({ kind, from, jobs: rows }) => {
    const title = groupTitles[kind];
    return [
      title === null ? null : el('h3', { class: 'group', 'data-key': `title-${kind}` }, title),
      el(
        'ol',
        { class: 'jobs', 'data-key': `jobs-${kind}`, start: page.index * page.limit + from + 1 },
        ...rows.map((job) => showJob(job, now, rowActions)),
      ),
    ];
  });
}

/** Jobs that were held back, so that nothing moves while somebody reads. */
const showPill = (held: number, isInOrder: boolean, actions: ViewActions): HTMLElement | null =>
  held === 0 && isInOrder
    ? null
    : el(
        'div',
        { class: 'pill', 'data-key': 'pill' },
        button(
          { class: 'act strong' },
          actions.settle,
          held === 0 ? 'Sort by relevance again' : `Show ${formatMany(held, 'new job')}`,
        ),
      );

function headOf({ answer, isCurrent, problem }: PageState): string {
  if (answer === null) return problem === null ? 'Searching …' : 'No results';
  return isCurrent ? headline(answer) : 'Searching …';
}

const showSkeleton = (): HTMLElement =>
  el(
    'ol',
    { class: 'skeleton', 'data-key': 'skeleton', 'aria-hidden': 'true' },
    ...Array.from({ length: skeletons }, () => el('li', {}, el('div', { class: 'ghost' }))),
  );
