/** GET /known: finds the job of an address, for the bookmark that checks whether a posting is known and still open. */

import { MainLink } from '../../pages/components/main-link.js';
import type { Config } from '../../shared/config.js';
import { say } from '../../shared/messages/messages.js';
import { longestLookedUp } from '../../shared/search/lookup.js';
import { originOf } from '../formats/feeds.js';
import { type LookupContext, lookUp } from '../jobs/lookup.js';
import type { Middleware } from '../middleware/identify.js';
import type { Pages } from './pages.js';
import { sendText } from './write-page.js';

type KnownContext = LookupContext & { config: Pick<Config, 'PUBLIC_URL' | 'TRUST_PROXY'> };

/** Redirects to the job's page, which shows its state and can save it; reports unknown jobs. */
export function knownPage(context: KnownContext, pages: Pages): Middleware {
  return async function knownPage(ctx) {
    const url = String([ctx.query.url ?? ''].flat()[0]).trim();
    const isAddress = /^https?:\/\//i.test(url) && URL.canParse(url) && url.length <= longestLookedUp;
    const found = isAddress ? (await lookUp(context, { urls: [url], ids: [] })).jobs[0] : undefined;
    if (found !== undefined && found.id !== null) return ctx.redirect(`/jobs/${found.id}`);
    const script = `javascript:location.href='${originOf(ctx, context.config)}/known?url='+encodeURIComponent(location.href)`;
    const main = (
      <>
        {isAddress && <p class="note warn">{say('known.unknown')}</p>}
        <p>{say('known.about')}</p>
        <MainLink href={script}>{say('known.mark')}</MainLink>
      </>
    );
    return sendText(ctx, pages, 200, [say('known.title'), main], { description: say('known.about') });
  };
}
