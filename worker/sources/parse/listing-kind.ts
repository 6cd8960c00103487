import type { z } from 'zod';
import type { Posting } from '../posting.js';
import {
  type CommonSettings,
  defineKind,
  isNarrowed,
  type ListPlace,
  type Narrow,
  type PageRequest,
  type SourceKind,
} from '../source.js';
import { readEntries } from './read-entries.js';
import { readShape } from './read-shape.js';

/** Where a listing has got to: its page, from 0, the entries before it, and the search it answers. */
export type ListingPosition = { page: number; read: number; narrow: Narrow };

/** How a page of a listing is requested. */
type ListingRequest = Pick<PageRequest, 'url' | 'method' | 'headers' | 'json'>;

type Listing<Settings extends CommonSettings, Page, Entry> = Omit<
  Parameters<typeof defineKind<Settings>>[0],
  'pool' | 'requests' | 'parse'
> & {
  /** The request for a page of the listing. */
  request(settings: Settings, position: ListingPosition): ListingRequest;
  /** The shape of a page, and its name in messages. */
  page: z.ZodType<Page>;
  shape: string;
  /** Where a page has its entries, if it may be too large for one text. */
  list?: ListPlace;
  entriesOf(page: Page): readonly unknown[];
  /** Whether more follows after `read` entries, those of this page included; by default the listing is one page. */
  hasMore?(page: Page, read: number): boolean;
  /** The source has more than it gives out. Asked of the first page. */
  isTruncated?(page: Page): boolean;
  entry: z.ZodType<Entry>;
  asPosting(entry: Entry, settings: Settings, page: Page): Posting;
};

/**
 * Defines a kind whose listing in JSON holds its postings whole, on one page or several that are requested one after another. A
 * page without entries ends the paging, whatever the source states as its total.
 */
export function defineListing<Settings extends CommonSettings, Page, Entry>({
  request,
  page: pageSchema,
  shape,
  list,
  entriesOf,
  hasMore = () => false,
  isTruncated = () => false,
  entry,
  asPosting,
  ...stated
}: Listing<Settings, Page, Entry>): SourceKind {
  const pageRequest = (settings: Settings, position: ListingPosition): PageRequest => ({
    ...request(settings, position),
    role: 'listing',
    accept: 'json',
    memo: position,
    ...(list === undefined ? {} : { list }),
  });
  return defineKind<Settings>({
    ...stated,
    requests: (settings, narrow) => [pageRequest(settings, { page: 0, read: 0, narrow })],
    parse(response, { memo }, settings) {
      const { page: number, read: before, narrow } = memo as ListingPosition;
      const page = readShape(response, pageSchema, shape);
      const entries = entriesOf(page);
      const read = before + entries.length;
      const next: ListingPosition = { page: number + 1, read, narrow };
      return {
        ...readEntries(entries, entry, (each) => asPosting(each, settings, page)),
        follow: entries.length > 0 && hasMore(page, read) ? [pageRequest(settings, next)] : [],
        ...(isTruncated(page) && !isNarrowed(narrow) ? { truncated: true } : {}),
      };
    },
  });
}
