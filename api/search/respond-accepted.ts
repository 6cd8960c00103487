import type { DocumentPage } from '../../shared/search/search-document.js';
import type { AppContext, RequestContext } from '../context.js';
import type { Forward } from './answer.js';
import { pendingSources } from './pending-sources.js';

/** How soon a client that does not wait any longer should look again, at the earliest. */
export const lookAgainSeconds = 5;

type Accepted = { page: DocumentPage; forward: Forward };

/** Answers 202: the search waits or runs, and the same request finds its answer later (contract 3.6). */
export async function accept(context: AppContext, ctx: RequestContext, { page, forward }: Accepted): Promise<void> {
  const { waitSeconds, runSeconds } = await context.admission.expect(ctx.state.caller.priority);
  const seconds = Math.max(lookAgainSeconds, waitSeconds === 0 ? 0 : Math.ceil((waitSeconds ?? 0) + (runSeconds ?? 0)));
  const sources = page.running?.sources ?? (await pendingSources(context));
  const waited = /^wait=/.test(ctx.response.get('Preference-Applied'));
  if (waited) ctx.set('Preference-Applied', `respond-async, ${ctx.response.get('Preference-Applied')}`);
  ctx.set('Cache-Status', `job-search; fwd=${forward}`);
  ctx.set('Retry-After', String(seconds));
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.status = 202;
  ctx.body = JSON.stringify({
    status: 'collecting',
    detail: `Send the same request again in ${seconds} seconds.`,
    retryAfterSeconds: seconds,
    query: ctx.state.query,
    sources,
  });
}
