import { placeWords, statedPay } from '../components/words.js';
import type { Job } from '../search/answer.js';
import type { KeptFacts } from './my-jobs-file.js';

/** What is kept of a job, whose page may be gone later. */
export type KeepableJob = Pick<Job, 'id' | 'title' | 'url'> & {
  company: Pick<Job['company'], 'name'>;
  facts: KeptFacts;
};

/** A job of an answer as it can be kept. */
export const keepable = (job: Omit<Job, 'match' | 'description'>): KeepableJob => ({
  ...{ id: job.id, title: job.title, url: job.url, company: job.company },
  facts: {
    place: placeWords(job) ?? '',
    pay: statedPay(job, { short: true }) ?? '',
    ...(job.postedAt === null ? {} : { postedAt: job.postedAt }),
  },
});
