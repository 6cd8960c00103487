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
