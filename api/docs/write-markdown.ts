import { escapeUTF8 } from 'entities';
import { Marked } from 'marked';
import { Markup } from '../pages/write-html.js';

/** Descriptions are our own texts, in which `<` is a character: "Bearer <key>" is no element. */
const marked = new Marked({
  async: false,
  renderer: {
    html: ({ text }) => escapeUTF8(text),
    // Wide code is scrolled with the keyboard too.
    code: ({ text }) => `<pre tabindex="0" role="region" aria-label="Example"><code>${escapeUTF8(text)}</code></pre>`,
  },
});

/** The Markdown of a description as paragraphs, tables and code. */
export function writeMarkdown(text: string): Markup {
  return new Markup(marked.parse(text, { async: false }));
}

/** The Markdown of one sentence, without a paragraph around it. */
export function writeInline(text: string): Markup {
  return new Markup(marked.parseInline(text, { async: false }));
}
