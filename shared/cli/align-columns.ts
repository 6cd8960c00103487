/** The lines of a table for a terminal: the cells of a column start under each other. */
export function alignColumns(table: readonly (readonly string[])[]): string[] {
  const count = Math.max(0, ...table.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, at) => Math.max(...table.map((row) => [...(row[at] ?? '')].length)));
  return table.map((row) =>
    row
      .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - [...cell].length))
      .join('  ')
      .trimEnd(),
  );
}
