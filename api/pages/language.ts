/** The language of a page: the one that its reader has chosen, else the one that the browser prefers of those there are. */
import { AsyncLocalStorage } from 'node:async_hooks';
import Negotiator from 'negotiator';
import german from '../../shared/messages/de.json' with { type: 'json' };
import english from '../../shared/messages/en.json' with { type: 'json' };
import spanish from '../../shared/messages/es.json' with { type: 'json' };
import french from '../../shared/messages/fr.json' with { type: 'json' };
import { type Messages, speakBy } from '../../shared/messages/messages.js';
import type { Middleware, RequestContext } from '../middleware/identify.js';

/** The languages of the pages, the usual one first. */
const languages: ReadonlyMap<string, Messages> = new Map(
  [english, german, french, spanish].map((messages) => [messages.language, messages]),
);

/** Where the choice is kept, and the parameter by which it is made. */
const cookie = 'lang';
const keptMs = 365 * 86_400_000;

/** Addresses whose answers are for programs, and English; links in mails lead to two of them. */
const ofPrograms = /^\/(?:(?:mcp|pages)(?:\/|$)|api(?!\/watches\/(?:confirm|stop)$)(?:\/|$))/;

const spoken = new AsyncLocalStorage<{ messages: Messages; address: string }>();
speakBy(() => spoken.getStore()?.messages ?? english);

/** Has all that is written for a request be in the language of its reader. `?lang=de` chooses one for this browser. */
export function speak(): Middleware {
  return async function speak(ctx, next) {
    if (ofPrograms.test(ctx.path)) return next();
    const chosen = languages.get(String(ctx.query.lang));
    if (chosen !== undefined && ctx.method === 'GET') {
      ctx.cookies.set(cookie, chosen.language, { maxAge: keptMs, sameSite: 'lax', overwrite: true });
      const { lang: _, ...others } = ctx.query;
      ctx.query = others;
      ctx.set('Cache-Control', 'no-store');
      ctx.redirect(ctx.url.replace(/^\/{2,}/, '/'));
      return undefined;
    }
    ctx.vary(['Accept-Language', 'Cookie']);
    return spoken.run({ messages: messagesFor(ctx), address: ctx.url }, next);
  };
}

function messagesFor(ctx: RequestContext): Messages {
  const kept = languages.get(ctx.cookies.get(cookie) ?? '');
  if (kept !== undefined) return kept;
  const [preferred = ''] = new Negotiator(ctx.req).languages([...languages.keys()]);
  return languages.get(preferred) ?? english;
}

/** The languages to choose from, each by its own name, with the address that chooses it for the page that is written. */
export const languageLinks = (): { code: string; name: string; href: string }[] => {
  const address = spoken.getStore()?.address ?? '/';
  return [...languages.values()].map(({ language, name }) => ({
    ...{ code: language, name },
    href: `${address}${address.includes('?') ? '&' : '?'}${cookie}=${language}`,
  }));
};
