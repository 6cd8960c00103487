import type { Problem } from '../../shared/problems/problem.js';
import { fieldNames, fields } from '../../shared/search/fields.js';
import { type FieldError, parseQuery } from '../../shared/search/query/parse-query.js';
import type { SearchQuery } from '../../shared/search/query/query.js';
import type { SearchAnswer } from '../../shared/search/result.js';
import { offersAlerts } from '../../shared/watches/destinations.js';
import { invalidRequest } from '../middleware/invalid-request.js';
import { problemOf } from '../middleware/problems.js';
import { type Pages, pageHeaders } from '../pages/pages.js';
import { writePage } from '../pages/write-html.js';
import type { SearchMiddleware } from '../search/search-context.js';
import { givenFields } from './given-fields.js';
import { type Trouble, writeList, writeSearchForm, writeTrouble } from './write-list.js';

type ListContext = { config: Parameters<typeof offersAlerts>[0] };

/**
 * GET /search: a search as a page that needs no script, by its address alone. The search itself is answered by the middleware
 * after this one, and counts as one; what it throws becomes a page with the form, so that it can be corrected.
 */
export function listPage({ config }: ListContext, pages: Pages): SearchMiddleware {
  const hasAlerts = offersAlerts(config);
  return async function listPage(ctx, next) {
    ctx.set({ ...pageHeaders, 'X-Robots-Tag': 'noindex' });
    const given = withCurrency(givenFields(ctx.query), ctx.query.currency);
    const send = (title: string, main: Parameters<typeof writePage>[1]['main']): void => {
      ctx.type = 'text/html; charset=utf-8';
      ctx.body = writePage(pages, { title, description: 'A search of many job boards at once.', main });
    };
    const isFirst = Object.keys(given).length === 0;
    if (isFirst) return send('Job search', writeSearchForm({}));
    try {
      const parsed = parseQuery(given);
      if ('errors' in parsed) throw invalidRequest(parsed, 'fields');
      ctx.state.query = parsed.query;
      ctx.state.format = 'json';
      await next();
      if (ctx.status !== 200) return undefined;
      const answer = JSON.parse(String(ctx.body)) as SearchAnswer;
      send(`${titleOf(answer.query)} · Job search`, writeList(answer, { hasAlerts }));
    } catch (error) {
      const problem = problemOf(ctx, error);
      ctx.status = problem.status;
      ctx.set(problem.headers);
      send('Job search', writeTrouble(given, troubleOf(problem)));
    }
    return undefined;
  };
}

/** The fields with the currency of the list beside the pay, where the pay itself names none. */
function withCurrency(given: Record<string, string>, currency: unknown): Record<string, string> {
  const { salary = '' } = given;
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency) || salary.trim() === '') return given;
  const parsed = parseQuery({ salary });
  const namesOne = 'errors' in parsed || / [A-Z]{3}$/.test(parsed.query.salary);
  return namesOne ? given : { ...given, salary: `${salary} ${currency}` };
}

/** A problem as a person reads it; its members say what is wrong with each field. */
function troubleOf(problem: Problem): Trouble {
  const { title, errors } = problem.body('');
  const sentences = Array.isArray(errors) ? errors.map(({ detail }: FieldError) => detail) : [problem.message];
  return { title: String(title), sentences, again: problem.status >= 429 };
}

const titleOf = (query: SearchQuery): string =>
  fieldNames
    .slice(0, 9)
    .map((name) => query[name])
    .filter((word) => word !== fields.keyword.default)
    .join(' · ') || 'All jobs';
