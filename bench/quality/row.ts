/** One line of the table of quality: a share of right answers on one set of labelled cases; more is better. */
export type Row = {
  fact: string;
  measure: string;
  /** Where the cases come from; held-out ones were never tuned on. */
  set: string;
  cases: number;
  /** Share of right answers, 0 to 1. */
  ours: number;
  /** The same for the baseline; `null` = there is none. */
  baseline: number | null;
  /** The target for held-out sets. */
  target: number;
};

/** The judgement of one case: whether our result is right and, when there is a baseline, whether the baseline's is. */
export type Judged = { ours: boolean; baseline: boolean | null };

/** Makes a row of judged cases. An empty set throws: it would look perfect. */
export function rowOf(about: Pick<Row, 'fact' | 'measure' | 'set' | 'target'>, judged: readonly Judged[]): Row {
  if (judged.length === 0) throw new Error(`The set "${about.set}" of "${about.fact}" has no cases.`);
  const share = (right: (each: Judged) => boolean | null): number => judged.filter(right).length / judged.length;
  const hasBaseline = judged.some(({ baseline }) => baseline !== null);
  return {
    ...about,
    cases: judged.length,
    ours: share(({ ours }) => ours),
    baseline: hasBaseline ? share(({ baseline }) => baseline) : null,
  };
}
