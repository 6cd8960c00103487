import { escapeUTF8 } from 'entities';

/** Markup; only `html` makes it, so that foreign text cannot be taken for it. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = string | number | Markup | null | readonly (Markup | null)[];

/** A template of HTML that escapes every value, in elements and in quoted attributes. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(
    texts.map((text, index) => `${text}${index < parts.length ? write(parts[index] ?? null) : ''}`).join(''),
  );
}

function write(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escapeUTF8(String(part));
  return part.map(write).join('');
}

/** A link to another site; plain text unless its address is http or https. */
export function outsideLink(address: string | null, text: string): Markup {
  if (address === null || !/^https?:\/\//i.test(address)) return html`${text}`;
  return html`<a href="${address}" rel="noopener noreferrer nofollow">${text}</a>`;
}

/**
 * `script`: a module of pages/ that the page works without. `styles`: style sheets of pages/ beside site.css, without their
 * ending, those of the search page by default; the build joins them (scripts/build/build-pages.mjs). `current`: the address in the bar at the top that is this page.
 */
export type PageParts = {
  title: string;
  description: string;
  head?: Markup;
  main: Markup;
  script?: string;
  styles?: readonly string[];
  current?: string;
};

const searchStyles = ['search', 'results', 'written'];
const bar = [
  ['/', 'Search'],
  ['/saved', 'Saved'],
  ['/geo', 'Map'],
  ['/api/docs', 'API'],
] as const;

/** A whole page in the look of the search page, which needs no script. */
export function writePage(
  { edition }: { edition: string },
  { title, description, head, main, script, styles = searchStyles, current }: PageParts,
): string {
  const file = (name: string) => `/pages/${edition}/${name}`;
  return html`<!doctype html>
<html lang="en" class="asked">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="icon" href="${file('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${file(`${['site', ...styles].join('-')}.css`)}">
${script === undefined ? null : html`<script type="module" src="${file(script)}"></script>\n`}${head ?? null}</head>
<body>
<header class="top">
<a class="brand" href="/"><img src="${file('icon.svg')}" alt="" width="28" height="28">Job search</a>
<nav aria-label="Pages">${bar.map(
    ([address, name]) =>
      html`<a href="${address}"${address === current ? html` aria-current="page"` : null}>${name}</a> `,
  )}</nav>
</header>
<main>${main}</main>
<footer class="bottom"><p>Postings belong to the boards they come from, and every job links to its original.</p></footer>
</body>
</html>
`.text;
}
