import type { Config } from '../../shared/config.js';
import type { FieldName } from '../../shared/search/fields.js';
import type { SearchQuery } from '../../shared/search/query/query.js';
import { changedFields } from '../../shared/search/query/search-address.js';
import type { RequestContext } from '../middleware/request-context.js';
import type { ListFormat } from './format.js';

/** Path of `GET /api/jobs/feed`. */
export const feedPath = '/api/jobs/feed';

/** Values of the parameter `format`. */
export const feedFormats = { atom: 'atom', json: 'json-feed', csv: 'csv' } as const satisfies Record<
  string,
  ListFormat
>;
export type FeedFormat = keyof typeof feedFormats;

/** What a feed shows where its address does not say: readers want the newest, and more than a page. */
export const feedDefaults = { sortBy: 'recent', limit: '50' } as const satisfies Partial<Record<FieldName, string>>;

/** The address of a search as a feed, without the origin: the fields that differ from a feed's defaults, and the format. */
export function feedAddress(query: SearchQuery, format: ListFormat): string {
  const parameters = changedFields(query);
  for (const [field, usual] of Object.entries(feedDefaults) as [keyof typeof feedDefaults, string][])
    if (query[field] === usual) parameters.delete(field);
    else parameters.set(field, query[field]);
  const name = Object.entries(feedFormats).find(([, each]) => each === format)?.[0];
  if (name !== undefined) parameters.set('format', name);
  return `${feedPath}?${parameters}`;
}

/**
 * What absolute addresses of this service begin with: PUBLIC_URL, since a request may name any host. Without it what the client used:
 * its Host header, and `https` where a trusted proxy says so.
 */
export function originOf(
  ctx: RequestContext,
  { PUBLIC_URL, TRUST_PROXY }: Pick<Config, 'PUBLIC_URL' | 'TRUST_PROXY'>,
): string {
  if (PUBLIC_URL !== '') {
    const { origin, pathname } = new URL(PUBLIC_URL);
    return origin + pathname.replace(/\/$/, '');
  }
  const isHttps = ctx.protocol === 'https' || (TRUST_PROXY !== null && ctx.get('X-Forwarded-Proto') === 'https');
  return `${isHttps ? 'https' : 'http'}://${ctx.host}`;
}
