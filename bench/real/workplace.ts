import type { HeldJob } from '../../shared/search/job.js';
import { labelledPostings } from './material.js';
import { readRealPosting } from './read-real-posting.js';
import { type RealCase, type RealFact, sourceOf } from './real-fact.js';

/** The workplace stated only in title and description; the posting's place is left out, as it may state it too. */
export const workplace: RealFact = {
  name: 'workplace',
  title: 'workplace, inferred',
  right: 'it is the word that title and description state of the job, or none',
  target: '2 % wrong; recall 92 %',
  cases: () => inferredFrom(({ workplace: word }) => word),
};

/** A fact read from the title and the description of each recorded posting. */
export function inferredFrom(fact: (job: HeldJob) => unknown): Map<string, RealCase> {
  return new Map(
    labelledPostings().map(({ id, from, source, posting }) => [
      id,
      {
        shown: `[${from}] ${posting.title}`,
        read: () => fact(readRealPosting({ ...posting, places: [] })),
        ...sourceOf(source),
      },
    ]),
  );
}
