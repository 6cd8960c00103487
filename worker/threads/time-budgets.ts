/**
 * CPU time for normalising one posting, in milliseconds; real postings of 100 kB take tens of milliseconds. Exceeding the
 * budget terminates the thread, so it is far above that.
 */
export const postingBudgetMs = 1000;

/** CPU time for parsing one response, by its length in characters, in milliseconds: a page of 60 kB takes 10. */
export const parseBudgetMs = (characters: number): number => 2000 + Math.round(characters / 2000);

/**
 * CPU time for one reading of a source, in milliseconds: of any, and for each text, character and posting that it gives. Real
 * ones take a tenth of it. Texts that stay within their own budget would otherwise keep the threads busy one after the other.
 */
export const readingBudgetMs = { any: 10_000, perText: 20, perCharacter: 1 / 1000, perPosting: 10 } as const;
