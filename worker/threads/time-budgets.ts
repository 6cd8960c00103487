/**
 * CPU time for normalising one posting, in milliseconds; real postings of 100 kB take tens of milliseconds. Exceeding the
 * budget terminates the thread, so it is far above that.
 */
export const postingBudgetMs = 1000;

/** CPU time for parsing one response, by its length in characters, in milliseconds: a page of 60 kB takes 10. */
export const parseBudgetMs = (characters: number): number => 2000 + Math.round(characters / 2000);
