import type { CheerioAPI } from 'cheerio/slim';

/** How a page states an address: by a script, frame or canonical link; in a script's text; by a link for people. */
export type Stated = 'embed' | 'script' | 'link';
export type StatedAddress = { url: URL; how: Stated };

/** Maximum addresses read per page. */
const maxAddresses = 20_000;

const embedded: readonly { css: string; attribute: string }[] = [
  { css: 'script[src]', attribute: 'src' },
  { css: 'iframe[src]', attribute: 'src' },
  { css: 'iframe[data-src]', attribute: 'data-src' },
  { css: 'embed[src]', attribute: 'src' },
  { css: 'link[rel=canonical][href]', attribute: 'href' },
  { css: 'link[rel=preconnect][href]', attribute: 'href' },
  { css: 'meta[property="og:url"]', attribute: 'content' },
  { css: 'meta[http-equiv=refresh]', attribute: 'content' },
  { css: 'form[action]', attribute: 'action' },
];

/** The addresses on a page, those of embeds first. `html` is the markup that `page` was parsed from. */
export function addressesIn(page: CheerioAPI, html: string, base: string): StatedAddress[] {
  const found: StatedAddress[] = [];
  const add = (text: string | undefined, how: Stated): void => {
    const written = text?.trim() ?? '';
    if (written === '' || written.length > 2000 || found.length >= maxAddresses) return;
    if (URL.canParse(written, base)) found.push({ url: new URL(written, base), how });
  };
  for (const { css, attribute } of embedded)
    page(css).each((_, element) => {
      const value = page(element).attr(attribute) ?? '';
      add(/^\d+\s*;\s*url=(.*)$/i.exec(value)?.[1]?.replace(/^['"]|['"]$/g, '') ?? value, 'embed');
    });
  page('a[href]').each((_, element) => add(page(element).attr('href'), 'link'));
  for (const [text] of withoutComments(html).matchAll(writtenAddress)) {
    if (found.length >= maxAddresses) break;
    add(unescaped(text), 'script');
  }
  return found;
}

/** The markup without comments: an embed in one belongs to a former system. */
function withoutComments(html: string): string {
  const parts: string[] = [];
  let from = 0;
  while (from < html.length) {
    const start = html.indexOf('<!--', from);
    const end = start === -1 ? -1 : html.indexOf('-->', start + 4);
    if (end === -1) break;
    parts.push(html.slice(from, start));
    from = end + 3;
  }
  parts.push(html.slice(from));
  return parts.join(' ');
}

/** An address in a script or in JSON, where its slashes may be escaped. */
const writtenAddress = /https?:(?:\\?\/){2}(?:[\w.~:/?#@!$&*+,;=%-]|\\\/|\\u002[fF6])+/g;

const unescaped = (text: string): string =>
  text
    .replaceAll('\\/', '/')
    .replace(/\\u002f/gi, '/')
    .replaceAll('\\u0026', '&')
    .replaceAll('&amp;', '&');
