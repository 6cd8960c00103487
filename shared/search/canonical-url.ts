/** Applicant-tracking systems with posting ids that are unique across all sites showing the posting. */
const numbered: readonly { host: RegExp | null; path: RegExp | null; query: string | null; system: string }[] = [
  { host: /(?:^|\.)greenhouse\.io$/, path: /\/jobs\/(\d{5,})/, query: null, system: 'greenhouse' },
  { host: null, path: null, query: 'gh_jid', system: 'greenhouse' },
  { host: /(?:^|\.)lever\.co$/, path: /\/([0-9a-f]{8}-[0-9a-f-]{27})/, query: null, system: 'lever' },
  { host: /(?:^|\.)ashbyhq\.com$/, path: /\/([0-9a-f]{8}-[0-9a-f-]{27})/, query: null, system: 'ashby' },
  { host: null, path: null, query: 'ashby_jid', system: 'ashby' },
];

/** Path endings of a posting's application form; not another posting. */
const form = /\/(?:apply|application|apply-now|bewerben|postuler)$/;

/**
 * Identifies the posting behind a URL, independently of the linking board: without scheme, `www.`, form and anchor.
 * Tracking parameters are removed earlier (`normalise/text/url.ts`). Throws on an invalid URL.
 */
export function canonicalUrl(text: string): string {
  const url = new URL(text);
  const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(form, '');
  for (const { host, path: inPath, query, system } of numbered) {
    if (host !== null && !host.test(url.hostname)) continue;
    const number = query === null ? inPath?.exec(path)?.[1] : url.search === '' ? null : url.searchParams.get(query);
    if (number) return `${system} ${number}`;
  }
  // An anchor with a digit or a path identifies one posting of many on a page.
  const anchor = /[\d/!]/.test(url.hash) ? url.hash : '';
  return `${url.host.replace(/^www\./, '')}${path}${url.search}${anchor}`;
}
