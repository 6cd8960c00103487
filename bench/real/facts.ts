import { hiringComments } from './hiring-comments.js';
import { jobType } from './job-type.js';
import { pay } from './pay.js';
import { payFields } from './pay-fields.js';
import { payStrings } from './pay-strings.js';
import { hardPlaces, places } from './places.js';
import type { RealFact } from './real-fact.js';
import { requirements } from './requirements.js';
import { jobTypeInTitle, levelInTitle } from './titles.js';
import { workplace } from './workplace.js';

/** The facts that are measured on recorded postings, in the order of the table. */
export const facts: readonly RealFact[] = [
  payStrings,
  payFields,
  pay,
  workplace,
  jobType,
  levelInTitle,
  jobTypeInTitle,
  places,
  hardPlaces,
  ...requirements,
  hiringComments,
];
