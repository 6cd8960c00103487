import type { ComponentChildren } from 'preact';
import { MainLink } from '../../pages/components/main-link.js';
import { say, sayWith } from '../../shared/messages/messages.js';
import { problemWords } from '../../shared/messages/service-words.js';
import type { Middleware, RequestContext } from '../middleware/identify.js';
import { limitInvalid, type ProblemContext, problemOf } from '../middleware/problems.js';
import type { Pages } from './pages.js';
import { sendText } from './write-page.js';

/** Addresses used by programs, regardless of their Accept header. */
const ofPrograms = /^\/(?:api|mcp|pages)(?:\/|$)/;

const isOfBrowser = (ctx: RequestContext): boolean =>
  ctx.method === 'GET' && /\btext\/html\b/i.test(ctx.get('Accept')) && !ofPrograms.test(ctx.path);

/**
 * Shows browsers a page where programs get an API problem: for an unknown address, or when a page fails. It says what
 * happened and what still works, and has one button.
 */
export function browserProblems(context: ProblemContext, pages: Pages): Middleware {
  const send = (ctx: RequestContext, status: number, title: string, text: ComponentChildren): void => {
    const main = (
      <section class="empty" role="alert">
        <h1>{title}</h1>
        {text}
      </section>
    );
    sendText(ctx, pages, status, [title, text], { main });
  };
  return async function browserProblems(ctx, next) {
    if (!isOfBrowser(ctx)) return next();
    try {
      await next();
      if (ctx.status === 404 && !ctx.body) send(ctx, 404, say('nowhere.title'), <Nowhere path={ctx.path} />);
    } catch (error) {
      const problem = await limitInvalid(context, ctx, problemOf(ctx, error));
      const { title } = problem.body('');
      send(
        ctx,
        problem.status,
        problemWords({ code: problem.code, title: String(title) }),
        <Failed ctx={ctx} detail={problem.message} />,
      );
      ctx.set(problem.headers);
    }
    return undefined;
  };
}

const SavedLink = (text: string) => <a href="/saved">{text}</a>;

const Nowhere = ({ path }: { path: string }) => (
  <>
    <p>{sayWith<ComponentChildren>('nowhere.at', { path: <code dir="auto">{path.slice(0, 200)}</code> })}</p>
    <p>{sayWith('nowhere.saved', { saved: SavedLink })}</p>
    <MainLink />
  </>
);

const Failed = ({ ctx: { url, state }, detail }: { ctx: RequestContext; detail: string }) => (
  <>
    <p>{detail}</p>
    <p>{sayWith('failed.saved', { saved: SavedLink })}</p>
    <MainLink href={url}>{say('tryAgain')}</MainLink>
    <p class="quiet small">{say('request', { id: state.requestId })}</p>
  </>
);
