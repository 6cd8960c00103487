import { companyKey } from './company-key.js';
import { tidyText } from './text.js';

/** The separator of company names, which may contain commas. */
const separator = ';';

/** The non-blank names in a list of companies. Linear in its length. */
export const companiesIn = (text: string): string[] =>
  text
    .split(separator)
    .map(tidyText)
    .filter((name) => companyKey(name) !== '');

/** The canonical list of some companies: the first name of each company, in the order of their keys. */
export function companyList(names: readonly string[]): string {
  const byKey = new Map(names.toReversed().map((name) => [companyKey(name), name]));
  return [...byKey]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, name]) => name)
    .join('; ');
}

/** The form in which lists of the same companies are equal. */
export const companyKeys = (list: string): string => companiesIn(list).map(companyKey).join(separator);
