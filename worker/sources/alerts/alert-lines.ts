import type { AnyNode, Element } from 'domhandler';
import { parseMarkup } from '../../structured-data/parse-markup.js';

/** A line of a mail as its reader sees it. `href`: its target; `isStrong`: a part of it is bold. */
export type AlertLine = { text: string; href: string | null; isStrong: boolean };

/** Elements whose text is on separate lines. Adjacent spans state different facts, except within a link. */
const blocks = new Set(
  'address article aside blockquote br center dd div dl dt footer h1 h2 h3 h4 h5 h6 header hr li main ol p section span table tbody td th tr ul'.split(
    ' ',
  ),
);
const unseen = new Set('head style script title template'.split(' '));

/** Maximum lines read per mail; alerts have some hundred. */
const mostLines = 5000;

/** The visible lines of an HTML mail, with the link that contains each. */
export function linesOfHtml(html: string): AlertLine[] {
  const lines: AlertLine[] = [];
  let line: AlertLine = { text: '', href: null, isStrong: false };
  const begin = (href: string | null): void => {
    const text = plain(line.text);
    if (text !== '' && lines.length < mostLines) lines.push({ ...line, text });
    line = { text: '', href, isStrong: false };
  };
  const readElement = ({ name, attribs, children }: Element, isStrong: boolean): void => {
    const outside = line.href;
    const leads = name === 'a' && attribs.href !== undefined;
    const isBlock = leads || (blocks.has(name) && !(name === 'span' && outside !== null));
    if (isBlock) begin(leads ? (attribs.href ?? null) : outside);
    for (const child of children) read(child, isStrong || name === 'strong' || name === 'b');
    if (isBlock) begin(outside);
  };
  const read = (node: AnyNode, isStrong: boolean): void => {
    if (node.type === 'text') {
      line.text += node.data;
      line.isStrong ||= isStrong && node.data.trim() !== '';
    } else if ('attribs' in node) {
      if (isSeen(node)) readElement(node, isStrong);
    } else if ('children' in node) for (const child of node.children) read(child, isStrong);
  };
  for (const node of parseMarkup(html).root().toArray()) read(node, false);
  begin(null);
  return lines;
}

const isSeen = ({ name, attribs }: Element): boolean =>
  !unseen.has(name) && !/display\s{0,9}:\s{0,9}none/i.test(attribs.style ?? '');

/** The lines of a mail in plain text, including blank ones: an address on a line is its target, the rest its text. */
export function linesOfText(text: string): AlertLine[] {
  return text.split(/\r?\n/, mostLines).map((raw) => {
    const href = /https?:\/\/[^\s<>"]{1,4000}/.exec(raw)?.[0] ?? null;
    return { text: plain(href === null ? raw : raw.replace(href, '')), href, isStrong: false };
  });
}

/** Text without the invisible characters that fill a mail's preview, and with single spaces. */
const plain = (text: string): string =>
  text
    .replace(/\p{Cf}|\u034f/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
