import { padText, textWidth } from './text-width.js';

/**
 * The lines of a plain table whose columns are aligned, also with wide characters. A table library (cli-table3 and its
 * five dependencies) would replace only these lines: the layout of jobs (cli/jobs-table.ts) is not one that such libraries draw.
 */
export function alignColumns(table: readonly (readonly string[])[]): string[] {
  const count = Math.max(0, ...table.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, at) => Math.max(...table.map((row) => textWidth(row[at] ?? ''))));
  return table.map((row) =>
    row
      .map((cell, at) => padText(cell, widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
