import type { RealFact } from './real-fact.js';
import { inferredFrom } from './workplace.js';

/** The job type stated in title and description. */
export const jobType: RealFact = {
  name: 'job-type',
  title: 'job type, inferred',
  right: 'it is the word that title and description state of the job, or none',
  target: '2 % wrong; recall 90 %',
  cases: () => inferredFrom(({ jobType: word }) => word),
};
