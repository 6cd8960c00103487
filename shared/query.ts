import type { JobType, Level, Order, Workplace } from './words.js';

/** A search as understood: canonical words, every field a string, `''` = not asked for (contract 3.2). */
export type SearchQuery = {
  keyword: string;
  location: string;
  /** `''`, `24hr`, `past week`, `past month` or hours (`72hr`). */
  dateSincePosted: string;
  /** `''` or digits: the lowest yearly pay. */
  salary: string;
  jobType: JobType | '';
  remoteFilter: Workplace | '';
  experienceLevel: Level | '';
  sortBy: Order;
  limit: string;
  page: string;
};
