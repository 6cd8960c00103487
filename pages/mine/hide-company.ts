import { button } from '../lib/dom.js';
import type { Job, Query } from '../search/answer.js';
import { chosenCompanies } from '../search/query.js';

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

/** Leaves the company of a job out of the search: out of its address, and so of what is saved, fed and watched. */
export function hideCompanyButton(
  { company: { name } }: { company: Pick<Job['company'], 'name'> },
  hide: (name: string) => void,
): HTMLElement | null {
  if (name === null) return null;
  const attributes = { class: 'act hide-company', title: `Leave the jobs of ${name} out of this search` };
  return button(attributes, () => hide(name), 'Hide all from this company');
}
