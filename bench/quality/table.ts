import type { Row } from './row.js';

const percent = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(1)} %`);
const titles = ['fact', 'measure', 'set', 'cases', 'ours', 'baseline', 'target', ''];

function cellsOf({ fact, measure, set, cases, ours, baseline, target }: Row): string[] {
  const shares = [ours, baseline, target].map(percent);
  return [fact, measure, set, String(cases), ...shares, ours >= target ? 'reached' : 'MISSED'];
}

/** The table in Markdown, with aligned columns, so that it is readable in a terminal too. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [titles, ...rows.map(cellsOf)];
  const widths = titles.map((_, column) => Math.max(3, ...lines.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(titles), rule, ...lines.slice(1).map(line)].join('\n');
}
