import { compare, type Outcome, type RealCase, type RealLabel } from './real-fact.js';

/** A case that was misread. */
export type Misread = { id: string; shown: string; outcome: Outcome; got: unknown; label: RealLabel };

/** How many cases state a fact, and how they were read. */
export type Counts = {
  cases: number;
  /** Cases whose label states a value and does not allow `null`. */
  labelled: number;
  /** Cases in which something was read. */
  said: number;
  right: number;
  wrong: number;
  missed: number;
  /** Of the cases `labelled`, those read correctly. */
  recalled: number;
};

/** The counts of a batch, those of each source in it, and the misread cases. */
export type Measured = Counts & { sources: Record<string, Counts>; misread: Misread[] };

/** Reads every labelled case of a batch. Throws for a label without a case, which would otherwise go uncounted. */
export function measure(
  labels: readonly RealLabel[],
  cases: ReadonlyMap<string, RealCase>,
  compareWith: typeof compare = compare,
): Measured {
  const all = noCounts();
  const sources: Record<string, Counts> = {};
  const misread: Misread[] = [];
  for (const label of labels) {
    const found = cases.get(label.id);
    if (found === undefined) throw new Error(`No recorded text has the id ${label.id}.`);
    const got = found.read();
    const outcome = compareWith(got, label);
    count(all, label, { got, outcome });
    if (found.source !== undefined) {
      const ofSource = sources[found.source] ?? noCounts();
      sources[found.source] = ofSource;
      count(ofSource, label, { got, outcome });
    }
    if (outcome !== 'right') misread.push({ id: label.id, shown: found.shown, outcome, got, label });
  }
  return { ...all, sources, misread };
}

const noCounts = (): Counts => ({ cases: 0, labelled: 0, said: 0, right: 0, wrong: 0, missed: 0, recalled: 0 });

function count(counts: Counts, label: RealLabel, { got, outcome }: { got: unknown; outcome: Outcome }): void {
  const isStated = states(label);
  counts.cases += 1;
  if (isStated) counts.labelled += 1;
  if (got !== null) counts.said += 1;
  counts[outcome] += 1;
  if (isStated && outcome === 'right') counts.recalled += 1;
}

/** Whether a text states the fact beyond doubt. */
const states = ({ expect, also = [] }: RealLabel): boolean => expect !== null && !also.includes(null);
