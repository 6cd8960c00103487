import type { ComponentChildren } from 'preact';
import { say } from '../../shared/messages/messages.js';
import { headlineWords } from '../../shared/words/job-words.js';
import { waysOut } from '../results/notice-actions.js';
import type { Answer, Job, Query } from '../search/answer.js';
import { chosenCompanies, defaults, filterNames, isSet, searchUrl } from '../search/query.js';
import type { PageState } from '../search/search-state.js';
import { ListFoot, Notices, ProblemBox, Progress, type ResultsActions } from './answer-notes.js';
import { type CardActions, pressed } from './job-card.js';
import { JobList, Skeleton } from './job-list.js';
import { labelOf, wordOf } from './words.js';

/** The results of a search: headline, notices, jobs, and their sources. */
export type ResultsView = {
  state: PageState;
  /** The listed jobs that the person has not hidden. */
  jobs: readonly Job[];
  now: Date;
  miles: boolean;
  /** Buttons for the search, at its top and below its list. */
  tools?: ComponentChildren;
  further?: ComponentChildren;
  /** The jobs are reordered, all on one page. */
  isReordered?: boolean;
  /** The page has no script, so content that a script would load or fold is rendered in full. */
  isPlain?: boolean;
  cards?: CardActions | undefined;
  actions?: ResultsActions | undefined;
};

/** The headline of the list: "214 jobs, 11 to 20 shown". */
export const headline = ({ page, jobs }: Answer): string => headlineWords(page, jobs.length);

export function Results({ view }: { view: ResultsView }) {
  const { state, jobs, now, miles, actions, cards, tools, further, isPlain = false, isReordered = false } = view;
  const { answer, query, problem, rows, isSearching } = state;
  if (query === null) return null;
  return (
    <>
      <div class="found" data-key="head">
        <h2 id="found" tabIndex={-1}>
          {isReordered ? say('fit.head', { n: jobs.length }) : headOf(state)}
        </h2>
        {answer !== null && tools}
      </div>
      <Chips query={query} actions={actions} />
      {(answer !== null || problem === null) && <Progress state={state} now={now} />}
      {answer === null && problem !== null && actions && <ProblemBox state={state} actions={actions} now={now} />}
      {answer === null && problem === null && isSearching && <Skeleton />}
      {answer !== null && (
        <>
          <Notices answer={answer} now={now} actions={actions} />
          {!isReordered && rows.jobs.length > jobs.length && (
            <p class="small quiet" data-key="hidden">
              {say('results.hidden', { n: rows.jobs.length - jobs.length })}{' '}
              <button type="button" class="link" onClick={actions?.showHidden}>
                {say('show')}
              </button>
            </p>
          )}
          {!isReordered && (rows.held > 0 || !(rows.isInOrder || isSearching)) && (
            <div class="pill" data-key="pill">
              <button type="button" class="act strong" onClick={actions?.settle}>
                {rows.held === 0 ? say('results.sortAgain') : say('results.showNew', { n: rows.held })}
              </button>
            </div>
          )}
          {rows.jobs.length > 0 ? (
            <JobList
              jobs={jobs}
              now={now}
              miles={miles}
              actions={cards}
              reasons={isPlain}
              first={isReordered ? 1 : answer.page.index * answer.page.limit + 1}
              grouped={answer.query.sortBy === 'relevant' && !isReordered}
            />
          ) : isSearching ? (
            <Skeleton />
          ) : (
            <EmptyList answer={answer} actions={actions} />
          )}
          {!isReordered && <PageLinks answer={answer} actions={actions} />}
          {further}
          <ListFoot state={state} answer={answer} now={now} isPlain={isPlain} />
        </>
      )}
    </>
  );
}

function headOf({ answer, isCurrent, problem }: PageState): string {
  if (answer === null) return say(problem === null ? 'searching' : 'results.none');
  return isCurrent ? headline(answer) : say('searching');
}

/** The filters of a search as links that remove them; keyword and location are in the form above. */
function Chips({ query, actions }: { query: Query; actions: ResultsActions | undefined }) {
  const set = filterNames.slice(2).filter((name) => isSet(query, name) && name !== 'excludeCompanies');
  const companies = chosenCompanies(query.excludeCompanies);
  if (set.length === 0 && companies.length === 0) return null;
  const without = (company: string): Query => ({
    ...query,
    page: '0',
    excludeCompanies: companies.filter((name) => name !== company).join('; '),
  });
  return (
    <div class="chips" data-key="chips">
      {set.map((name) => {
        const to = { ...query, [name]: '', page: '0' };
        const chip = { key: name, id: name, label: labelOf(name), word: wordOf(name, query[name]), to };
        return <Chip {...chip} remove={actions && (() => actions.removeFilter(query, name))} />;
      })}
      {companies.map((company) => {
        const chip = { key: `not ${company}`, id: `not ${company}`, label: labelOf('excludeCompanies'), word: company };
        return <Chip {...chip} to={without(company)} remove={actions && (() => actions.search(without(company)))} />;
      })}
    </div>
  );
}

type ChipProps = { id: string; label: string; word: string; to: Query; remove: (() => void) | undefined };

const Chip = ({ id, label, word, to, remove }: ChipProps) => (
  <a class="chip" data-key={id} href={searchUrl(to, remove === undefined ? '/search' : '/')} onClick={pressed(remove)}>
    <span class="quiet">{label} </span>
    <span class="chip-word" dir="auto">
      {word}
    </span>
    <span class="cross" aria-hidden="true">
      ×
    </span>
    <span class="visually-hidden">, {say('results.removeFilter')}</span>
  </a>
);

/** The text shown if nothing is found, with ways to widen the search. */
function EmptyList({ answer, actions }: { answer: Answer; actions: ResultsActions | undefined }) {
  const { query, page } = answer;
  const to = (other: Query, words: ComponentChildren, key = 'way') => (
    <SearchLink key={key} to={other} actions={actions}>
      {words}
    </SearchLink>
  );
  if (page.total > 0)
    return (
      <div class="empty" data-key="empty">
        <p>{say('results.emptyPage')}</p>
        {to({ ...query, page: '0' }, say('results.firstPage'))}
      </div>
    );
  const set = filterNames.filter((name) => isSet(query, name));
  const ways = waysOut(answer, actions?.countOf ?? (() => 0));
  return (
    <div class="empty" data-key="empty">
      <p class="big">{say(set.length > 1 ? 'results.noneOfFilters' : 'results.noneOfSearch')}</p>
      {set.some((name) => name !== 'keyword') && <p class="quiet">{say('results.filtersAreStrict')}</p>}
      {ways.length > 0 && <p>{say('results.removeOne')}</p>}
      {ways.length > 0 ? (
        <ul class="ways">
          {ways.map(({ key, label, query: other, jobs }) => (
            <li key={key} data-key={key}>
              {to(other, [`${label} `, <strong key="jobs">{say('jobs', { n: jobs })}</strong>])}
            </li>
          ))}
        </ul>
      ) : (
        to({ ...defaults }, say('results.showAll'))
      )}
    </div>
  );
}

type SearchLinkProps = { to: Query; actions: ResultsActions | undefined; children: ComponentChildren };

/** A link to another search; a plain click runs it without reloading the page. */
const SearchLink = ({ to, actions, children }: SearchLinkProps) => (
  <a
    class="act"
    href={searchUrl(to, actions === undefined ? '/search' : '/')}
    onClick={pressed(actions && (() => actions.search(to)))}
  >
    {children}
  </a>
);

/** Links to the previous and next pages. */
function PageLinks({
  answer: { query, page, next },
  actions,
}: {
  answer: Answer;
  actions: ResultsActions | undefined;
}) {
  const last = Math.ceil(Math.min(page.total, 1000) / page.limit);
  if (last <= 1) return null;
  const previous = page.index === 0 ? null : { ...query, page: String(page.index - 1) };
  const link = (label: string, to: Query | null) =>
    to === null ? (
      <span class="act off" aria-disabled="true" role="link">
        {label}
      </span>
    ) : (
      <SearchLink to={to} actions={actions}>
        {label}
      </SearchLink>
    );
  return (
    <nav class="pages" aria-label={say('results.pages')} data-key="pages">
      {link(say('results.previous'), previous)}
      <span>{say('results.page', { page: page.index + 1, last })}</span>
      {link(say('results.next'), next)}
    </nav>
  );
}
