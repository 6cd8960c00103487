import { fieldNames } from '../../shared/search/fields.js';
import { type FieldError, parseQuery, pointerTo } from '../../shared/search/query/parse-query.js';
import { type FeedFormat, feedDefaults, feedFormats } from '../formats/feed-links.js';
import { formatFor, type ListFormat } from '../formats/format.js';
import { invalidRequest } from '../middleware/invalid-request.js';
import { unknownParameter } from '../middleware/refuse-parameters.js';
import type { SearchMiddleware } from '../search/search-context.js';
import { type GivenParameter, givenFields, mayRepeat } from './given-fields.js';

const names: readonly string[] = [...fieldNames, 'format'];
const formatNames = Object.keys(feedFormats) as FeedFormat[];

/** Reads the parameters of a feed, the fields of a search and `format`; throws `invalid-request` with every mistake. */
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

/** What is wrong with a parameter apart from its value. */
function nameErrors(name: string, value: GivenParameter): FieldError[] {
  if (!isField(name)) return [unknownParameter(name, names)];
  return Array.isArray(value) && !mayRepeat(name) ? [repeatedParameter(name)] : [];
}

/** The format that the address names, else the one that Accept asks for, else Atom. */
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
