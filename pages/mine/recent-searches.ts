import { keep, readKeptJson } from '../lib/kept.js';

const key = 'recent-searches';

/** Maximum number stored, only in this browser. */
const most = 8;

/** A recent search: its address (`?keyword=…`) and its name. */
type RecentSearch = { address: string; name: string };

const none: readonly RecentSearch[] = [];

/** Recent searches, newest first. */
export function recentSearches(): readonly RecentSearch[] {
  const stored = readKeptJson(key);
  return Array.isArray(stored) ? stored.filter(isSearch).slice(0, most) : none;
}

/** Stores a search that was answered. */
export function noteSearch({ address, name }: RecentSearch): void {
  write([{ address, name }, ...recentSearches().filter((search) => search.address !== address)].slice(0, most));
}

/** Deletes the recent searches with their stored answers. */
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
