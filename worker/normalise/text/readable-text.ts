import { foldSpaces } from './fold-spaces.js';

/** Block elements, written with an empty line before and after. */
const blocks = new Set(
  'p div section article header footer main aside nav h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre figure form fieldset address hr details'.split(
    ' ',
  ),
);
/** Elements that begin a new line. */
const lines = new Set('tr dt dd summary figcaption caption option'.split(' '));

/**
 * Collects plain text from the events of an HTML parser: paragraphs and lists on separate lines, cells side by side. List items
 * begin with "- " and are indented when nested; there are never two empty lines in a row, and none at the beginning.
 *
 * A class, since V8 holds the optimised code of closures weakly: closures created for each description were compiled each time.
 */
export class ReadableText {
  readonly #written: string[] = [];
  #line = '';
  #depth = 0;
  #gap = false;
  #cells = 0;

  open(tag: string): void {
    if (tag === 'td' || tag === 'th') this.#line += this.#cells++ === 0 ? '' : ' | ';
    else if (tag === 'li' || tag === 'br' || lines.has(tag)) this.#endLine();
    else if (blocks.has(tag)) this.#endBlock();
    if (tag === 'li') this.#line += '- ';
    if (tag === 'tr') this.#cells = 0;
    if (tag === 'ul' || tag === 'ol') this.#nest(1);
  }

  close(tag: string): void {
    if (tag === 'li' || lines.has(tag)) this.#endLine();
    else if (blocks.has(tag)) this.#endBlock();
    if (tag === 'ul' || tag === 'ol') this.#nest(-1);
  }

  text(text: string): void {
    this.#line += text;
  }

  /** All lines so far. */
  read(): string {
    this.#endLine();
    return this.#written.join('\n');
  }

  #endLine(): void {
    const tidy = foldSpaces(this.#line).trim();
    this.#line = '';
    if (tidy === '' || tidy === '-' || tidy === '|') return;
    if (this.#gap && this.#written.length > 0) this.#written.push('');
    this.#gap = false;
    this.#written.push(tidy.startsWith('- ') ? '  '.repeat(Math.max(0, this.#depth - 1)) + tidy : tidy);
  }

  #endBlock(): void {
    // A paragraph inside an item continues after the dash of the item.
    if (this.#line.trim() === '-') return;
    this.#endLine();
    if (this.#depth === 0) this.#gap = true;
  }

  #nest(by: 1 | -1): void {
    this.#endLine();
    this.#depth = Math.max(0, this.#depth + by);
    if (this.#depth === 0) this.#gap = true;
  }
}
