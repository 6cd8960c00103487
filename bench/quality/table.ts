import type { Row } from './row.js';

const percent = (share: number | null): string => (share === null ? '–' : `${(share * 100).toFixed(1)} %`);
const titles = ['fact', 'measure', 'set', 'cases', 'ours', 'baseline', 'target', ''];

function cellsOf({ fact, measure, set, cases, ours, baseline, target }: Row): string[] {
  const shares = [ours, baseline, target].map(percent);
  return [fact, measure, set, String(cases), ...shares, ours >= target ? 'reached' : 'MISSED'];
}

/** The table in Markdown, with aligned columns, so that it is readable in a terminal too. */
export const tableOf = (rows: readonly Row[]): string => markdownTable([titles, ...rows.map(cellsOf)]);

/** Lines of cells as an aligned table in Markdown; the first line has the headings. */
export function markdownTable(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(3, ...lines.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [...lines.slice(0, 1).map(line), rule, ...lines.slice(1).map(line)].join('\n');
}
