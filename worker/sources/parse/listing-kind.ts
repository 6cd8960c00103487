/** Defines kinds whose listing in JSON contains complete postings. */
import type { Posting } from '../posting.js';
import {
  type CommonSettings,
  defineKind,
  isNarrowed,
  type Narrow,
  type PageRequest,
  type SourceKind,
} from '../source.js';
import { answerOf, type Members } from './members.js';
import { readEntries } from './read-entries.js';

/** The position in a listing: its page, from 0, the entries before it, and the search it answers. */
export type ListingPosition = { page: number; read: number; narrow: Narrow };

/** How a page of a listing is requested. */
type ListingRequest = Pick<PageRequest, 'url' | 'method' | 'headers' | 'json'>;

type Listing<Settings extends CommonSettings> = Omit<
  Parameters<typeof defineKind<Settings>>[0],
  'pool' | 'requests' | 'parse'
> & {
  /** The request for a page of the listing. */
  request(settings: Settings, position: ListingPosition): ListingRequest;
  /** The path of a page's list of entries; empty if the answer itself is the list. */
  entries: string;
  /** An answer too large for one text is parsed in parts, each with these members and some of the entries. */
  inParts?: readonly string[];
  /** Whether an entry should be shown; by default all are. */
  isShown?(entry: Members): boolean;
  /** Whether more follows after `read` entries on this many pages; by default the listing is one page. */
  hasMore?(page: Members, read: number, pages: number): boolean;
  /** The source has more than it returns. Applied to the first page. */
  isTruncated?(page: Members): boolean;
  asPosting(entry: Members, settings: Settings, page: Members): Posting;
};

/**
 * Defines a kind whose listing has one page, or several requested in sequence. A page without entries ends the paging,
 * whatever total the source states.
 */
export function defineListing<Settings extends CommonSettings>({
  request,
  entries: path,
  inParts,
  isShown = () => true,
  hasMore = () => false,
  isTruncated = () => false,
  asPosting,
  ...stated
}: Listing<Settings>): SourceKind {
  const list = inParts && { member: path === '' ? null : path, ...(inParts.length > 0 && { beside: inParts }) };
  const pageRequest = (settings: Settings, position: ListingPosition): PageRequest => ({
    ...request(settings, position),
    role: 'listing',
    accept: 'json',
    memo: position,
    ...(list && { list }),
  });
  return defineKind<Settings>({
    ...stated,
    requests: (settings, narrow) => [pageRequest(settings, { page: 0, read: 0, narrow })],
    parse(response, { memo }, settings) {
      const { page: number, read: before, narrow } = memo as ListingPosition;
      const page = answerOf(response);
      const entries = path === '' ? page.list() : page.list(path);
      const read = before + entries.length;
      const more = hasMore(page, read, number + 1) && entries.length > 0;
      const next = more ? pageRequest(settings, { page: number + 1, read, narrow }) : null;
      const shown = entries.map((entry) => page.item(entry)).filter(isShown);
      return {
        ...readEntries(shown, (entry) => asPosting(entry, settings, page), next),
        ...(isTruncated(page) && !isNarrowed(narrow) ? { truncated: true } : {}),
      };
    },
  });
}
