/** Renders pages in the reader's language: the chosen one, otherwise the available one that the browser prefers. */
import Negotiator from 'negotiator';
import { sayIn, spokenLanguages } from '../../shared/messages/languages.js';
import type { Middleware, RequestContext } from './identify.js';

/** The cookie that stores the choice, and the parameter that makes it. */
const cookie = 'lang';
const keptMs = 365 * 86_400_000;

/** Addresses whose answers are for programs, in English; links in mails lead to two of them. */
const ofPrograms = /^\/(?:(?:mcp|pages)(?:\/|$)|api(?!\/watches\/(?:confirm|stop)$)(?:\/|$))/;

/** Answers a request in the reader's language. `?lang=de` chooses one for this browser. */
export function speak(): Middleware {
  return async function speak(ctx, next) {
    if (ofPrograms.test(ctx.path)) return next();
    const { lang, ...others } = ctx.query;
    if (typeof lang === 'string' && spokenLanguages.has(lang) && ctx.method === 'GET') {
      ctx.cookies.set(cookie, lang, { maxAge: keptMs, sameSite: 'lax' });
      ctx.query = others;
      ctx.set('Cache-Control', 'no-store');
      ctx.redirect(ctx.url.replace(/^\/{2,}/, '/'));
      return undefined;
    }
    ctx.vary(['Accept-Language', 'Cookie']);
    return sayIn(languageOf(ctx), next);
  };
}

function languageOf(ctx: RequestContext): string | undefined {
  const kept = ctx.cookies.get(cookie);
  if (kept !== undefined && spokenLanguages.has(kept)) return kept;
  return new Negotiator(ctx.req).languages([...spokenLanguages.keys()])[0];
}

/** The available languages, each by its own name, with the address that selects it for a page. */
export const languageLinks = (address = ''): { code: string; name: string; href: string }[] =>
  [...spokenLanguages.values()].map(({ language, name }) => ({
    code: language,
    name,
    href: `${address}${address.includes('?') ? '&' : '?'}${cookie}=${language}`,
  }));
