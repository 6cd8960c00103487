/**
 * The bands of scores of a keyword, in thousandths, in the order of the answer: titles that are what was asked for, near titles,
 * and mentions. A score tells which of them a job is, whatever engine or corpus it was found in.
 */
export const bands = {
  /** Titles; those in the keyword's own words have half of all at least, others stay below it. */
  title: { from: 300, otherSpan: 200 },
  near: { from: 200, span: 99 },
  /** Postings that merely mention the words. */
  mention: { span: 200 },
} as const;

/** Whether a job with this score, that is not near, merely mentions the words of the keyword. */
export const isMention = (score: number): boolean => score < bands.near.from;

/** The lowest score of the band of a score. */
export const bandFloor = (score: number): number =>
  score >= bands.title.from ? bands.title.from : score >= bands.near.from ? bands.near.from : 0;
