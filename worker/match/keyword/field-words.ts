import type { NarrowingField } from '../../../shared/search/query/query.js';

/** What the fields that narrow a search are called in sentences for people. */
export const fieldWords: Readonly<Record<NarrowingField, string>> = {
  keyword: 'the keyword',
  location: 'the location',
  dateSincePosted: 'the date',
  salary: 'the pay',
  jobType: 'the job type',
  remoteFilter: 'the workplace',
  experienceLevel: 'the level',
  excludeCompanies: 'the excluded companies',
  language: 'the language',
  skills: 'the skills',
  label: 'the label',
};
