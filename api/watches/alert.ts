import { randomBytes } from 'node:crypto';
import type { Problem } from '../../shared/problems/problem.js';
import type { Listener } from '../../shared/redis/listener.js';
import { parseQuery } from '../../shared/search/query/parse-query.js';
import { searchName } from '../../shared/search/query/search-address.js';
import { alertOwner, keepPending } from '../../shared/watches/alerts.js';
import { makeAlertToken } from '../../shared/watches/mail-consent.js';
import { countSent } from '../../shared/watches/message-limits.js';
import { readTimeZone } from '../../shared/watches/rhythm.js';
import { announcedTest, takeTest } from '../../shared/watches/test-delivery.js';
import type { StoredWatch } from '../../shared/watches/watch.js';
import { addressError, deliveryWays, offersAlerts } from '../../shared/watches/webhook-address.js';
import { findIllFormed } from '../../shared/words/find-ill-formed.js';
import { givenFields } from '../feed/given-fields.js';
import { awaitWorker } from '../jobs/ask-worker.js';
import type { CallerState } from '../middleware/authenticate.js';
import { invalidRequest } from '../middleware/invalid-request.js';
import { problemOf } from '../middleware/problems.js';
import type { Middleware, RequestContext } from '../middleware/request-context.js';
import type { Pages } from '../pages/pages.js';
import { asked, type FormText, form, formFields, missing, notOffered, tooOften } from './alert-form.js';
import { consentMail, consentPath, mailLinksOf } from './ask-consent.js';
import { readNewWatch } from './read-watch-body.js';
import { sendPage } from './send-page.js';
import { newSecret, type WatchesContext } from './watches.js';

/** How long a visitor waits to read whether the mail was accepted, in milliseconds; it is sent all the same. */
const mailMs = 8000;

/** Answers `GET /alerts` with the form that has new jobs of the search in its address sent by mail. */
export function alertForm({ config }: Pick<WatchesContext, 'config'>, pages: Pages): Middleware {
  return async function alertForm(ctx) {
    if (!offersAlerts(config)) return sendPage(ctx, pages, 404, notOffered);
    const search = givenFields(ctx.query);
    const timeZone = readTimeZone([ctx.query.timeZone ?? ''].flat()[0]?.slice(0, 60) ?? '') ?? 'UTC';
    const text = { search, name: nameOf(search), email: '', rhythm: 'daily', timeZone, sentences: [] };
    return sendPage(ctx, pages, 200, form(text));
  };
}

/**
 * Answers the `POST` of that form, whose body was parsed: the address is sent a mail with a link, and the alert begins when that is confirmed. Nothing is
 * kept among the watches before. Whether the address has alerts is not said.
 */
export function makeAlert(
  context: WatchesContext & { documents: Pick<Listener, 'on'> },
  pages: Pages,
): Middleware<CallerState> {
  const { redis, config, now } = context;
  const ways = deliveryWays(config);
  return async function makeAlert(ctx) {
    if (!offersAlerts(config)) return sendPage(ctx, pages, 404, notOffered);
    const text = readForm(ctx);
    try {
      const links = mailLinksOf(ctx, config, `mailto:${text.email}`);
      if (links === null) throw invalidRequest({ errors: [missing.site], count: 1 }, 'fields');
      if (!/^[^\s@]+@[^\s@]+$/.test(text.email)) throw invalidRequest({ errors: [missing.email], count: 1 }, 'fields');
      const at = now();
      const url = `mailto:${text.email}`;
      if (addressError(url, ways) !== null) throw invalidRequest({ errors: [missing.recipient], count: 1 }, 'fields');
      const { search: fields, rhythm, timeZone } = text;
      const alert: StoredWatch = {
        ...{ id: `watch_${randomBytes(12).toString('hex')}`, owner: alertOwner(url), mail: links },
        ...readNewWatch({ search: watchedFields(fields), url, rhythm, timeZone }, ways),
        ...{ state: 'active', reason: null, createdAt: at.toISOString(), lastDeliveryAt: null, since: at.getTime() },
        secret: newSecret(),
      };
      const seconds = await countSent(redis, 'alert', { owner: ctx.state.caller.bucket, url });
      if (seconds > 0) return sendPage(ctx, pages, 429, tooOften(text, seconds));
      await keepPending(redis, alert);
      const token = await makeAlertToken(redis, alert);
      const { id, add } = consentMail(context, alert.id, `${links.site}${consentPath}?token=${token}`);
      const outcome = await awaitWorker(
        { documents: context.documents, waitMs: mailMs, clock: () => performance.now() },
        { add, announced: announcedTest(id), read: () => takeTest(redis, id) },
      );
      const isRefused = outcome !== null && !outcome.accepted && outcome.isRetried !== true;
      if (isRefused) throw invalidRequest({ errors: [missing.refused], count: 1 }, 'fields');
      return sendPage(ctx, pages, 200, asked(text, outcome?.accepted === true));
    } catch (error) {
      const problem = problemOf(ctx, error);
      ctx.set(problem.headers);
      return sendPage(ctx, pages, problem.status, form({ ...text, sentences: sentencesOf(problem) }));
    }
  };
}

/** The fields of the form; what is no text, or not well-formed, is left out. */
function readForm(ctx: RequestContext): FormText {
  const body = (ctx.request.body ?? {}) as Record<string, unknown>;
  const given = Object.fromEntries(
    Object.entries(body).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && findIllFormed(entry[1]) === null,
    ),
  );
  const search = givenFields(given);
  const { email = '', rhythm = '', timeZone = '' } = given;
  return { search, name: nameOf(search), email: email.trim(), rhythm, timeZone: timeZone.trim(), sentences: [] };
}

/** The search as it is understood, in words. */
function nameOf(given: FormText['search']): string {
  const parsed = parseQuery(given);
  return ('errors' in parsed ? '' : searchName(parsed.query)) || 'All jobs';
}

/** A watch has neither order nor pages. */
const watchedFields = (given: FormText['search']): FormText['search'] =>
  Object.fromEntries(Object.entries(given).filter(([name]) => formFields.some((field) => field === name)));

function sentencesOf(problem: Problem): string[] {
  const { title, errors } = problem.body('');
  return Array.isArray(errors)
    ? errors.map(({ detail }: { detail: string }) => detail)
    : [String(title), problem.message];
}
