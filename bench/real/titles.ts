import type { HeldJob } from '../../shared/search/job.js';
import { emptyPosting } from '../../worker/sources/posting.js';
import { realTitles } from './material.js';
import { readRealPosting } from './read-real-posting.js';
import type { RealCase, RealFact } from './real-fact.js';

/** The level that a title states. */
export const levelInTitle: RealFact = {
  name: 'level-in-title',
  title: 'level in titles',
  right: 'it is the word that the title states, or none',
  target: '0.5 % wrong; recall 95 %',
  cases: () => readTitles(({ experienceLevel }) => experienceLevel),
};

/** The job type that a title states. */
export const jobTypeInTitle: RealFact = {
  name: 'job-type-in-title',
  title: 'job type in titles',
  right: 'it is the word that the title states, or none',
  target: '2 % wrong; recall 90 %',
  cases: () => readTitles(({ jobType }) => jobType),
};

function readTitles(fact: (job: HeldJob) => unknown): Map<string, RealCase> {
  return new Map(
    realTitles().map(({ id, text }) => [
      id,
      { shown: text, read: () => fact(readRealPosting(emptyPosting(text, 'https://posting.invalid/'))) },
    ]),
  );
}
