import { decodeHTML, escapeText } from 'entities';
import { Parser } from 'htmlparser2';

/** A description in the two forms we keep: HTML of a few harmless tags, and text with its lists still lists. */
export type Description = { html: string; text: string };

/** The only tags that leave, by what they do to the text; every other tag is dropped and its text kept. */
const tags: Readonly<Record<string, { as: string; block: boolean }>> = {
  p: { as: 'p', block: true }, div: { as: 'p', block: true }, section: { as: 'p', block: true }, article: { as: 'p', block: true },
  h1: { as: 'h3', block: true }, h2: { as: 'h3', block: true }, h3: { as: 'h3', block: true }, h4: { as: 'h4', block: true },
  h5: { as: 'h5', block: true }, h6: { as: 'h6', block: true }, ul: { as: 'ul', block: true }, ol: { as: 'ol', block: true },
  li: { as: 'li', block: true }, blockquote: { as: 'blockquote', block: true }, tr: { as: 'p', block: true },
  strong: { as: 'strong', block: false }, b: { as: 'strong', block: false }, em: { as: 'em', block: false }, i: { as: 'em', block: false },
  a: { as: 'a', block: false },
};

/** What is inside these is no text. */
const silent = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'head', 'title', 'select', 'textarea', 'button', 'form']);

/** Longer than any honest description; the rest is cut off. */
const longest = 200_000;

/** Reads a description from HTML (escaped twice, once or not at all) or from plain text. */
export function readDescription(html: string | null, text: string | null): Description {
  if (html !== null && html.trim() !== '') return fromHtml(unescaped(html.slice(0, longest)));
  if (text === null || text.trim() === '') return { html: '', text: '' };
  return /<(?:p|br|ul|li|div|b|strong|h\d)\b[^>]*>/i.test(text) ? fromHtml(text.slice(0, longest)) : fromText(text.slice(0, longest));
}

/** Some interfaces escape their HTML once more than JSON needs: as long as tags stand escaped, and none bare, undo it. */
function unescaped(html: string): string {
  let text = html;
  for (let round = 0; round < 3 && !/<[a-z/!]/i.test(text) && /&(?:lt|#60|#x3c|amp);/i.test(text); round++) text = decodeHTML(text);
  return text;
}

/** One pass of the parser writes both forms: text is escaped anew, and nothing but the table's tags is ever written. */
function fromHtml(source: string): Description {
  const html: string[] = [];
  const open: string[] = [];
  const text = createTextWriter();
  let silence = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (silent.has(name)) silence += 1;
        if (silence > 0) return;
        if (name === 'br') {
          html.push('<br>');
          text.line();
        }
        const tag = tags[name];
        if (tag === undefined) return;
        if (tag.block) text.block(tag.as === 'li');
        const href = name === 'a' ? safeHref(attributes.href) : null;
        if (name === 'a' && href === null) return void open.push('');
        html.push(href === null ? `<${tag.as}>` : `<a href="${href}" rel="nofollow noopener">`);
        open.push(tag.as);
      },
      ontext(data) {
        if (silence > 0) return;
        html.push(escapeText(cleanText(data)));
        text.write(cleanText(data));
      },
      onclosetag(name) {
        if (silent.has(name)) {
          silence = Math.max(0, silence - 1);
          return;
        }
        const tag = tags[name];
        if (silence > 0 || tag === undefined) return;
        const last = open.pop();
        if (last) html.push(`</${last}>`);
        if (tag.block) text.block(false);
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.write(source);
  parser.end();
  return { html: html.join('').replace(/<(p|li|h[3-6])>\s*<\/\1>/g, '').trim(), text: text.read() };
}

/** Line breaks of plain text are paragraphs, and its dashes lists. */
function fromText(source: string): Description {
  const lines = cleanText(decodeHTML(source)).split(/\r?\n/).map((line) => line.trim());
  const html = lines
    .filter((line) => line !== '')
    .map((line) => (/^[-*•·]\s+/.test(line) ? `<li>${escapeText(line.replace(/^[-*•·]\s+/, ''))}</li>` : `<p>${escapeText(line)}</p>`))
    .join('')
    .replace(/(?:<li>.*?<\/li>)+/g, '<ul>$&</ul>');
  const text = lines.map((line) => line.replace(/^[*•·]\s+/, '- ')).join('\n').replace(/\n{3,}/g, '\n\n').trim();
  return { html, text };
}

/** An address a reader may follow, escaped for an attribute; `null` for any other scheme. */
function safeHref(href: string | undefined): string | null {
  if (href === undefined || !URL.canParse(href)) return null;
  const url = new URL(href);
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href.replace(/&/g, '&amp;').replace(/"/g, '&quot;') : null;
}

/** Entities escaped once too often, invisible characters and lone surrogates do not reach a reader. */
function cleanText(text: string): string {
  const plain = /&(?:[a-z]+|#\d+|#x[\da-f]+);/i.test(text) ? decodeHTML(text) : text;
  return plain.toWellFormed().replace(/[\u200b-\u200d\u2060\ufeff\u00ad]/g, '').replace(/[\u00a0\u202f]/g, ' ').replace(/[^\P{Cc}\n\t\r]/gu, ' ');
}

function createTextWriter(): { write(text: string): void; line(): void; block(item: boolean): void; read(): string } {
  const lines: string[] = [];
  let line = '';
  const flush = () => {
    const tidy = line.replace(/\s+/g, ' ').trim();
    if (tidy !== '' && tidy !== '-') lines.push(tidy);
    line = '';
  };
  return {
    write(text) {
      line += text;
    },
    line: flush,
    block(item) {
      flush();
      if (item) line = '- ';
    },
    read() {
      flush();
      return lines.join('\n');
    },
  };
}
