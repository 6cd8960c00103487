/** Applicant-tracking systems whose number of a posting is unique, wherever the page that shows it stands. */
const numbered: readonly { host: RegExp | null; path: RegExp | null; query: string | null; system: string }[] = [
  { host: /(?:^|\.)greenhouse\.io$/, path: /\/jobs\/(\d{5,})/, query: null, system: 'greenhouse' },
  { host: null, path: null, query: 'gh_jid', system: 'greenhouse' },
  { host: /(?:^|\.)lever\.co$/, path: /\/([0-9a-f]{8}-[0-9a-f-]{27})/, query: null, system: 'lever' },
  { host: /(?:^|\.)ashbyhq\.com$/, path: /\/([0-9a-f]{8}-[0-9a-f-]{27})/, query: null, system: 'ashby' },
  { host: null, path: null, query: 'ashby_jid', system: 'ashby' },
];

/** Ways to a posting's form, which is no other posting. */
const form = /\/(?:apply|application|apply-now|bewerben|postuler)$/;

/**
 * What two addresses of one posting share, whatever board links there: no scheme, `www.`, form or anchor. Tracking
 * parameters are gone already (`normalise/url.ts`).
 */
export function canonicalAddress(address: string): string {
  const url = new URL(address);
  const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(form, '');
  for (const { host, path: inPath, query, system } of numbered) {
    if (host !== null && !host.test(url.hostname)) continue;
    const number = query === null ? inPath?.exec(path)?.[1] : url.searchParams.get(query);
    if (number) return `${system} ${number}`;
  }
  // An anchor with a number or a path of its own names a posting on a page of many.
  const anchor = /[\d/!]/.test(url.hash) ? url.hash : '';
  return `${url.host.replace(/^www\./, '')}${path}${url.search}${anchor}`;
}
