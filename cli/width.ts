const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters that take two cells of a terminal: East Asian wide ones and emoji. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]|\ufe0f/u;

const cellsOf = (grapheme: string): number =>
  /^[\p{M}\u200c\u200d]+$/u.test(grapheme) ? 0 : wide.test(grapheme) ? 2 : 1;

/** How many cells of a terminal a line of text takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += cellsOf(segment);
  return width;
}

/** The text within `cells`; where it was cut an ellipsis stands. */
export function cut(text: string, cells: number): string {
  if (text.length <= cells && /^[\x20-\x7e]*$/.test(text)) return text;
  if (widthOf(text) <= cells) return text;
  let kept = '';
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (width + cellsOf(segment) > cells - 1) break;
    kept += segment;
    width += cellsOf(segment);
  }
  return cells < 1 ? '' : `${kept.trimEnd()}…`;
}

/** The text with spaces up to `cells`. */
export function pad(text: string, cells: number): string {
  return text + ' '.repeat(Math.max(0, cells - widthOf(text)));
}
