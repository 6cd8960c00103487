import type { RequestContext } from '../middleware/request-context.js';
import { type Pages, pageHeaders } from '../pages/pages.js';
import { html, type Markup, writePage } from '../pages/write-html.js';

/** A page that people are led to by a mail: its title, and what stands below it. */
export type PageText = readonly [title: string, main: Markup];

/** Sends such a page, which search engines do not list. */
export function sendPage(ctx: RequestContext, pages: Pages, status: number, [title, main]: PageText): void {
  ctx.set({ ...pageHeaders, 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store' });
  ctx.status = status;
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = writePage(pages, {
    title,
    description: `${title} of a job search.`,
    main: html`<h1>${title}</h1>\n${main}`,
  });
}
