import { z } from 'zod';

/** A completion of a text. */
export const suggestedWordSchema = z.strictObject({
  word: z.string(),
  jobs: z.int().describe('Postings that state it; copies on several boards count separately.'),
});

/** The most rows of each kind. */
export const mostSuggested = 8;

const rows = z.array(suggestedWordSchema).max(mostSuggested);

/** The answer of `GET /api/suggest`: completions of `q`, first those that begin with it, then the most frequent. */
export const suggestAnswerSchema = z.strictObject({
  q: z.string().describe('The text that was completed.'),
  titles: rows,
  skills: rows.describe('Skills and tags that postings state.'),
  companies: rows,
  places: rows.describe('Places as values of `location`.'),
});
export type SuggestAnswer = z.infer<typeof suggestAnswerSchema>;
