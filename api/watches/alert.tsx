/** Alerts: watches by mail that people create on a page, without a key. */
import pTimeout from 'p-timeout';

import { MainLink } from '../../pages/components/main-link.js';
import type { Query } from '../../pages/search/answer.js';
import { searchTitle } from '../../pages/search/query.js';
import { type MessageKey, say, sayWith, spokenLanguage } from '../../shared/messages/messages.js';
import { errorWords, problemWords } from '../../shared/messages/service-words.js';
import type { Problem } from '../../shared/problems/problem.js';
import type { Listener } from '../../shared/redis/listener.js';
import { type FieldError, parseQuery } from '../../shared/search/query/parse-query.js';
import { narrowingFields, subjectOf } from '../../shared/search/query/query.js';
import { announcedTest, takeTest } from '../../shared/watches/attempts.js';
import { addressError, deliveryWays, offersAlerts } from '../../shared/watches/destinations.js';
import { keepPending, makeAlertToken } from '../../shared/watches/mail-consent.js';
import { countSent } from '../../shared/watches/message-limits.js';
import { readTimeZone, rhythms } from '../../shared/watches/rhythm.js';
import type { StoredWatch } from '../../shared/watches/watch.js';
import { alertOwner } from '../../shared/watches/watch.js';
import { type Mail, writeMail } from '../../shared/watches/write-message.js';
import { findIllFormed } from '../../shared/words/text.js';
import { givenFields } from '../feed/feed.js';
import type { AskHeld } from '../jobs/ask-held.js';
import { awaitWorker } from '../jobs/ask-worker.js';
import type { CallerState, Middleware, RequestContext } from '../middleware/identify.js';
import { problemOf } from '../middleware/problems.js';
import type { Pages } from '../pages/pages.js';
import { type PageText, sendText } from '../pages/write-page.js';
import { consentMail, consentPath, mailLinksOf, noAddress } from './mail-consent.js';
import { invalidMember, memberError, readNewWatch } from './read-watch-body.js';
import { newWatch, type WatchesContext } from './watches.js';

/** How long a visitor waits, in milliseconds, to learn whether the mail was accepted; it is sent in any case. */
const mailMs = 8000;

/** Answers `GET /alerts` with a form that subscribes to new jobs of the search in its address by mail. */
export function alertForm(
  { config, askHeld }: Pick<WatchesContext, 'config'> & { askHeld: AskHeld },
  pages: Pages,
): Middleware {
  return async function alertForm(ctx) {
    if (!offersAlerts(config)) return sendText(ctx, pages, 404, notOffered());
    const search = givenFields(ctx.query);
    const timeZone = readTimeZone([ctx.query.timeZone ?? ''].flat()[0]?.slice(0, 60) ?? '') ?? 'UTC';
    const text = { search, name: nameOf(search), email: '', rhythm: 'daily', timeZone, sentences: [] };
    return sendText(ctx, pages, 200, form(text, await previewOf(askHeld, search)));
  };
}

/** The newest jobs of a search as its mail would list them; `null` when there are none or no worker answers. */
async function previewOf(askHeld: AskHeld, search: FormText['search']): Promise<Mail | null> {
  const parsed = parseQuery({ ...watchedFields(search), sortBy: 'recent' });
  if ('errors' in parsed) return null;
  const subject = subjectOf(parsed.query);
  const asked = askHeld({ subject, jobs: previewJobs, facets: false });
  const found = await pTimeout(asked, { milliseconds: previewMs, fallback: () => null }).catch(() => null);
  // Near matches are not sent.
  const jobs = found?.jobs.filter(({ match }) => match.near !== true) ?? [];
  if (jobs.length === 0) return null;
  return writeMail(JSON.stringify({ type: 'jobs.found', data: { jobs } }), { id: '', search: subject });
}

/** Jobs in a preview, and how many milliseconds the form waits for them. */
const [previewJobs, previewMs] = [3, 1000];

/**
 * Answers the `POST` of that form, whose body has been parsed: mails a link; the alert begins, and is stored as a
 * watch, only once that is confirmed. The answer does not reveal whether the address has alerts.
 */
export function makeAlert(
  context: WatchesContext & { documents: Pick<Listener, 'on'> },
  pages: Pages,
): Middleware<CallerState> {
  const { redis, config, now } = context;
  const ways = deliveryWays(config);
  return async function makeAlert(ctx) {
    if (!offersAlerts(config)) return sendText(ctx, pages, 404, notOffered());
    const text = readForm(ctx);
    try {
      const links = mailLinksOf(ctx, config, `mailto:${text.email}`);
      if (links === null) throw invalidMember(noAddress);
      if (!/^[^\s@]+@[^\s@]+$/.test(text.email)) throw invalidMember(memberError('#/email', say('alert.oneAddress')));
      const url = `mailto:${text.email}`;
      if (addressError(url, ways) !== null) throw invalidMember(memberError('#/email', say('alert.notTo')));
      const { search: fields, rhythm, timeZone } = text;
      const body = readNewWatch({ search: watchedFields(fields), url, rhythm, timeZone }, ways);
      const alert: StoredWatch = { ...newWatch(alertOwner(url), body, now()), mail: links, language: spokenLanguage() };
      const seconds = await countSent(redis, 'alert', { owner: ctx.state.caller.bucket, url });
      if (seconds > 0) return sendText(ctx, pages, 429, tooOften(text, seconds));
      await keepPending(redis, alert);
      const token = await makeAlertToken(redis, alert);
      const { id, add } = consentMail(context, alert.id, `${links.site}${consentPath}?token=${token}`);
      const outcome = await awaitWorker(
        { documents: context.documents, waitMs: mailMs, clock: () => performance.now() },
        { add, announced: announcedTest(id), read: () => takeTest(redis, id) },
      );
      const isRefused = outcome !== null && !outcome.accepted && outcome.isRetried !== true;
      if (isRefused) throw invalidMember(memberError('#/email', say('alert.refused')));
      return sendText(ctx, pages, 200, asked(text, outcome?.accepted === true));
    } catch (error) {
      const problem = problemOf(ctx, error);
      ctx.set(problem.headers);
      return sendText(ctx, pages, problem.status, form({ ...text, sentences: sentencesOf(problem) }));
    }
  };
}

/** The fields of the form; values that are not text, or not well-formed, are left out. */
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

/** The search as understood, in words. */
function nameOf(given: FormText['search']): string {
  const parsed = parseQuery(given);
  return 'errors' in parsed ? say('allJobs') : searchTitle(parsed.query as Query);
}

/** A watch has no order and no pages. */
const watchedFields = (given: FormText['search']): FormText['search'] =>
  Object.fromEntries(Object.entries(given).filter(([name]) => narrowingFields.some((field) => field === name)));

function sentencesOf(problem: Problem): string[] {
  const { title, errors } = problem.body('');
  return Array.isArray(errors)
    ? errors.map((error: FieldError) => (error.pointer === '#/email' ? error.detail : errorWords(error)))
    : [problemWords({ code: problem.code, title: String(title) }), problem.message];
}

/** The form's contents: the fields of its search, its name, and the user's input; `sentences`: its mistakes. */
type FormText = {
  search: Readonly<Record<string, string>>;
  name: string;
  email: string;
  rhythm: string;
  timeZone: string;
  sentences: readonly string[];
};

const rhythmWords: Readonly<Record<(typeof rhythms)[number], MessageKey>> = {
  'at once': 'rhythm.atOnce',
  hourly: 'rhythm.hourly',
  daily: 'rhythm.daily',
  weekly: 'rhythm.weekly',
};

/** The form: an address, the frequency, and the search it was opened for. */
const form = (
  { search, name, email, rhythm, timeZone, sentences }: FormText,
  preview: Mail | null = null,
): PageText => [
  say('alert.title'),
  <>
    <p class="quiet">
      {say('alert.search')} <strong dir="auto">{name}</strong>
    </p>
    {sentences.length > 0 && (
      <section class="note warn" role="alert">
        {sentences.map((each) => (
          <p key={each}>{each}</p>
        ))}
      </section>
    )}
    <form method="post" action="/alerts" class="alert-form">
      {narrowingFields
        .filter((field) => (search[field] ?? '') !== '')
        .map((field) => (
          <input key={field} type="hidden" name={field} value={search[field]} />
        ))}
      <div class="field">
        <label for="email">{say('alert.email')}</label>
        <input id="email" name="email" required maxLength={320} autoComplete="email" value={email} type="email" />
      </div>
      <div class="field">
        <label for="rhythm">{say('alert.often')}</label>
        <select id="rhythm" name="rhythm">
          {rhythms.map((each) => (
            <option key={each} value={each} selected={each === rhythm}>
              {say(rhythmWords[each])}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="timeZone">{say('alert.zone')}</label>
        <input
          id="timeZone"
          name="timeZone"
          maxLength={60}
          autoComplete="off"
          value={timeZone}
          placeholder="Europe/Berlin"
        />
      </div>
      <button class="act strong main" type="submit">
        {say('alert.send')}
      </button>
    </form>
    <p class="quiet">{say('alert.promise')}</p>
    {preview !== null && (
      <section class="preview" aria-labelledby="preview">
        <h2 id="preview">{say('alert.preview')}</h2>
        <p>{say('alert.subject', { subject: preview.subject })}</p>
        {/* Written by the service, with all text of postings escaped. */}
        <div class="panel" dir="auto" dangerouslySetInnerHTML={{ __html: preview.html }} />
      </section>
    )}
  </>,
];

/** A page's link to the jobs of a search. */
const ToJobs = ({ search }: Pick<FormText, 'search'>) => (
  <MainLink href={`/?${new URLSearchParams({ keyword: '', ...search })}`}>{say('backToJobs')}</MainLink>
);

/** Shown after the form was sent; `isSent`: the mail was accepted. */
const asked = ({ email, search }: FormText, isSent: boolean): PageText => [
  say(isSent ? 'alert.sent' : 'alert.onItsWay'),
  <>
    <p>
      {sayWith(isSent ? 'alert.sentTo' : 'alert.onItsWayTo', { email: <strong>{email}</strong> })}{' '}
      {say('alert.confirm')}
    </p>
    <p>{say('alert.nothingCame')}</p>
    <ToJobs search={search} />
  </>,
];

/** Shown when a caller, or an address, was sent too many confirmation requests. */
const tooOften = ({ search }: FormText, seconds: number): PageText => [
  say('alert.tooMany'),
  <>
    <p>{say('alert.tooOften', { span: say('span.hour', { n: Math.ceil(seconds / 3600) }) })}</p>
    <ToJobs search={search} />
  </>,
];

/** Shown if the operator does not offer alerts. */
const notOffered = (): PageText => [
  say('alert.noMail'),
  <>
    <p>{say('alert.feedInstead')}</p>
    <MainLink />
  </>,
];
