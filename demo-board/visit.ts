import type { Reply } from './reply.js';

/** A request as the boards see it. */
export type Visit = {
  /** The path, still percent-encoded. */
  path: string;
  query: URLSearchParams;
  /** Scheme, host and port the visitor used, for absolute addresses. */
  origin: string;
};

/** A part of the server; `null` when the address is none of its own. */
export type Board = (visit: Visit) => Reply | null;

/** A page number from a query, counted from 1; anything else is the first page. */
export function pageNumber(query: URLSearchParams): number {
  const text = query.get('page') ?? '';
  return /^\d{1,6}$/.test(text) ? Math.max(1, Number(text)) : 1;
}

/** The address of a page of a search: only what was asked for stands in it. */
export function searchAddress(path: string, search: { q: string; where: string; page: number }): string {
  const query = new URLSearchParams();
  if (search.q) query.set('q', search.q);
  if (search.where) query.set('where', search.where);
  if (search.page > 1) query.set('page', String(search.page));
  return query.size > 0 ? `${path}?${query}` : path;
}
