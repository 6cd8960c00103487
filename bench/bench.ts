/** How a bench is run: `quick` = fewer and shorter turns, for a look; the figures for the document take longer. */
export type BenchOptions = { quick: boolean };

/** One line of a bench's table, in words and figures ready to print. */
export type BenchRow = {
  work: string;
  ours: string;
  /** What it is measured against, with its figure. */
  against: string;
  ratio: string;
  /** `null` = measured for orientation alone. */
  target: string | null;
  met: boolean | null;
  /** Said when the target is missed: what bounds it and what was tried. */
  bound?: string;
};

/** A bench: one command, one section of docs/benchmarks.md. */
export type Bench = {
  title: string;
  /** How it is measured, in a sentence or two. */
  how: string;
  run(options: BenchOptions): Promise<BenchRow[]>;
};
