/** Recognises pages that are served in place of what was asked for: bot checks, captchas and login pages. */
import type { PageRequest, PageResponse } from '../source.js';
import { SourceError } from '../source-errors.js';

/** Patterns of pages served in place of the requested one, each with its name in messages. Matched on the first 20 kB. */
const signs: readonly { sign: RegExp; what: string }[] = [
  {
    sign: /<(?:title|h1)[^<>]*>\s*(?:just a moment|attention required|access denied|are you (?:a )?(?:human|robot)|security check)/i,
    what: 'a bot check',
  },
  {
    sign: /cf-challenge|challenge-platform|_cf_chl|hcaptcha\.com\/1\/api|g-recaptcha"|px-captcha|datadome/i,
    what: 'a captcha',
  },
  { sign: /verify (?:that )?you(?:'re| are) (?:a )?human|unusual traffic from your/i, what: 'a bot check' },
  { sign: /authwall|<title>\s*(?:sign in|log ?in|sign up)\b/i, what: 'a login page' },
];

const smallPage = 20_000;

/** Names the obstacle when a page without postings is a challenge or a login page, otherwise `null`. */
export function blockedBy(html: string): string | null {
  const start = html.slice(0, smallPage);
  return signs.find(({ sign }) => sign.test(start))?.what ?? null;
}

/**
 * The error for a page of HTML that came instead of JSON, XML or a feed, which says what kind of page it is; every other error as it
 * is.
 */
export function explainAnswer(error: unknown, { body, url }: PageResponse, { accept }: PageRequest): unknown {
  if (!(error instanceof SourceError) || error.failure !== 'changed' || accept === 'page') return error;
  if (!/^\s*(?:<!--[^<>]{0,200}-->\s*)?<(?:!doctype html|html|head|body)\b/i.test(body.slice(0, 500))) return error;
  const what = blockedBy(body);
  if (what !== null) return new SourceError('blocked', `The site answered with ${what} instead of ${url}.`);
  const title = /<title[^<>]*>([^<]{1,200})/i.exec(body.slice(0, smallPage))?.[1]?.trim();
  const page = title === undefined ? 'an HTML page' : `an HTML page with the title "${title.slice(0, 80)}"`;
  const [expected = error.message] = error.message.split(', got ', 1);
  return new SourceError('changed', `${expected}, got ${page.replace(/[\s\p{Cc}]+/gu, ' ')}.`);
}
