/** One line of the quality table: the share right (0 to 1) of ours and of a simple baseline, and what must be reached. */
export type Row = {
  fact: string;
  measure: string;
  set: string;
  cases: number;
  ours: number;
  baseline: number | null;
  target: number;
};
