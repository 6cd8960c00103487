import type { SearchSubject } from '../shared/search/query.js';

/** A search without conditions; benches and tests add theirs. */
export const anySearch: SearchSubject = {
  keyword: '',
  location: '',
  dateSincePosted: '',
  salary: '',
  jobType: '',
  remoteFilter: '',
  experienceLevel: '',
  excludeCompanies: '',
  language: '',
  sortBy: 'relevant',
};
