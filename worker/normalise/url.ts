/** Parameters that tell where a reader came from, not what is read. */
const tracking = /^(?:utm_\w+|gh_src|gclid|fbclid|msclkid|mc_[ce]id|_hs\w+|ref|referrer|source|src|trk|trackingid|lever-source|li_fat_id|igshid)$/i;

/** An absolute http(s) address without tracking parameters; `null` when it is none. */
export function readUrl(text: string | null): string | null {
  if (text === null || !URL.canParse(text.trim())) return null;
  const url = new URL(text.trim());
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.username !== '' || url.password !== '') return null;
  for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name);
  return url.href;
}
