/** GET /account: the signed-in person and what they can do with their saved jobs. Also the sign-in pages. */
import type { VNode } from 'preact';
import { MainLink } from '../../pages/components/main-link.js';
import { say, sayWith } from '../../shared/messages/messages.js';
import type { Middleware } from '../middleware/identify.js';
import type { Pages } from '../pages/pages.js';
import { sendText } from '../pages/write-page.js';
import type { Account, Accounts } from './accounts.js';

export function accountPage({ accounts }: { accounts: Accounts }, pages: Pages): Middleware {
  return async function accountPage(ctx, next) {
    if (accounts.way === null) return next();
    const account = await accounts.find(ctx.req);
    const main = account === null ? <Stranger way={accounts.way} /> : <Person account={account} way={accounts.way} />;
    const more = { description: say('account.about'), script: 'account', current: '/account', address: '/account' };
    return sendText(ctx, pages, 200, [say('account'), main], more);
  };
}

const Stranger = ({ way }: Pick<Accounts, 'way'>) => (
  <>
    <p>{say('account.about')}</p>
    {way === 'oidc' ? <SignInLink /> : <p class="note warn">{say('account.proxy')}</p>}
  </>
);

const SignInLink = () => <MainLink href="/sign-in?back=/account">{say('account.signIn')}</MainLink>;

const Person = ({ account: { name }, way }: { account: Account } & Pick<Accounts, 'way'>) => (
  <>
    <p>
      {sayWith('account.signedIn', { name: <strong dir="auto">{name === '' ? say('account.you') : name}</strong> })}
    </p>
    <p class="quiet">{say('account.follows')}</p>
    <div id="account" />
    <p class="actions">
      <a class="act" href="/saved">
        {say('saved')}
      </a>
      <a class="act" href="/account/export">
        {say('account.export')}
      </a>
      {way === 'oidc' && <Act address="/sign-out" text={say('account.signOut')} />}
    </p>
    <details>
      <summary>{say('account.delete')}</summary>
      <p>{say('account.deleteText')}</p>
      <Act address="/account/delete" text={say('account.deleteYes')} />
    </details>
  </>
);

const Act = ({ address, text }: { address: string; text: string }) => (
  <form method="post" action={address} class="inline">
    <button type="submit" class="act">
      {text}
    </button>
  </form>
);

/** Shown when a sign-in failed. */
export const SignInFailed = (): VNode => (
  <>
    <p>{say('account.failedText')}</p>
    <SignInLink />
  </>
);

/** Shown after signing out; `end`: the provider's own sign-out page. */
export const SignedOut = ({ end }: { end: string | null }): VNode => (
  <>
    <p>{say('account.signedOutText')}</p>
    {end !== null && (
      <p>
        <a class="act" href={end}>
          {say('account.signOutThere')}
        </a>
      </p>
    )}
    <MainLink />
  </>
);

export const Deleted = (): VNode => (
  <>
    <p>{say('account.deletedText')}</p>
    <MainLink />
  </>
);
