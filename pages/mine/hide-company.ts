import { button } from '../lib/dom.js';
import type { Job, Query } from '../search/answer.js';
import { chosenCompanies } from '../search/query.js';

/** The search without a company. A semicolon separates names; a company is recognised without it. */
export const withoutCompany = (query: Query, name: string): Query => ({
  ...query,
  excludeCompanies: [...chosenCompanies(query.excludeCompanies), name.replaceAll(';', ' ')].join('; '),
  page: '0',
});

/** Leaves the company of a job out of the search: out of its address, and so of what is saved, fed and watched. */
export function hideCompanyButton({ company: { name } }: Job, hide: (name: string) => void): HTMLElement | null {
  if (name === null) return null;
  const attributes = { class: 'act hide-company', title: `Leave the jobs of ${name} out of this search` };
  return button(attributes, () => hide(name), 'Hide all from this company');
}
