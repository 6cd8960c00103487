import { z } from 'zod';
import { lazyRequire } from '../../../shared/lazy-require.js';
import { postingBounds } from '../../normalise/bound-posting.js';
import { refuseUnclosedTags } from '../../structured-data/parse-markup.js';
import { readJobListingFields } from '../parse/job-listing-fields.js';
import { Members } from '../parse/members.js';
import { readEntries } from '../parse/read-entries.js';
import { type Fields, fieldsSchema, itemSchema, readDeclared } from '../parse/selector-extraction.js';
import { withOwnAddresses } from '../parse/site-page.js';
import { companyNamed, emptyPosting, type Posting, placeText } from '../posting.js';
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
    'A regular expression with the named group "title", and "company" or "location" if the title has them.',
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
  parse(response, _ask, chosen) {
    const { item, fields } = chosen;
    if (item !== undefined && fields !== undefined) return declaredReading(response, { item, fields });
    const { items, base } = itemsOf(response);
    const stated = readJobListingFields(response.body);
    const ofItem = new Map(stated?.length === items.length ? items.map((each, at) => [each, stated[at]]) : []);
    return readEntries(items, (each) => asPosting(each, { chosen, base, stated: ofItem.get(each.raw) ?? {} }));
  },
});

/** `base`: what links are relative to. `stated`: the feed's facts about the item in its own namespace. */
type Around = { chosen: Settings; base: string; stated: Partial<Posting> };

/** An item of any of the formats, as the parser returns it: a text is in a member, or its `value`. */
function asPosting(item: Members, { chosen: { company, titlePattern }, base, stated }: Around): Posting {
  const text = (...names: string[]): string | null => item.text(...names.flatMap((name) => [name, `${name}.value`]));
  const alternate = item.rows('links').find((each) => (each.text('rel') ?? 'alternate') === 'alternate');
  const ids = [text('guid'), text('id')];
  const link =
    item.text('url', 'link') ??
    alternate?.text('href') ??
    ids.find((id) => id !== null && /^https?:/i.test(id)) ??
    null;
  const written = text('title') ?? '';
  const parts =
    titlePattern === undefined
      ? undefined
      : new RegExp(titlePattern, 'u').exec(written.slice(0, postingBounds.title))?.groups;
  const place = parts?.location;
  return {
    ...emptyPosting(
      parts?.title ?? written,
      link === null ? '' : resolved(link, resolved(item.text('xml.base') ?? '', base)),
    ),
    sourceJobId: ids[0] ?? ids[1] ?? null,
    ...stated,
    company: companyNamed(parts?.company ?? company ?? stated.company?.name ?? null),
    places: place === undefined ? (stated.places ?? []) : placeText(place),
    postedAt:
      item.text('pubDate', 'published', 'date_published', 'dc.date') ??
      item.texts('dc.dates')[0] ??
      item.text('updated'),
    descriptionHtml:
      item.text('content_html') ?? text('content') ?? item.text('content.encoded') ?? text('description', 'summary'),
    descriptionText: item.text('content_text'),
    tags: [...namesOf(item, 'categories'), ...namesOf(item, 'tags'), ...(stated.tags ?? [])],
  };
}

/** Names, each as a text or in an object. */
const namesOf = (item: Members, path: string): string[] =>
  item.listOrNone(path).flatMap((each) => item.item(each).text([], 'name', 'term') ?? []);

/** An address resolved against another one (RFC 3986 §5); unchanged if invalid. */
const resolved = (address: string, around: string): string =>
  URL.canParse(address, around) ? new URL(address, around).href : address;

function declaredReading({ body, url }: PageResponse, declared: { item: string; fields: Fields }): ParsedPage {
  const { known, postings, flaws } = readDeclared(body, url, declared);
  if (!known) throw sourceChanged(`postings at "${declared.item}" ("item")`, `"${body.trim().slice(0, 60)}"`);
  return { postings: withOwnAddresses(postings), flaws, follow: [] };
}

/** The items of a feed and the address that their links are relative to: `xml:base`, the link of an RSS channel, or the feed's own. */
function itemsOf({ body, url }: PageResponse): { items: readonly unknown[]; base: string } {
  refuseUnclosedTags(body);
  // Loaded by the first feed, so that a worker without feeds does not keep it in memory.
  const { parseFeed } = lazyRequire('feedsmith') as typeof import('feedsmith');
  try {
    const feed = new Members(parseFeed(body).feed);
    const items = [...feed.listOrNone('items'), ...feed.listOrNone('entries')];
    return { items, base: resolved(feed.text('xml.base', 'link') ?? '', url) };
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
