import type { HeldJob } from '../../../shared/search/job.js';
import { companyKey } from './company-key.js';

/** One of the parts into which postings are divided. */
export type Shard = { shard: number; of: number };

/**
 * The shard of a posting, from 0. Postings of one company are in one shard, however boards write its name, so that
 * duplicates meet; those without a company are divided by the host of their address.
 */
export function shardOf({ company, url }: Pick<HeldJob, 'company' | 'url'>, of: number): number {
  if (of === 1) return 0;
  const key = companyKey(company.name ?? '');
  return hashOf(key === '' ? hostOf(url) : key) % of;
}

/** The host of an address; the whole text when it is none. */
function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

/** FNV-1a over UTF-16 code units, its bits mixed so that the remainder by a small number is even. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return Math.imul(hash ^ (hash >>> 16), 0x7feb352d) >>> 0;
}
