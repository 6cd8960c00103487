const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters that take two columns of a terminal: East Asian wide ones and emoji. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]|\ufe0f/u;

const columnsOf = (grapheme: string): number =>
  /^[\p{M}\u200c\u200d]+$/u.test(grapheme) ? 0 : wide.test(grapheme) ? 2 : 1;

/** The width of a line of text in terminal columns. */
export function textWidth(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += columnsOf(segment);
  return width;
}

/** The text in at most `columns` terminal columns; an ellipsis replaces the rest. */
export function truncate(text: string, columns: number): string {
  if (text.length <= columns && /^[\x20-\x7e]*$/.test(text)) return text;
  if (textWidth(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (width + columnsOf(segment) > columns - 1) break;
    kept += segment;
    width += columnsOf(segment);
  }
  return columns < 1 ? '' : `${kept.trimEnd()}…`;
}

/** The text padded with spaces to `columns` terminal columns. */
export function padText(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)));
}

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
