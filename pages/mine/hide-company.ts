import type { Query } from '../search/answer.js';
import { chosenCompanies } from '../search/query.js';

/** Excludes a company from a search by its address, so that saved searches, feeds and alerts exclude it too. */

/** The excluded companies of a search, with one more. Semicolons separate names and are removed from a name. */
const withAnother = (excluded: string, name: string): string =>
  [...chosenCompanies(excluded), name.replaceAll(';', ' ')].join('; ');

/** The search without a company. */
export const withoutCompany = (query: Query, name: string): Query => ({
  ...query,
  excludeCompanies: withAnother(query.excludeCompanies, name),
  page: '0',
});

/** The address of a search ("?keyword=…") with one more company excluded. */
export function addressWithout(address: string, name: string): string {
  const parameters = new URLSearchParams(address);
  parameters.set('excludeCompanies', withAnother(parameters.get('excludeCompanies') ?? '', name));
  parameters.delete('page');
  return `/?${parameters}`;
}
