import type { ComponentChildren } from 'preact';
import type { Middleware, RequestContext } from '../middleware/identify.js';
import { limitInvalid, type ProblemContext, problemOf } from '../middleware/problems.js';
import { type Pages, pageHeaders } from './pages.js';
import { writePage } from './write-page.js';

/** Addresses that programs ask, whatever they accept. */
const ofPrograms = /^\/(?:api|mcp|pages)(?:\/|$)/;

const isOfBrowser = (ctx: RequestContext): boolean =>
  ctx.method === 'GET' && /\btext\/html\b/i.test(ctx.get('Accept')) && !ofPrograms.test(ctx.path);

/**
 * Answers browsers with a page where programs get a problem of the API: for an address that is none, and when a page fails. It says what
 * happened, what still works, and has one button.
 */
export function browserProblems(context: ProblemContext, pages: Pages): Middleware {
  const send = (ctx: RequestContext, status: number, title: string, text: ComponentChildren): void => {
    ctx.set({ ...pageHeaders, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
    ctx.status = status;
    ctx.type = 'text/html; charset=utf-8';
    const main = (
      <section class="empty" role="alert">
        <h1>{title}</h1>
        {text}
      </section>
    );
    ctx.body = writePage(pages, { title: `${title} · Job search`, description: '', main });
  };
  return async function browserProblems(ctx, next) {
    if (!isOfBrowser(ctx)) return next();
    try {
      await next();
      if (ctx.status === 404 && !ctx.body) send(ctx, 404, 'There is no such page', <Nowhere path={ctx.path} />);
    } catch (error) {
      const problem = await limitInvalid(context, ctx, problemOf(ctx, error));
      const { title } = problem.body('');
      send(ctx, problem.status, String(title), <Failed ctx={ctx} detail={problem.message} />);
      ctx.set(problem.headers);
    }
    return undefined;
  };
}

const Nowhere = ({ path }: { path: string }) => (
  <>
    <p>
      Nothing is at <code dir="auto">{path.slice(0, 200)}</code>.
    </p>
    <p>
      Jobs have addresses of their own, and what you saved is <a href="/saved">in this browser</a>.
    </p>
    <p>
      <a class="act strong" href="/">
        Search for jobs
      </a>
    </p>
  </>
);

const Failed = ({ ctx: { url, state }, detail }: { ctx: RequestContext; detail: string }) => (
  <>
    <p>{detail}</p>
    <p>
      Nothing of yours is lost: <a href="/saved">what you saved</a> is in this browser, and alerts go on.
    </p>
    <p>
      <a class="act strong" href={url}>
        Try again
      </a>
    </p>
    <p class="quiet small">Request {state.requestId}</p>
  </>
);
