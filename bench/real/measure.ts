import { compare, type Outcome, type RealCase, type RealLabel } from './real-fact.js';

/** A case that was not read right. */
export type Misread = { id: string; shown: string; outcome: Outcome; got: unknown; label: RealLabel };

/** The counts of a batch, and the cases that were not read right. */
export type Measured = {
  cases: number;
  labelled: number;
  said: number;
  right: number;
  wrong: number;
  missed: number;
  recalled: number;
  misread: Misread[];
};

/** Reads every labelled case of a batch. Throws for a label without a case: it would be left out of the count. */
export function measure(
  labels: readonly RealLabel[],
  cases: ReadonlyMap<string, RealCase>,
  compareWith: typeof compare = compare,
): Measured {
  const counts = { right: 0, wrong: 0, missed: 0 };
  const misread: Misread[] = [];
  let said = 0;
  let recalled = 0;
  for (const label of labels) {
    const found = cases.get(label.id);
    if (found === undefined) throw new Error(`No recorded text has the id ${label.id}.`);
    const got = found.read();
    if (got !== null) said += 1;
    const outcome = compareWith(got, label);
    counts[outcome] += 1;
    if (states(label) && outcome === 'right') recalled += 1;
    if (outcome !== 'right') misread.push({ id: label.id, shown: found.shown, outcome, got, label });
  }
  const labelled = labels.filter(states).length;
  return { cases: labels.length, labelled, said, ...counts, recalled, misread };
}

/** Whether a text states the fact beyond doubt. */
const states = ({ expect, also = [] }: RealLabel): boolean => expect !== null && !also.includes(null);
