import { limitInvalid, type ProblemContext, problemOf } from '../middleware/problems.js';
import type { Middleware, RequestContext } from '../middleware/request-context.js';
import { type Pages, pageHeaders } from './pages.js';
import { html, type Markup, writePage } from './write-html.js';

/** Addresses that programs ask, whatever they accept. */
const ofPrograms = /^\/(?:api|mcp|pages)(?:\/|$)/;

const isOfBrowser = (ctx: RequestContext): boolean =>
  ctx.method === 'GET' && /\btext\/html\b/i.test(ctx.get('Accept')) && !ofPrograms.test(ctx.path);

/**
 * Answers browsers with a page where programs get a problem of the API: for an address that is none, and when a page fails. It says what
 * happened, what still holds, and has one button.
 */
export function browserProblems(context: ProblemContext, pages: Pages): Middleware {
  const send = (ctx: RequestContext, status: number, title: string, main: Markup): void => {
    ctx.set({ ...pageHeaders, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
    ctx.status = status;
    ctx.type = 'text/html; charset=utf-8';
    const body = html`<section class="empty" role="alert"><h1>${title}</h1>${main}</section>`;
    ctx.body = writePage(pages, { title: `${title} · Job search`, description: '', main: body });
  };
  return async function browserProblems(ctx, next) {
    if (!isOfBrowser(ctx)) return next();
    try {
      await next();
      if (ctx.status === 404 && !ctx.body) send(ctx, 404, 'There is no such page', nowhere(ctx.path));
    } catch (error) {
      const problem = await limitInvalid(context, ctx, problemOf(ctx, error));
      const { title } = problem.body('');
      send(ctx, problem.status, String(title), failed(ctx, problem.message));
      ctx.set(problem.headers);
    }
    return undefined;
  };
}

const nowhere = (path: string): Markup => html`<p>Nothing is at <code dir="auto">${path.slice(0, 200)}</code>.</p>
<p>Jobs have addresses of their own, and what you saved is <a href="/saved">in this browser</a>.</p>
<p><a class="act strong" href="/">Search for jobs</a></p>`;

const failed = ({ url, state }: RequestContext, detail: string): Markup => html`<p>${detail}</p>
<p>Nothing of yours is lost: <a href="/saved">what you saved</a> is in this browser, and alerts go on.</p>
<p><a class="act strong" href="${url}">Try again</a></p>
<p class="quiet small">Request ${state.requestId}</p>`;
