import { narrowingFields } from '../../shared/search/query/query.js';
import { rhythms } from '../../shared/watches/rhythm.js';
import { html, type Markup } from '../pages/write-html.js';
import type { PageText } from './send-page.js';

/** The fields of a search that an alert has. */
export const formFields = narrowingFields;

/** What the form holds: the fields of its search, what that is called, and what was written; `sentences`: what is wrong with it. */
export type FormText = {
  search: Readonly<Record<string, string>>;
  name: string;
  email: string;
  rhythm: string;
  timeZone: string;
  sentences: readonly string[];
};

const rhythmWords: Readonly<Record<(typeof rhythms)[number], string>> = {
  'at once': 'As they appear, at most every 15 minutes',
  hourly: 'Every hour',
  daily: 'Every morning at eight',
  weekly: 'Every Monday at eight',
};

/** The form: an address, how often, and the search that it was opened for. */
export function form({ search, name, email, rhythm, timeZone, sentences }: FormText): PageText {
  const hidden = formFields.flatMap((field) => {
    const value = search[field] ?? '';
    return value === '' ? [] : [html`<input type="hidden" name="${field}" value="${value}">`];
  });
  const option = (each: (typeof rhythms)[number]): Markup =>
    html`<option value="${each}"${each === rhythm ? html` selected` : null}>${rhythmWords[each]}</option>`;
  const main = html`<p class="quiet">The search: <strong dir="auto">${name}</strong></p>
${sentences.length === 0 ? null : html`<section class="note warn" role="alert">${sentences.map((each) => html`<p>${each}</p>`)}</section>`}
<form method="post" action="/alerts" class="alert-form">${hidden}
<div class="field"><label for="email">Your mail address</label><input id="email" name="email" type="email" required maxlength="320" autocomplete="email" value="${email}"></div>
<div class="field"><label for="rhythm">How often</label><select id="rhythm" name="rhythm">${rhythms.map(option)}</select></div>
<div class="field"><label for="timeZone">Time zone</label><input id="timeZone" name="timeZone" maxlength="60" autocomplete="off" value="${timeZone}" placeholder="Europe/Berlin"></div>
<button class="main" type="submit">Send me new jobs</button></form>
<p class="quiet">You are sent one mail with a link that confirms it. Each mail has a link that ends them. The address is used for nothing else.</p>`;
  return ['New jobs by mail', main];
}

/** What is wrong with the form. */
export const missing = {
  email: {
    pointer: '#/email',
    code: 'unknown-value',
    detail: 'Write one mail address, such as me@example.com.',
  },
  recipient: {
    pointer: '#/email',
    code: 'unknown-value',
    detail: 'This service does not send mail to this address: its operator has chosen to whom it does.',
  },
  refused: {
    pointer: '#/email',
    code: 'unknown-value',
    detail: 'The mail with the link could not be sent: no mail is accepted for this address. Check how it is written.',
  },
  site: {
    pointer: '#/url',
    code: 'unknown-value',
    detail: 'This service does not know the address that links in its mails need. Its operator can set PUBLIC_URL.',
  },
} as const;

/** What leads on from a page: to the jobs of a search. */
const toJobs = (search: FormText['search']): Markup =>
  html`<p><a class="act strong" href="/?${new URLSearchParams({ keyword: '', ...search }).toString()}">Back to the jobs</a></p>`;

/** After the form was sent; `isSent`: the mail was accepted. */
export const asked = ({ email, search }: FormText, isSent: boolean): PageText => [
  isSent ? 'Look into your mail' : 'A mail is on its way',
  html`<p>A mail with a link ${
    isSent
      ? html`was sent to <strong>${email}</strong>`
      : html`is on its way to <strong>${email}</strong>: its server has not accepted it yet, and it is sent again, for three days, until it does`
  }. New jobs are sent once you have opened the link and confirmed it, within 30 days.</p>
<p>Nothing has come after some minutes? Look into the folder for unwanted mail, or check the address.</p>
${toJobs(search)}`,
];

/** When a caller, or an address, was asked too often. */
export const tooOften = ({ search }: FormText, seconds: number): PageText => [
  'Too many alerts were to be made',
  html`<p>An address is asked three times in 30 days while it has not agreed, and ten alerts a day may be made from one connection. Try again in ${Math.ceil(seconds / 3600)} ${seconds > 3600 ? 'hours' : 'hour'}.</p>
${toJobs(search)}`,
];

/** Where the operator does not offer alerts. */
export const notOffered: PageText = [
  'This service sends no mail',
  html`<p>Its operator can have it send new jobs by mail (SMTP_URL, MAIL_TO and ALERTS_PER_ADDRESS).</p>
<p><a class="act strong" href="/">Search for jobs</a></p>`,
];
