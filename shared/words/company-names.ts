import { companyKey } from './company-key.js';
import { tidyText } from './text.js';

/** What stands between the names of companies, which may have commas. */
const separator = ';';

/** The names in a list of companies; blank ones are none. Linear in its length. */
export const companiesIn = (text: string): string[] =>
  text
    .split(separator)
    .map(tidyText)
    .filter((name) => companyKey(name) !== '');

/** The canonical list of some companies: of the names of one company the first, in the order of their keys. */
export function companyList(names: readonly string[]): string {
  const byKey = new Map(names.toReversed().map((name) => [companyKey(name), name]));
  return [...byKey]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, name]) => name)
    .join('; ');
}

/** The form in which two lists of the same companies are equal. */
export const companyKeys = (list: string): string => companiesIn(list).map(companyKey).join(separator);
