import { mostWorse } from '../figures/check.js';
import type { ComparedBench, ComparedRow } from './compare-rows.js';

/** Why rows cost more than they did, by `bench:id`. */
export type Reasons = Readonly<Record<string, string>>;

/** The rows as they stand in the table: those that got worse first, the worst one of all at the top. */
export function inOrder(benches: readonly ComparedBench[]): ComparedRow[] {
  const rows = benches.flatMap((bench) => bench.rows);
  const worse = rows.filter(isWorse).sort((one, other) => (other.ratio ?? 0) - (one.ratio ?? 0));
  return [...worse, ...rows.filter((row) => !isWorse(row))];
}

/** Rows that got worse and do not say why. */
export const unexplained = (rows: readonly ComparedRow[], reasons: Reasons): ComparedRow[] =>
  rows.filter((row) => isWorse(row) && reasons[row.key] === undefined);

// As it is written: what reads 1.10 needs no sentence.
const isWorse = ({ ratio }: ComparedRow): boolean => ratio !== null && Number(ratio.toFixed(2)) > mostWorse;

/** The comparison of two releases in Markdown. */
export function comparisonOf(
  benches: readonly ComparedBench[],
  { former, reasons, broken }: { former: string; reasons: Reasons; broken: readonly string[] },
): string {
  const rows = inOrder(benches);
  const lines = rows.map((row) => {
    const ratio = row.ratio === null ? '–' : row.ratio.toFixed(2);
    return `| ${[row.bench, row.work, row.former, row.now, ratio, (isWorse(row) && reasons[row.key]) || '–'].join(' | ')} |`;
  });
  const gone = benches.flatMap((bench) => bench.gone.map((work) => `“${work}” (${bench.rows[0]?.bench ?? ''})`));
  return [
    '## Before and now',
    '',
    `Each bench of ${former}, built from its commit, and of this release, in turns on one machine: \`npm run bench -- all\`. A ratio is what a row`,
    'costs now beside what it cost, by processor time where it is measured; above 1 is worse, for rates too. Rows that got worse by more than a',
    'tenth come first, each with a sentence why it is worth it (`bench/releases/explained.json`).',
    '',
    `| bench | row | ${former} | now | ratio | why |`,
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
    ...(gone.length === 0 ? [] : ['', `Rows of ${former} that are measured no more: ${gone.join('; ')}.`]),
    ...(broken.length === 0 ? [] : ['', `Broke, and have no figures here: ${broken.join(', ')}.`]),
  ].join('\n');
}
