import type { Middleware } from '../middleware/request-context.js';
import { type Pages, pageHeaders } from './pages.js';
import { html, writePage } from './write-html.js';

/** Addresses that programs ask, whatever they accept. */
const ofPrograms = /^\/(?:api|mcp|pages)(?:\/|$)/;

/** Answers a browser that asks for an address that is none with a page; programs get the problem of the API. */
export function notFoundPage(pages: Pages): Middleware {
  return async function notFoundPage(ctx, next) {
    const isBrowser = ctx.method === 'GET' && /\btext\/html\b/i.test(ctx.get('Accept')) && !ofPrograms.test(ctx.path);
    if (!isBrowser) return next();
    ctx.set({ ...pageHeaders, 'Cache-Control': 'no-cache', 'X-Robots-Tag': 'noindex' });
    ctx.status = 404;
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = writePage(pages, {
      title: 'There is no such page · Job search',
      description: '',
      main: html`<h1>There is no such page</h1>
<p>Nothing is at <code dir="auto">${ctx.path.slice(0, 200)}</code>. What you may have looked for:</p>
<p class="actions"><a class="act strong" href="/">Search for jobs</a> <a class="act" href="/saved">What you saved</a> <a class="act" href="/geo">The map</a> <a class="act" href="/api/docs">The API</a></p>`,
    });
    return undefined;
  };
}
