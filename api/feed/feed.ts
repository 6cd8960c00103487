import { fieldNames, fields, type SearchField } from '../../shared/search/fields.js';
import { type FieldError, parseQuery, pointerTo } from '../../shared/search/query/parse-query.js';
import { type FeedFormat, feedDefaults, feedFormats } from '../formats/feeds.js';
import { formatFor, type ListFormat } from '../formats/format.js';
import { matchesTag } from '../middleware/answer.js';
import { unknownParameter } from '../middleware/only-methods.js';
import { invalidRequest } from '../middleware/problems.js';
import type { SearchMiddleware } from '../search/search-context.js';

/** The value of a query parameter: a list when it is repeated. */
type GivenParameter = string | string[] | undefined;

/** The fields of a search in an address. A field with several values may be repeated, as forms send ticked boxes. */
export function givenFields(parameters: Readonly<Record<string, GivenParameter>>): Record<string, string> {
  const given = fieldNames.flatMap((name) => {
    const value = parameters[name];
    if (typeof value === 'string') return [[name, value]];
    return value !== undefined && mayRepeat(name) ? [[name, value.join(', ')]] : [];
  });
  return Object.fromEntries(given);
}

/** Whether a parameter may occur in an address more than once. */
export function mayRepeat(name: string): boolean {
  const field: SearchField | undefined = Object.entries(fields).find(([key]) => key === name)?.[1];
  return field?.several === true;
}

const names: readonly string[] = [...fieldNames, 'format'];
const formatNames = Object.keys(feedFormats) as FeedFormat[];

/** Reads the parameters of a feed: the fields of a search and `format`. Throws `invalid-request` with every mistake. */
export function readFeedQuery(): SearchMiddleware {
  return async function readFeedQuery(ctx, next) {
    const { format: formatGiven, ...given } = ctx.query;
    const parsed = parseQuery(withFeedDefaults(givenFields(given)));
    const format = readFormat(formatGiven, ctx.get('Accept'));
    const ofNames = Object.entries(given).flatMap(([name, value]) => nameErrors(name, value));
    const ofFields = 'errors' in parsed ? parsed.errors : [];
    const errors = [...ofNames, ...ofFields, ...(typeof format === 'string' ? [] : [format])];
    if ('errors' in parsed || typeof format !== 'string' || errors.length > 0)
      throw invalidRequest({ errors, count: errors.length }, 'parameters');
    if (formatGiven === undefined) ctx.vary('Accept');
    ctx.state.query = parsed.query;
    ctx.state.format = format;
    await next();
  };
}

const withFeedDefaults = (fields: Record<string, string>): Record<string, string> => ({
  ...feedDefaults,
  ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== '')),
});

const isField = (name: string): boolean => names.includes(name) && name !== 'format';

/** Mistakes in a parameter's name, not its value. */
function nameErrors(name: string, value: GivenParameter): FieldError[] {
  if (!isField(name)) return [unknownParameter(name, names)];
  return Array.isArray(value) && !mayRepeat(name) ? [repeatedParameter(name)] : [];
}

/** The format named by the address, otherwise the one that Accept prefers, otherwise Atom. */
function readFormat(given: GivenParameter, accept: string): ListFormat | FieldError {
  if (given === undefined || given === '') {
    const accepted = formatFor(accept || undefined);
    return formatNames.map((name) => feedFormats[name]).find((format) => format === accepted) ?? 'atom';
  }
  const name = formatNames.find((each) => each === String(given).toLowerCase());
  if (name !== undefined) return feedFormats[name];
  const detail = `"${String(given).slice(0, 60)}" is not a feed format. Formats: ${formatNames.join(', ')}.`;
  return { pointer: '#/format', code: 'unknown-value', detail, allowed: formatNames };
}

const repeatedParameter = (name: string): FieldError => ({
  pointer: pointerTo(name.slice(0, 80)),
  code: 'conflict',
  detail: `Send "${name}" once. Several places go into one location: "Berlin; Hamburg".`,
});

/**
 * GET /api/jobs/feed: a search as a feed or table, for programs that can only read an address. The next middleware runs
 * the search itself; a client whose copy is current gets 304, which still counts as a search.
 */
export function feedRoute(): SearchMiddleware {
  return async function feed(ctx, next) {
    await next();
    if (ctx.status !== 200 || typeof ctx.body !== 'string') return;
    // Spreadsheets read this address and, without the mark, assume the system's own encoding; programs use Accept.
    if (ctx.state.format === 'csv' && ctx.query.format !== undefined) ctx.body = `\uFEFF${ctx.body}`;
    // The client may keep its copy to revalidate it; `no-store` would forbid that.
    ctx.set('Cache-Control', 'private, no-cache');
    const tags = ctx.get('If-None-Match');
    const isCurrent =
      tags === ''
        ? isUnmodified(ctx.get('If-Modified-Since'), ctx.response.get('Last-Modified'))
        : matchesTag(tags, ctx.response.get('ETag'));
    if (!isCurrent) return;
    ctx.status = 304;
    ctx.remove('Content-Disposition');
  };
}

/** Whether a copy of `since` is as new as the feed; both are HTTP dates in seconds (RFC 9110 §13.1.3). */
function isUnmodified(since: string, lastModified: string): boolean {
  const at = Date.parse(since);
  return !Number.isNaN(at) && at >= Date.parse(lastModified);
}
