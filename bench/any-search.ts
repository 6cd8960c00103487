import type { SearchSubject } from '../shared/search/query.js';

/** A search that asks for nothing in particular; benches and tests fill in what they ask for. */
export const anySearch: SearchSubject = {
  keyword: '',
  location: '',
  dateSincePosted: '',
  salary: '',
  jobType: '',
  remoteFilter: '',
  experienceLevel: '',
  sortBy: 'relevant',
};
