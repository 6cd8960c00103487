import { decodeHTML } from 'entities';
import { tableOf } from '../../table-of.js';

/** Tags, and the text between them. Descriptions are sanitised: a `<` that begins no tag is escaped. */
const pieces = /<(\/?)([a-z][a-z0-9]*)((?:[^a-z0-9<>][^<>]*)?)>|[^<]+|</gi;

/** Characters with a special meaning in Markdown. */
const signs = /[\\`*_~[\]<>#|]|&(?=#?\w{1,32};)/g;
const atStart = /^(\s*)([-+]|\d{1,9}[.)])(?=\s|$)/;

const percentEncoded = (sign: string): string => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`;

const address = /\shref="([^"]*)"/i;

type List = { ordered: boolean; count: number };

/**
 * Converts sanitised HTML (worker/normalise/text/description.ts) to Markdown: headings, lists, emphasis, links,
 * quotations and the lines of tables. Linear in its length.
 */
export function descriptionMarkdown(html: string): string {
  const lines: string[] = [];
  const lists: List[] = [];
  const links: string[] = [];
  let line = '';
  let marker = '';
  let quotes = 0;
  const endLine = (isParagraph: boolean): void => {
    const text = line.replace(/[ \t]+/g, ' ').trim();
    line = '';
    if (text !== '' && text !== '**' && text !== '****') {
      const indent = '  '.repeat(Math.max(0, lists.length - 1));
      const inside = marker === '' && lists.length > 0 ? '  ' : '';
      lines.push('> '.repeat(quotes) + indent + inside + marker + (marker === '' ? escapedStart(text) : text));
      marker = '';
    }
    if (isParagraph && lists.length === 0 && lines.length > 0 && lines.at(-1) !== '') lines.push('');
  };
  const open = tableOf<(attributes: string) => void>({
    br: () => endLine(false),
    ul: () => lists.push({ ordered: false, count: 0 }),
    ol: () => lists.push({ ordered: true, count: 0 }),
    li: () => {
      const list = lists.at(-1);
      if (list !== undefined) list.count += 1;
      marker = list?.ordered === true ? `${list.count}. ` : '- ';
    },
    blockquote: () => {
      quotes += 1;
    },
    strong: () => {
      line += '**';
    },
    em: () => {
      line += '*';
    },
    a: (attributes) => {
      links.push(decodeHTML(address.exec(attributes)?.[1] ?? ''));
      line += '[';
    },
    td: () => {
      line += line.trim() === '' ? '' : ' · ';
    },
    th: () => {
      line += line.trim() === '' ? '' : ' · ';
    },
  });
  const close = tableOf<() => void>({
    strong: () => {
      line = line.endsWith('**') ? line.slice(0, -2) : `${line.trimEnd()}** `;
    },
    em: () => {
      line = line.endsWith('*') && !line.endsWith('**') ? line.slice(0, -1) : `${line.trimEnd()}* `;
    },
    a: () => {
      line += `](${(links.pop() ?? '').replace(/[()\s]/g, percentEncoded)})`;
    },
    ul: () => void lists.pop(),
    ol: () => void lists.pop(),
    blockquote: () => {
      quotes = Math.max(0, quotes - 1);
    },
  });
  for (const [piece, slash = '', tag, attributes = ''] of html.matchAll(pieces)) {
    if (tag === undefined) {
      line += decodeHTML(piece).replace(/\s+/g, ' ').replace(signs, '\\$&');
      continue;
    }
    const name = tag.toLowerCase();
    const isBlock = blocks.has(name);
    if (isBlock) endLine(name !== 'li' && name !== 'tr');
    if (slash === '') open[name]?.(attributes);
    else close[name]?.();
    if (isBlock && slash !== '') endLine(name !== 'li' && name !== 'tr');
    if (slash === '' && /^h[1-6]$/.test(name)) marker = `${'#'.repeat(Number(name[1]))} `;
  }
  endLine(false);
  return lines.join('\n').trim();
}

const blocks: ReadonlySet<string> = new Set('p div ul ol li h1 h2 h3 h4 h5 h6 blockquote table tr'.split(' '));

/** A line that only looks like a list item. */
const escapedStart = (text: string): string => text.replace(atStart, '$1\\$2');
