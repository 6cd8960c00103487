import { hash } from 'node:crypto';

/** Tracking parameters, which do not affect the page. */
const tracking =
  /^(?:utm_\w+|gh_src|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|ttclid|twclid|igshid|mc_[ce]id|mkt_tok|_hs\w+|hsa_\w+|_ga|_gl|ref|referr?er|refid|referral|source|src|trk|trkinfo|trackingid|lever-(?:source|origin|via)(?:\[\])?|li_fat_id|s_kwcid|s_cid|cmpid|campaignid|rx_\w+|iisn?|jobsource|recruiter_source|ss_source|spm|vq_\w+|piwik_\w+|pk_\w+|mtm_\w+)$/i;

/** Longer than any real URL. */
const longest = 4000;

/** Normalises an absolute http(s) URL: drops tracking parameters and sorts the others; `null` for any other text. */
export function readUrl(text: string | null): string | null {
  const written = text?.trim().replace(/&amp;/g, '&') ?? '';
  const url = written === '' || written.length > longest ? null : parsed(written);
  if (url === null) return null;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.username !== '' || url.password !== '' || url.hostname === '') return null;
  if (!url.href.includes('?')) return url.href;
  const supporters = [...url.searchParams].filter(([name]) => !tracking.test(name));
  // Each change of `searchParams` serialises the URL again, so it is set once.
  if (supporters.length === 0) url.search = '';
  else if (supporters.length < url.searchParams.size || supporters.length > 1) {
    const params = new URLSearchParams(supporters);
    params.sort();
    url.search = params.toString();
  }
  return url.href;
}

/** Calling `URL.canParse` first would parse every URL twice. */
function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * The public id of a job: `job_` and 16 base62 letters, a hash of the source and its own id, so it is the same in every
 * search.
 */
export function jobId(source: string, ownId: string): string {
  const bytes = hash('sha256', `${source}\n${ownId}`, 'buffer');
  // Divides the first 128 bits in four 32-bit parts, ten times as fast as a BigInt.
  const parts = [0, 4, 8, 12].map((at) => bytes.readUInt32BE(at));
  let id = '';
  for (let place = 0; place < 16; place++) {
    let rest = 0;
    for (let at = 0; at < parts.length; at++) {
      const value = rest * 2 ** 32 + (parts[at] ?? 0);
      parts[at] = Math.floor(value / 62);
      rest = value % 62;
    }
    id += letters[rest];
  }
  return `job_${id}`;
}
