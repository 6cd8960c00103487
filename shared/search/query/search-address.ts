import { type FieldName, fieldNames, fields } from '../fields.js';
import type { SearchQuery } from './query.js';

/** A search, or one without its order and page. */
type AnySearch = Readonly<{ [Name in FieldName]?: string | undefined }>;

/** What a search is called: "nurse, Berlin, past week"; `''` = all jobs. */
export function searchName(query: Pick<SearchQuery, 'keyword' | 'location'> & AnySearch): string {
  const { keyword, location, remoteFilter, jobType, experienceLevel, dateSincePosted } = query;
  return [keyword, location, remoteFilter, jobType, experienceLevel, dateSincePosted]
    .filter((word) => word !== undefined && word !== '')
    .join(', ');
}

/** The fields of a search that differ from the defaults, as parameters. */
export function changedFields(query: AnySearch): URLSearchParams {
  const changed = fieldNames.filter(
    (name: FieldName) => (query[name] ?? '') !== '' && query[name] !== fields[name].default,
  );
  return new URLSearchParams(Object.fromEntries(changed.map((name) => [name, query[name] ?? ''])));
}

/** The address of the search page for a search, without the origin: its first page. */
export function pageAddress({ limit: _limit, page: _page, ...query }: AnySearch): string {
  const parameters = changedFields(query);
  return parameters.size === 0 ? '/' : `/?${parameters}`;
}
