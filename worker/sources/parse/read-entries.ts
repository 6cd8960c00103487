/** Reads the entries of a listing one by one, so that a flawed one costs only itself. */
import type { Posting } from '../posting.js';
import { type PageRequest, type ParsedPage, sourceChanged } from '../source.js';
import { MemberMissing, Members } from './members.js';

/**
 * The postings of a page, and the request for the page after it. Entries that cannot be made into a posting are reported in `flaws` and the others are kept; when none can
 * be read, the source has changed.
 */
export function readEntries(
  entries: readonly unknown[],
  asPosting: (entry: Members) => Posting,
  next: PageRequest | null = null,
): ParsedPage & { flaws: string[] } {
  const { found, ...rest } = readEach(entries, 'Posting', (entry) => asPosting(entry));
  return { postings: found, ...rest, follow: next === null ? [] : [next] };
}

/** The same for entries that each lead to a request for their posting. */
export function readListed(
  entries: readonly unknown[],
  asRequest: (entry: Members) => PageRequest,
  next: PageRequest | null = null,
): ParsedPage & { flaws: string[] } {
  const { found, ...rest } = readEach(entries, 'Entry', (entry) => asRequest(entry));
  return { postings: [], ...rest, follow: next === null ? found : [...found, next] };
}

/** `flaws` explain why entries could not be read; `unread`: ids of those that lack a required member. */
function readEach<Made extends Posting | PageRequest>(
  entries: readonly unknown[],
  noun: 'Posting' | 'Entry',
  make: (entry: Members) => Made,
): { found: Made[]; flaws: string[]; unread?: string[] } {
  const found: Made[] = [];
  const flaws: string[] = [];
  const unread: string[] = [];
  for (const [index, raw] of entries.entries()) {
    const entry = raw instanceof Members ? raw : new Members(raw);
    try {
      found.push(make(entry.object()));
    } catch (error) {
      const lacks = error instanceof MemberMissing;
      const flaw = lacks ? error.flaw : error instanceof Error ? error.message : 'cannot be read';
      flaws.push(`${noun} ${index + 1}: ${flaw}`);
      if (lacks) unread.push(...idsOf(entry, make));
    }
  }
  const known = noun === 'Posting' ? 'postings' : 'entries';
  if (found.length === 0 && flaws[0] !== undefined) throw sourceChanged(`${known} of the known shape`, flaws[0]);
  return { found, flaws, ...(unread.length > 0 && { unread }) };
}

/** Placeholders for a required member, as text or as an address. */
const substitutes = ['0', 'https://unread.invalid/0'];

/** Maximum required members filled in per entry. */
const mostFilled = 12;

/** The ids that an entry would have with its missing members. */
function idsOf(entry: Members, make: (entry: Members) => Posting | PageRequest): string[] {
  return substitutes.flatMap((substitute) => {
    const copy = entry.copy();
    for (let filled = 0; filled < mostFilled; filled++) {
      try {
        const made = make(copy);
        const posting = 'role' in made ? made.listed : made;
        return [posting?.sourceJobId ?? posting?.url ?? made.url];
      } catch (error) {
        if (!(error instanceof MemberMissing) || error.lack.parent === null) return [];
        const { parent, key, wanted } = error.lack;
        parent[key] = wanted === 'object' ? {} : substitute;
      }
    }
    return [];
  });
}
