import type { Reply } from './reply.js';

/** The parts of an HTTP request that a board reads. */
export type BoardRequest = {
  /** The path, still percent-encoded. */
  path: string;
  query: URLSearchParams;
  /** Scheme, host and port of the request, for absolute URLs. */
  origin: string;
};

/** Handles the requests of one board; `null` when the path does not belong to it. */
export type Board = (request: BoardRequest) => Reply | null;

/** A page number from a query, counted from 1; anything else is the first page. */
export function pageNumber(query: URLSearchParams): number {
  const text = query.get('page') ?? '';
  return /^\d{1,6}$/.test(text) ? Math.max(1, Number(text)) : 1;
}

/** The URL of a page of a search, with only the parameters that are set. */
export function searchUrl(path: string, search: { q: string; where: string; page: number }): string {
  const query = new URLSearchParams();
  if (search.q) query.set('q', search.q);
  if (search.where) query.set('where', search.where);
  if (search.page > 1) query.set('page', String(search.page));
  return query.size > 0 ? `${path}?${query}` : path;
}
