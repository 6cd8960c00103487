/** Writes a text from what an HTML parser tells: paragraphs apart, lists as lists, cells side by side. */
export type ReadableText = {
  open(tag: string): void;
  close(tag: string): void;
  text(text: string): void;
  read(): string;
};

/** Elements that stand on lines of their own, an empty line before and behind. */
const blocks = new Set(
  'p div section article header footer main aside nav h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre figure form fieldset address hr details'.split(
    ' ',
  ),
);
/** Elements that begin a line of their own. */
const lines = new Set('tr dt dd summary figcaption caption option'.split(' '));

/** Makes a writer; lists begin their items with "- ", indented when they are nested. */
export function createReadableText(): ReadableText {
  const written: string[] = [];
  let line = '';
  let depth = 0;
  let gap = false;
  let cells = 0;

  const endLine = (): void => {
    const tidy = line.replace(/\s{2,}|[^\S ]/g, ' ').trim();
    line = '';
    if (tidy === '' || tidy === '-' || tidy === '|') return;
    if (gap && written.length > 0) written.push('');
    gap = false;
    written.push(tidy.startsWith('- ') ? '  '.repeat(Math.max(0, depth - 1)) + tidy : tidy);
  };
  const breakBlock = (): void => {
    // A paragraph inside an item goes on behind the item's dash.
    if (line.trim() === '-') return;
    endLine();
    if (depth === 0) gap = true;
  };

  return {
    open(tag) {
      if (tag === 'li') {
        endLine();
        line = '- ';
      } else if (tag === 'br') endLine();
      else if (tag === 'td' || tag === 'th') line += cells++ === 0 ? '' : ' | ';
      else if (lines.has(tag)) {
        endLine();
        cells = 0;
      } else if (blocks.has(tag)) breakBlock();
      if (tag === 'ul' || tag === 'ol') {
        endLine();
        depth += 1;
      }
    },
    close(tag) {
      if (tag === 'li' || lines.has(tag)) endLine();
      else if (blocks.has(tag)) breakBlock();
      if (tag === 'ul' || tag === 'ol') {
        depth = Math.max(0, depth - 1);
        if (depth === 0) gap = true;
      }
    },
    text(text) {
      line += text;
    },
    read() {
      endLine();
      return written.join('\n');
    },
  };
}
