import type { Query } from '../search/answer.js';
import { chosenCompanies } from '../search/query.js';

/** Leaves a company out of a search: out of its address, and so of what is saved, fed and watched. */

/** The companies that a search leaves out, with one more. A semicolon separates names; a company is recognised without it. */
const withAnother = (excluded: string, name: string): string =>
  [...chosenCompanies(excluded), name.replaceAll(';', ' ')].join('; ');

/** The search without a company. */
export const withoutCompany = (query: Query, name: string): Query => ({
  ...query,
  excludeCompanies: withAnother(query.excludeCompanies, name),
  page: '0',
});

/** The address of a search ("?keyword=…") with a company left out, too. */
export function addressWithout(address: string, name: string): string {
  const parameters = new URLSearchParams(address);
  parameters.set('excludeCompanies', withAnother(parameters.get('excludeCompanies') ?? '', name));
  parameters.delete('page');
  return `/?${parameters}`;
}
