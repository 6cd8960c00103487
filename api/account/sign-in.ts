/** Signing in and out, and the routes that require a signed-in person. */

import { isOwnPage } from '../../shared/admin/admin-app.js';
import type { Config } from '../../shared/config.js';
import { say } from '../../shared/messages/messages.js';
import { Problem } from '../../shared/problems/problem.js';
import { type CallerContext, findCaller } from '../auth/find-caller.js';
import { sessionMs, setCookie } from '../auth/sessions.js';
import { originOf } from '../formats/feeds.js';
import type { Middleware, RequestContext, RequestState } from '../middleware/identify.js';
import type { Pages } from '../pages/pages.js';
import { sendText } from '../pages/write-page.js';
import { SignedOut, SignInFailed } from './account-page.js';
import { type Account, type Accounts, accountOfClaims } from './accounts.js';
import type { PendingSignIn, Provider } from './provider.js';

type SignInConfig = Pick<Config, 'SIGN_IN_REQUIRED' | 'OIDC_ISSUER' | 'PUBLIC_URL' | 'TRUST_PROXY'>;
export type AccountContext = CallerContext & { accounts: Accounts; provider: Provider; config: SignInConfig };
export type AccountState = RequestState & { account: Account };

/** The cookie of a sign-in in progress, and its lifetime in milliseconds. */
const pendingCookie = { name: 'sign-in', keptMs: 600_000 };

const callbackPath = '/sign-in/done';

/** Redirects to the provider, and later back to the page in the parameter `back`. */
export function signIn({ accounts, provider, config }: AccountContext): Middleware {
  return async function signIn(ctx) {
    if (accounts.way !== 'oidc') throw noSignIn();
    const back = localPath([ctx.query.back ?? ''].flat()[0] ?? '');
    const redirectUri = `${originOf(ctx, config)}${callbackPath}`;
    const { url, pending } = await provider.begin({ redirectUri, back });
    setPending(ctx, config, Buffer.from(JSON.stringify(pending)).toString('base64url'));
    ctx.redirect(url);
  };
}

/** The provider redirects here: starts a session and returns to the page where the person signed in. */
export function finishSignIn({ accounts, provider, config }: AccountContext, pages: Pages): Middleware {
  return async function finishSignIn(ctx) {
    if (accounts.way !== 'oidc') throw noSignIn();
    const pending = readPending(ctx.cookies.get(pendingCookie.name) ?? '');
    setPending(ctx, config, '');
    const address = new URL(`${originOf(ctx, config)}${callbackPath}${ctx.search}`);
    const signedIn = pending && (await provider.finish(address, pending));
    if (pending === null || signedIn === null)
      return sendText(ctx, pages, 400, [say('account.failed'), SignInFailed()]);
    const token = await accounts.begin(ctx.req, accountOfClaims(config.OIDC_ISSUER, signedIn.claims));
    setSession(ctx, config, token);
    ctx.redirect(pending.back);
  };
}

/** Ends this browser's session; the next page links to the provider's own sign-out page, if any. */
export function signOut({ accounts, provider, config }: AccountContext, pages: Pages): Middleware {
  return async function signOut(ctx) {
    requireOwnPage(ctx);
    await accounts.end(ctx.req);
    setSession(ctx, config, '');
    const end = accounts.way === 'oidc' ? await provider.endUrl(`${originOf(ctx, config)}/`) : null;
    // Cached pages may name saved jobs, so the cache is cleared.
    ctx.set('Clear-Site-Data', '"cache"');
    return sendText(ctx, pages, 200, [say('account.signedOut'), SignedOut({ end })]);
  };
}

/** Sets the account of the request; throws `key-required` if the sender is not signed in. */
export function requireAccount({ accounts }: Pick<AccountContext, 'accounts'>): Middleware<AccountState> {
  return async function requireAccount(ctx, next) {
    const account = await accounts.find(ctx.req);
    if (account === null) throw notSignedIn(accounts);
    if (ctx.method !== 'GET') requireOwnPage(ctx);
    ctx.state.account = account;
    await next();
  };
}

/** Addresses open to everyone: sign-in, page files, health, and links in mails, which carry a token. */
const open =
  /^\/(?:sign-in|pages|robots\.txt$|manifest\.webmanifest$|service-worker\.js$|api$|api\/watches\/(?:confirm|stop)$)/;
const ofApi = /^\/(?:api|mcp)(?:\/|$)/;

/** Restricts the parts listed in SIGN_IN_REQUIRED to signed-in people and callers with a key. */
export function requireSignIn(context: AccountContext): Middleware {
  const { accounts, config } = context;
  const required = config.SIGN_IN_REQUIRED;
  return async function requireSignIn(ctx, next) {
    const part = ofApi.test(ctx.path) ? 'api' : 'pages';
    if (open.test(ctx.path) || (required !== 'all' && required !== part)) return next();
    // An invalid key is rejected here as on every other route.
    const hasKey = ctx.get('Authorization') !== '' && (await findCaller(context, ctx.req)).keyId !== null;
    if (hasKey || (await accounts.find(ctx.req)) !== null) return next();
    const isPage = part === 'pages' && ctx.method === 'GET' && accounts.way === 'oidc';
    if (!isPage) throw notSignedIn(accounts);
    ctx.redirect(`/sign-in?${new URLSearchParams({ back: ctx.url })}`);
    return undefined;
  };
}

const noSignIn = (): Problem => new Problem('not-found', { detail: 'This service has no sign-in of its own.' });

const notSignedIn = ({ way }: Pick<Accounts, 'way'>): Problem =>
  new Problem('key-required', {
    title: 'Sign in to use this.',
    detail:
      way === 'oidc'
        ? 'Sign in at /sign-in, or send "Authorization: Bearer <key>".'
        : 'Open this service through the proxy that signs you in, or send "Authorization: Bearer <key>".',
    headers: { 'WWW-Authenticate': 'Bearer realm="job-search"' },
  });

/** Rejects a request that another site made the browser send. */
function requireOwnPage(ctx: RequestContext): void {
  if (!isOwnPage(ctx)) throw new Problem('forbidden-origin', { detail: 'Only pages of this service may do this.' });
}

/** A path of this service; `/` for anything else, such as the address of another site. */
const localPath = (text: string): string => (/^\/(?![/\\])[!-~]{0,2000}$/.test(text) ? text : '/');

function readPending(cookie: string): PendingSignIn | null {
  try {
    const { state, nonce, verifier, back } = JSON.parse(Buffer.from(cookie, 'base64url').toString()) as PendingSignIn;
    return { state: String(state), nonce: String(nonce), verifier: String(verifier), back: localPath(String(back)) };
  } catch {
    return null;
  }
}

const setPending = (ctx: RequestContext, config: SignInConfig, value: string): void =>
  setCookie(ctx, config, {
    name: pendingCookie.name,
    value,
    maxAge: pendingCookie.keptMs,
    path: callbackPath,
    sameSite: 'lax',
  });

const setSession = (ctx: RequestContext, config: SignInConfig, value: string): void =>
  setCookie(ctx, config, { name: 'session', value, maxAge: sessionMs.session.longest, path: '/', sameSite: 'lax' });
