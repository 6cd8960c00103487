import Negotiator from 'negotiator';
import type { SearchQuery } from '../../shared/search/query/query.js';
import { type Language, languages } from '../../shared/words/languages.js';

/** The language that needs no weighing, so that its readers share the answers of readers without a preference. */
const usual: Language = 'en';

/**
 * The language whose postings rank first for the reader of a search (`SearchSubject.reader`): the one that
 * Accept-Language prefers. `null` where language does not matter: by date, pay or distance, without a keyword, when the
 * search itself names languages, and for English.
 */
export function readerLanguage(
  accepted: string,
  { keyword, language, sortBy }: Pick<SearchQuery, 'keyword' | 'language' | 'sortBy'>,
): Language | null {
  if (accepted === '' || keyword === '' || language !== '' || sortBy !== 'relevant') return null;
  const [first = ''] = new Negotiator({ headers: { 'accept-language': accepted } }).languages();
  const [primary = ''] = first.split('-', 1);
  const read = primary.length === 2 ? languages.read(primary) : null;
  return read === usual ? null : read;
}
