import { escapeHtml } from '../boards/escape-html.js';
import type { Section } from './opening.js';

type Markup = { heading(text: string): string; list(items: readonly string[]): string };

const bullets = (items: readonly string[]): string =>
  `<ul>\n${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('\n')}\n</ul>`;

/** How editors of job boards leave headings and lists behind. */
const markups: readonly Markup[] = [
  { heading: (text) => `<h2>${text}</h2>`, list: bullets },
  { heading: (text) => `<h3>${text}</h3>`, list: bullets },
  { heading: (text) => `<p><strong>${text}</strong></p>`, list: bullets },
  { heading: (text) => `<p><strong>${text}:</strong></p>`, list: bullets },
  {
    heading: (text) => `<p><b>${text}</b>&nbsp;</p>`,
    list: (items) => `<p>${items.map((item) => `• ${escapeHtml(item)}`).join('<br>\n')}</p>`,
  },
];

/** A description as HTML in the markup its company's editor makes; `style` is any whole number. */
export function renderSections(sections: readonly Section[], style: number): string {
  const markup = markups[style % markups.length];
  if (!markup) throw new Error(`No markup ${style}.`);
  return sections.map((section) => renderSection(section, markup)).join('\n');
}

function renderSection({ heading, paragraphs, list }: Section, markup: Markup): string {
  return [
    ...(heading ? [markup.heading(escapeHtml(heading))] : []),
    ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    ...(list.length > 0 ? [markup.list(list)] : []),
  ].join('\n');
}
