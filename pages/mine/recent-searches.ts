import { keep, readKeptJson } from '../lib/kept.js';

const key = 'recent-searches';

/** As many are kept, in this browser alone. */
const most = 8;

/** A search that was made here: its address (`?keyword=…`) and its name. */
type RecentSearch = { address: string; name: string };

const none: readonly RecentSearch[] = [];

/** The searches made here, the newest first. */
export function recentSearches(): readonly RecentSearch[] {
  const stored = readKeptJson(key);
  return Array.isArray(stored) ? stored.filter(isSearch).slice(0, most) : none;
}

/** Notes a search that was answered. */
export function noteSearch({ address, name }: RecentSearch): void {
  write([{ address, name }, ...recentSearches().filter((search) => search.address !== address)].slice(0, most));
}

/** Forgets the searches made here, with the answers that are kept of them. */
export function forgetSearches(): void {
  write([]);
  keep('answers', null);
}

const write = (searches: readonly RecentSearch[]): void => void keep(key, JSON.stringify(searches));

const isSearch = (value: unknown): value is RecentSearch =>
  typeof value === 'object' &&
  value !== null &&
  'address' in value &&
  'name' in value &&
  typeof value.address === 'string' &&
  value.address.startsWith('?') &&
  typeof value.name === 'string';
