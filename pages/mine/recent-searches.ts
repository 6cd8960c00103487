const key = 'recent-searches';

/** As many are kept, in this browser alone. */
const most = 8;

/** A search that was made here: its address (`?keyword=…`) and its name. */
export type RecentSearch = { address: string; name: string };

const none: readonly RecentSearch[] = [];

/** The searches made here, the newest first. */
export function recentSearches(): readonly RecentSearch[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSearch).slice(0, most) : [];
  } catch {
    return none;
  }
}

/** Notes a search that was answered. */
export function noteSearch({ address, name }: RecentSearch): void {
  write([{ address, name }, ...recentSearches().filter((search) => search.address !== address)].slice(0, most));
}

export const forgetSearches = (): void => write([]);

function write(searches: readonly RecentSearch[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(searches));
  } catch {
    // A full or forbidden storage: searches are not remembered.
  }
}

const isSearch = (value: unknown): value is RecentSearch =>
  typeof value === 'object' &&
  value !== null &&
  'address' in value &&
  'name' in value &&
  typeof value.address === 'string' &&
  value.address.startsWith('?') &&
  typeof value.name === 'string';
