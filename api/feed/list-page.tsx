import type { ComponentChildren } from 'preact';
import { Results } from '../../pages/components/results.js';
import type { AppView } from '../../pages/components/search-app.js';
import { SearchForm } from '../../pages/components/search-form.js';
import { usesMiles } from '../../pages/lib/distance.js';
import type { Answer, Query } from '../../pages/search/answer.js';
import { splitPay } from '../../pages/search/pay-field.js';
import { defaults, searchTitle } from '../../pages/search/query.js';
import { emptyState } from '../../pages/search/search-state.js';
import { say } from '../../shared/messages/messages.js';
import { errorWords, problemWords } from '../../shared/messages/service-words.js';
import type { Problem } from '../../shared/problems/problem.js';
import { type FieldError, parseQuery } from '../../shared/search/query/parse-query.js';
import { changedFields } from '../../shared/search/query/query.js';
import type { SearchAnswer } from '../../shared/search/result.js';
import { offersAlerts } from '../../shared/watches/destinations.js';
import { exchangeRates } from '../../shared/words/exchange-rates.js';
import { languages } from '../../shared/words/languages.js';
import { invalidRequest, problemOf } from '../middleware/problems.js';
import { type Pages, pageHeaders } from '../pages/pages.js';
import { writePage } from '../pages/write-page.js';
import type { SearchMiddleware } from '../search/search-context.js';
import { givenFields } from './feed.js';

/** The codes of the currencies that pay can be converted from. */
export const offeredCurrencies = (): string[] => [...exchangeRates().perEuro.keys()].sort();

type ViewOptions = {
  /** The page has no script: content that a script would load or fold is written out. */
  isPlain?: boolean;

  given: Readonly<Record<string, string | undefined>>;
  miles: boolean;
};

/** The search page before its script runs, or without scripts; `answer`: `null` = none yet. */
export function viewOf(answer: SearchAnswer | null, { given, miles, isPlain = false }: ViewOptions): AppView {
  const asked = { ...defaults, ...given } as Query;
  const currencies = offeredCurrencies();
  const { amount, currency } = splitPay(asked.salary, currencies);
  const isAsked = Object.keys(given).length > 0;
  const state = {
    ...emptyState,
    query: isAsked ? asked : null,
    ...(answer === null
      ? { isSearching: isAsked }
      : {
          answer: answer as Answer,
          isCurrent: true,
          counts: answer.sourceCounts,
          rows: { jobs: answer.jobs, held: 0, isInOrder: true },
        }),
  };
  return {
    form: {
      query: { ...asked, salary: amount },
      currency: currency ?? '',
      currencies,
      languages: languages.words,
      errors: {},
      isPlain,
      miles,
      facets: null,
      isSheetOpen: false,
      total: null,
      isCounting: false,
    },
    results: { state, jobs: state.rows.jobs, now: new Date(), miles, isPlain },
  };
}

type ListContext = { config: Parameters<typeof offersAlerts>[0] };

/**
 * GET /search: a search as a page that needs no script, by its address only. The next middleware runs the search
 * itself, which counts as one; its errors become a page with the form, so that it can be corrected.
 */
export function listPage({ config }: ListContext, pages: Pages): SearchMiddleware {
  const hasAlerts = offersAlerts(config);
  return async function listPage(ctx, next) {
    ctx.set({ ...pageHeaders, 'X-Robots-Tag': 'noindex' });
    const given = withCurrency(givenFields(ctx.query), ctx.query.currency);
    const send = (title: string, main: ComponentChildren): void => {
      ctx.type = 'text/html; charset=utf-8';
      ctx.body = writePage(pages, { title, description: say('start.about'), main, address: ctx.url });
    };
    const miles = usesMiles(ctx.acceptsLanguages());
    if (Object.keys(given).length === 0)
      return send(say('jobSearch'), <SearchForm view={viewOf(null, { given, miles, isPlain: true }).form} />);
    try {
      const parsed = parseQuery(given);
      if ('errors' in parsed) throw invalidRequest(parsed, 'fields');
      ctx.state.query = parsed.query;
      ctx.state.format = 'json';
      await next();
      if (ctx.status !== 200) return undefined;
      const answer = JSON.parse(String(ctx.body)) as SearchAnswer;
      send(
        `${searchTitle(answer.query as Query)} · ${say('jobSearch')}`,
        <PlainList answer={answer} hasAlerts={hasAlerts} miles={miles} />,
      );
    } catch (error) {
      const problem = problemOf(ctx, error);
      ctx.status = problem.status;
      ctx.set(problem.headers);
      send(say('jobSearch'), <Trouble given={given} problem={problem} miles={miles} />);
    }
    return undefined;
  };
}

/** The fields with the list's currency next to the pay, unless the pay itself names one. */
function withCurrency(given: Record<string, string>, currency: unknown): Record<string, string> {
  const { salary = '' } = given;
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency) || salary.trim() === '') return given;
  const parsed = parseQuery({ salary });
  const namesOne = 'errors' in parsed || / [A-Z]{3}$/.test(parsed.query.salary);
  return namesOne ? given : { ...given, salary: `${salary} ${currency}` };
}

type ListProps = { answer: SearchAnswer; hasAlerts: boolean; miles: boolean };

/** The page of an answer: its form, missing sources, the jobs and the neighbouring pages. */
function PlainList({ answer, hasAlerts, miles }: ListProps) {
  const { form, results } = viewOf(answer, { given: answer.query, miles, isPlain: true });
  const search = changedFields(answer.query).toString();
  const isUnfinished = answer.stale || answer.sourceCounts.pending > 0;
  const further = (
    <p class="further">
      {hasAlerts && <a href={`/alerts?${search}`}>{say('tools.alert')}</a>}
      {answer.page.total > 0 && <a href={`/salaries?${search}`}>{say('tools.pay')}</a>}
    </p>
  );
  return (
    <>
      <SearchForm view={form} />
      <section class="results" aria-label={say('results.title')}>
        {isUnfinished && <p class="quiet">{say('plain.unfinished')}</p>}
        <Results view={{ ...results, further }} />
      </section>
    </>
  );
}

type TroubleProps = { given: Readonly<Record<string, string>>; problem: Problem; miles: boolean };

/** The page of a failed search: the error, the form as it was sent, and a button where retrying may help. */
function Trouble({ given, problem, miles }: TroubleProps) {
  const { title, errors } = problem.body('');
  const sentences = Array.isArray(errors) ? errors.map((error: FieldError) => errorWords(error)) : [problem.message];
  return (
    <>
      <SearchForm view={viewOf(null, { given, miles, isPlain: true }).form} />
      <section class="empty problem" role="alert">
        <h2>{problemWords({ code: problem.code, title: String(title) })}</h2>
        {sentences.map((each) => (
          <p key={each}>{each}</p>
        ))}
        <p class="quiet">{say('typedIsKept')}</p>
        {problem.status >= 429 && (
          <p>
            <a class="act strong" href={`/search?${new URLSearchParams(given)}`}>
              {say('tryAgain')}
            </a>
          </p>
        )}
      </section>
    </>
  );
}
