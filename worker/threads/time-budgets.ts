/**
 * CPU time for normalising one posting, in milliseconds; real ones of 100 kB take some tens. A posting that uses it up costs
 * its thread, so the budget is far above them.
 */
export const postingBudgetMs = 1000;

/** CPU time for parsing one response, by its length in characters, in milliseconds: a page of 60 kB takes 10. */
export const parseBudgetMs = (characters: number): number => 2000 + Math.round(characters / 2000);
