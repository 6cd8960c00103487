import { tableOf } from '../../../shared/table-of.js';

/** An element that descriptions may contain. */
export type HtmlElement = {
  name: string;
  /** The name it is written with; `null` = its tags are left out and its content is kept. */
  written: string | null;
  /** Void elements have no content and no end tag. */
  isVoid: boolean;
  /** Elements that its start tag ends when they are innermost, as htmlparser2 does. */
  ends: ReadonlySet<string>;
};

/** Elements that are kept under their own name. */
export const keptElements: readonly string[] = 'p div ul ol li h3 h4 h5 h6 strong em br a blockquote'.split(' ');
/** Elements that are kept under another name. */
export const renamedElements: Readonly<Record<string, string>> = {
  h1: 'h3',
  h2: 'h3',
  b: 'strong',
  i: 'em',
  section: 'div',
  article: 'div',
};
/** Elements whose content is kept without their tags. */
const unwrapped =
  'span font u s small sub sup code mark center label header footer main aside nav figure hr img wbr o:p';

const voids = new Set(['br', 'hr', 'img', 'wbr']);
const nothing: ReadonlySet<string> = new Set();
const paragraph: ReadonlySet<string> = new Set(['p']);
const endsParagraph = new Set(
  'p div ul ol h1 h2 h3 h4 h5 h6 blockquote section article header footer main aside nav figure hr'.split(' '),
);

const endedBy = (name: string): ReadonlySet<string> =>
  name === 'li' ? new Set(['li']) : endsParagraph.has(name) ? paragraph : nothing;

const element = (name: string, written: string | null): [string, HtmlElement] => [
  name,
  { name, written, isVoid: voids.has(name), ends: endedBy(name) },
];

/**
 * The elements that the reader of plain HTML knows, by their name. Elements with rules of their own are absent: tables,
 * forms, definition lists, other languages (SVG, MathML), and those whose content is no text.
 */
export const htmlElements: Readonly<Record<string, HtmlElement>> = tableOf(
  Object.fromEntries([
    ...keptElements.map((name) => element(name, name)),
    ...Object.entries(renamedElements).map(([name, written]) => element(name, written)),
    ...unwrapped.split(' ').map((name) => element(name, null)),
  ]),
);
