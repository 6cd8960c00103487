/** One line of the table of quality: what was measured on which cases, what we reach, what a simple way reaches, and what we want. */
export type Row = {
  fact: string;
  measure: string;
  set: string;
  cases: number;
  ours: number;
  baseline: number | null;
  target: number;
};
