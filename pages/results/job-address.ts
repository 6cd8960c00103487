import type { Job } from '../search/answer.js';

/** The parameter of an address that names the job beside the list; the others are those of its search. */
const parameter = 'job';

/** The id of the job in an address; `null` when it names none. */
export function jobIn(search: string): string | null {
  const id = new URLSearchParams(search).get(parameter);
  return id !== null && /^job_[0-9A-Za-z]{16}$/.test(id) ? id : null;
}

/** An address of a search with a job beside its list; `null` = without one. */
export function withJob(search: string, id: string | null): string {
  const parameters = new URLSearchParams(search);
  if (id === null && !parameters.has(parameter)) return search;
  parameters.delete(parameter);
  if (id !== null) parameters.set(parameter, id);
  return parameters.size === 0 ? '' : `?${parameters}`;
}

/** The address of the search on screen, whichever job is beside its list. */
export const searchAddress = (): string => withJob(location.search, null);

type Chosen = { how: 'press' | 'key'; notePlace: () => void };

/** Writes the job beside the list into the address. Keys walk the list, so that they replace the job they came from. */
export function addressJob(id: string, { how, notePlace }: Chosen): void {
  const former = jobIn(location.search);
  if (former === id) return;
  const address = `/${withJob(location.search, id)}`;
  if (how === 'key' && former !== null) history.replaceState(history.state, '', address);
  else {
    notePlace();
    history.pushState(null, '', address);
  }
}

/** Names the tab as the job that the address names, else as the search; `null` = the start page. */
export function titlePage(search: string | null, shown: Job | null): void {
  const words = shown !== null && shown.id === jobIn(location.search) ? [shown.title, shown.company.name] : [search];
  document.title = [...words, 'Job search'].filter((word) => word !== null).join(' · ');
}
