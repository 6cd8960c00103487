import { z } from 'zod';
import { lazyRequire } from '../../../shared/lazy-require.js';
import { postingBounds } from '../../normalise/bound-posting.js';
import { refuseUnclosedTags } from '../../structured-data/parse-markup.js';
import { coerceText, coerceTexts, listOf, placeText } from '../parse/coerce.js';
import { readJobListingFields } from '../parse/job-listing-fields.js';
import { readEntries } from '../parse/read-entries.js';
import { type Fields, fieldsSchema, itemSchema, readDeclared } from '../parse/selector-extraction.js';
import { withOwnAddresses } from '../parse/site-page.js';
import { emptyPosting, type Posting } from '../posting.js';
import {
  commonSettings,
  defineKind,
  type PageResponse,
  type ParsedPage,
  SourceError,
  sourceChanged,
} from '../source.js';

const pattern = z
  .string()
  .max(200)
  .refine(
    isPattern,
    'A regular expression with the named group "title", and "company" or "location" if the title holds them.',
  );

const settings = commonSettings
  .extend({
    kind: z.literal('feed'),
    url: z
      .url({ protocol: /^https?$/ })
      .describe('Address of an RSS, Atom or JSON Feed of postings, or, with "item" and "fields", of any XML or JSON.'),
    company: z.string().min(1).max(120).optional().describe('Company of every posting of the feed.'),
    titlePattern: pattern
      .optional()
      .describe('Takes a title apart by named groups, such as "(?<company>.+?): (?<title>.+)".'),
    item: itemSchema.optional(),
    fields: fieldsSchema.optional(),
  })
  .refine(({ item, fields }) => (item === undefined) === (fields?.title === undefined), {
    message: 'Give "item" together with "fields", which need at least "title".',
  });
type Settings = z.infer<typeof settings>;

const textOf = z
  .union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)])
  .nullish()
  .transform((text) => text ?? null);
const links = z.array(z.object({ href: z.string(), rel: coerceText })).nullish();
const base = z.object({ base: coerceText }).nullish().catch(null);
const categories = z
  .array(
    z.union([
      z.string(),
      z.object({ name: coerceText, term: coerceText }).transform(({ name, term }) => name ?? term ?? ''),
    ]),
  )
  .nullish()
  .transform((list) => (list ?? []).filter((name) => name !== ''));

/** An item of any of the formats, as the parser returns it. */
const feedItemSchema = z.object({
  title: textOf,
  id: textOf,
  guid: textOf,
  link: coerceText,
  url: coerceText,
  links,
  description: textOf,
  summary: textOf,
  content: z.union([textOf, z.object({ encoded: coerceText }).transform(({ encoded }) => encoded)]).nullish(),
  content_html: coerceText,
  content_text: coerceText,
  pubDate: coerceText,
  published: coerceText,
  updated: coerceText,
  date_published: coerceText,
  dc: z.object({ date: coerceText, dates: coerceTexts }).nullish(),
  xml: base,
  categories,
  tags: categories,
  /** What the feed states of the item in its own namespace. */
  stated: z.custom<Partial<Posting>>().optional(),
});

/**
 * Any feed whose items are postings (RSS, Atom, RDF or JSON Feed), and any other XML or JSON with selectors for its fields.
 * Formats: https://www.rssboard.org/rss-specification, RFC 4287, https://www.jsonfeed.org/version/1.1/.
 */
export const feed = defineKind<Settings>({
  kind: 'feed',
  summary: 'Any RSS, Atom or JSON Feed whose items are postings; any other XML or JSON with selectors.',
  evidence: {
    requests: ['GET {url}'],
    access: 'documented',
    robots: null,
    basis: [
      'https://www.rssboard.org/rss-specification',
      'https://www.rfc-editor.org/rfc/rfc4287',
      'https://www.jsonfeed.org/version/1.1/',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'The feed’s own; the operator is responsible for permission.',
  cost: { perRequest: 'all', details: false },
  settings,
  absence: 'unknown',
  requests: ({ url }) => [{ url, role: 'listing', accept: 'xml' }],
  parse(response, _ask, { company, titlePattern, item, fields }) {
    if (item !== undefined && fields !== undefined) return declaredReading(response, { item, fields });
    const { items, base } = statedItemsOf(response);
    const read = readEntries(items, feedItemSchema, (item) => {
      const written =
        item.url ??
        item.link ??
        item.links?.find(({ rel }) => rel === null || rel === 'alternate')?.href ??
        [item.guid, item.id].find((id) => id !== null && /^https?:/i.test(id)) ??
        '';
      const link = written.trim();
      const parts =
        titlePattern === undefined
          ? undefined
          : new RegExp(titlePattern, 'u').exec((item.title ?? '').slice(0, postingBounds.title))?.groups;
      const place = parts?.location;
      return {
        ...emptyPosting(
          parts?.title ?? item.title ?? '',
          link === '' ? '' : resolved(link, resolved(item.xml?.base ?? '', base)),
        ),
        sourceJobId: item.guid ?? item.id,
        ...item.stated,
        company: { name: parts?.company ?? company ?? item.stated?.company?.name ?? null, url: null, logoUrl: null },
        places: place === undefined ? (item.stated?.places ?? []) : placeText(place),
        postedAt: item.pubDate ?? item.published ?? item.date_published ?? datesOf(item) ?? item.updated,
        descriptionHtml: item.content_html ?? item.content ?? item.description ?? item.summary,
        descriptionText: item.content_text,
        tags: listOf(...item.categories, ...item.tags, ...(item.stated?.tags ?? [])),
      };
    });
    return { ...read, follow: [] };
  },
});

type FeedItem = z.infer<typeof feedItemSchema>;

const datesOf = ({ dc }: FeedItem): string | null => dc?.date ?? dc?.dates[0] ?? null;

/** An address, relative to another one (RFC 3986 §5); as it is where it is none. */
const resolved = (address: string, around: string): string =>
  URL.canParse(address, around) ? new URL(address, around).href : address;

function declaredReading({ body, url }: PageResponse, declared: { item: string; fields: Fields }): ParsedPage {
  const { known, postings, flaws } = readDeclared(body, url, declared);
  if (!known) throw sourceChanged(`postings at "${declared.item}" ("item")`, `"${body.trim().slice(0, 60)}"`);
  return { postings: withOwnAddresses(postings), flaws, follow: [] };
}

/** The items of a feed and the address that their links are relative to: `xml:base`, the link of an RSS channel, or the feed's own. */
type FeedItems = { items: readonly unknown[]; base: string };

function statedItemsOf(response: PageResponse): FeedItems {
  const { items, base } = itemsOf(response);
  const stated = readJobListingFields(response.body);
  if (stated === null || stated.length !== items.length) return { items, base };
  return { items: items.map((item, at) => (typeof item === 'object' ? { ...item, stated: stated[at] } : item)), base };
}

function itemsOf({ body, url }: PageResponse): FeedItems {
  refuseUnclosedTags(body);
  // Loaded by the first feed, so that a worker without feeds does not keep it in memory.
  const { parseFeed } = lazyRequire('feedsmith') as typeof import('feedsmith');
  try {
    const { feed: parsed } = parseFeed(body);
    const items = 'items' in parsed ? parsed.items : 'entries' in parsed ? parsed.entries : undefined;
    const { xml, link } = z.object({ xml: base, link: coerceText.catch(null) }).parse(parsed);
    return { items: items ?? [], base: resolved(xml?.base ?? link ?? '', url) };
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw sourceChanged(
      'an RSS, Atom or JSON Feed (other XML or JSON needs "item" and "fields")',
      `"${body.trim().slice(0, 60)}"`,
    );
  }
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u').source.includes('(?<title>');
  } catch {
    return false;
  }
}
