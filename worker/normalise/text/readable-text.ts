/** Collects plain text from the events of an HTML parser: paragraphs and lists on separate lines, cells side by side. */
export type ReadableText = {
  open(tag: string): void;
  close(tag: string): void;
  text(text: string): void;
  read(): string;
};

/** Block elements, written with an empty line before and after. */
const blocks = new Set(
  'p div section article header footer main aside nav h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre figure form fieldset address hr details'.split(
    ' ',
  ),
);
/** Elements that begin a new line. */
const lines = new Set('tr dt dd summary figcaption caption option'.split(' '));

/** Makes a writer. List items begin with "- " and are indented when nested. */
export function createReadableText(): ReadableText {
  const page = createPage();
  let cells = 0;

  const open = (tag: string): void => {
    if (tag === 'td' || tag === 'th') page.write(cells++ === 0 ? '' : ' | ');
    else if (tag === 'li' || tag === 'br' || lines.has(tag)) page.endLine();
    else if (blocks.has(tag)) page.endBlock();
    if (tag === 'li') page.write('- ');
    if (tag === 'tr') cells = 0;
    if (tag === 'ul' || tag === 'ol') page.nest(1);
  };
  const close = (tag: string): void => {
    if (tag === 'li' || lines.has(tag)) page.endLine();
    else if (blocks.has(tag)) page.endBlock();
    if (tag === 'ul' || tag === 'ol') page.nest(-1);
  };
  return { open, close, text: page.write, read: page.read };
}

/** Collects lines; never two empty lines in a row, and none at the beginning. */
function createPage() {
  const written: string[] = [];
  let line = '';
  let depth = 0;
  let gap = false;

  const endLine = (): void => {
    const tidy = line.replace(/\s{2,}|[^\S ]/g, ' ').trim();
    line = '';
    if (tidy === '' || tidy === '-' || tidy === '|') return;
    if (gap && written.length > 0) written.push('');
    gap = false;
    written.push(tidy.startsWith('- ') ? '  '.repeat(Math.max(0, depth - 1)) + tidy : tidy);
  };
  return {
    endLine,
    write(text: string): void {
      line += text;
    },
    endBlock(): void {
      // A paragraph inside an item continues after the dash of the item.
      if (line.trim() === '-') return;
      endLine();
      if (depth === 0) gap = true;
    },
    nest(by: 1 | -1): void {
      endLine();
      depth = Math.max(0, depth + by);
      if (depth === 0) gap = true;
    },
    read(): string {
      endLine();
      return written.join('\n');
    },
  };
}
