/** Block elements, written with an empty line before and after. */
const blocks = new Set(
  'p div section article header footer main aside nav h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre figure form fieldset address hr details'.split(
    ' ',
  ),
);
/** Elements that begin a new line. */
const lines = new Set('tr dt dd summary figcaption caption option'.split(' '));

/**
 * Collects plain text from the events of an HTML parser: paragraphs and lists on separate lines, cells side by side.
 * List items begin with "- " and are indented when nested; there are no two empty lines in a row, and none at first.
 * A class, because V8 references optimised closures only weakly and would recompile those of each description.
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
    // A paragraph inside a list item continues on the line of its dash.
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

/** Replaces every run of white space by a single space. */
export const foldSpaces = (text: string): string => (isFolded(text) ? text : text.replace(/\s{2,}|[^\S ]/g, ' '));

/**
 * Whether a text's only white space is single spaces, as in nearly every line. Compares character codes: a pattern
 * takes several times as long, because it tries two alternatives at each space.
 */
function isFolded(text: string): boolean {
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === space ? before === space : isOtherSpace(code)) return false;
    before = code;
  }
  return true;
}

const space = 0x20;

/** White space other than a space, as in `\s`. */
function isOtherSpace(code: number): boolean {
  if (code < 0xa0) return code >= 0x09 && code <= 0x0d;
  if (code < 0x1680) return code === 0xa0;
  if (code >= 0x2000 && code <= 0x200a) return true;
  return others.has(code);
}

const others = new Set([0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff]);
