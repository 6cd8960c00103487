/**
 * How a bench is run: `quick` = fewer and shorter turns, for a first impression; the figures of the document take longer. A
 * bench with groups of rows runs those whose name matches `rows`, with this many `postings`.
 */
export type BenchOptions = { quick: boolean; postings?: number; rows?: RegExp };

/**
 * The id of a row within its bench, independent of its text: matches the row of a former release. A size or another
 * variant follows an `@`.
 */
export type RowId = `${string}/${string}`;

/** How a row is named, for programs and for readers. */
export type Named = Pick<BenchRow, 'id' | 'work'>;

/** One row of a bench's table, with texts and figures formatted for printing. */
export type BenchRow = {
  id: RowId;
  work: string;
  ours: string;
  /** The reference, with its figure. */
  against: string;
  ratio: string;
  /** `null` = for orientation only. */
  target: string | null;
  met: boolean | null;
  /** Printed when the target is missed: the limiting factor and attempted remedies. */
  bound?: string;
};

/** A bench: one command, one section of docs/reports/benchmarks.md. */
export type Bench = {
  title: string;
  /** How it is measured, in one or two sentences. */
  how: string;
  /** Whether rows are written only on request (`--write`), each in place of its former one: all of them take hours. */
  keepsRows?: boolean;
  run(options: BenchOptions): Promise<BenchRow[]>;
};
