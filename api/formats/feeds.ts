import { createHash } from 'node:crypto';
import { escapeUTF8 } from 'entities';
import { z } from 'zod';
import { basePath } from '../../pages/lib/base-path.js';
import type { Config } from '../../shared/config.js';
import type { FieldName } from '../../shared/search/fields.js';
import { type Job, jobSchema } from '../../shared/search/job.js';
import { changedFields, type SearchQuery } from '../../shared/search/query/query.js';
import type { RequestContext } from '../middleware/identify.js';
import type { ListFormat } from './format.js';
import { headlineOf, type JobPage, remarksOf, tagsOf, textOf, timesOf, titleOf } from './job-page.js';

/** Path of `GET /api/jobs/feed`. */
export const feedPath = '/api/jobs/feed';

/** Values of the parameter `format`. */
export const feedFormats = { atom: 'atom', json: 'json-feed', csv: 'csv' } as const satisfies Record<
  string,
  ListFormat
>;
export type FeedFormat = keyof typeof feedFormats;

/** Defaults of a feed: readers want the newest jobs, and more than a page. */
export const feedDefaults = { sortBy: 'recent', limit: '50' } as const satisfies Partial<Record<FieldName, string>>;

/** The address of a search as a feed, without the origin: the fields that differ from a feed's defaults, and the format. */
export function feedAddress(query: SearchQuery, format: ListFormat): string {
  const parameters = changedFields(query);
  for (const [field, usual] of Object.entries(feedDefaults) as [keyof typeof feedDefaults, string][])
    if (query[field] === usual) parameters.delete(field);
    else parameters.set(field, query[field]);
  const name = Object.entries(feedFormats).find(([, each]) => each === format)?.[0];
  if (name !== undefined) parameters.set('format', name);
  return `${feedPath}?${parameters}`;
}

/**
 * The start of this service's absolute addresses: PUBLIC_URL, since a request may name any host. Without it, the
 * client's Host header, with `https` if a trusted proxy says so.
 */
export function originOf(
  ctx: RequestContext,
  { PUBLIC_URL, TRUST_PROXY }: Pick<Config, 'PUBLIC_URL' | 'TRUST_PROXY'>,
): string {
  if (PUBLIC_URL !== '') {
    const { origin, pathname } = new URL(PUBLIC_URL);
    return origin + pathname.replace(/\/$/, '');
  }
  const isHttps = ctx.protocol === 'https' || (TRUST_PROXY !== null && ctx.get('X-Forwarded-Proto') === 'https');
  return `${isHttps ? 'https' : 'http'}://${ctx.host}${basePath()}`;
}

/**
 * The page as an Atom feed (RFC 4287, paged by RFC 5005, counted by OpenSearch 1.1). Written here because feed
 * generators put line breaks around texts with "&", which readers show, and keep characters that XML does not allow.
 */
export function writeAtom(page: JobPage): string {
  const { jobs, links, searchKey, query, total } = page;
  const updated = jobs.length === 0 ? page.modifiedAt : Math.max(...jobs.map((job) => timesOf(job).updated));
  const remarks = remarksOf(page);
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">',
    element('id', stableId(`${searchKey} ${query.limit} ${query.page}`)),
    element('title', titleOf(query)),
    ...(remarks === '' ? [] : [element('subtitle', remarks)]),
    element('updated', isoOf(updated)),
    link('self', links.self, 'application/atom+xml'),
    link('alternate', links.page, 'text/html'),
    ...(links.next === null ? [] : [link('next', links.next, 'application/atom+xml')]),
    `<author>${element('name', 'job-search')}</author>`,
    element('generator', 'job-search'),
    element('opensearch:totalResults', String(total)),
    element('opensearch:startIndex', String(Number(query.page) * Number(query.limit) + 1)),
    element('opensearch:itemsPerPage', query.limit),
    ...jobs.map(entryOf),
    '</feed>',
  ];
  return `${lines.join('\n')}\n`;
}

function entryOf(job: Job): string {
  const { published, updated } = timesOf(job);
  const lines = [
    element('id', stableId(job.id)),
    element('title', headlineOf(job)),
    element('published', isoOf(published)),
    element('updated', isoOf(updated)),
    link('alternate', job.url, 'text/html'),
    ...(job.company.name === null || job.company.name.trim() === ''
      ? []
      : [`<author>${element('name', job.company.name)}</author>`]),
    ...tagsOf(job).map((tag) => `<category term="${escapeText(tag)}"/>`),
    element('summary', textOf(job)),
  ];
  return `<entry>\n${lines.join('\n')}\n</entry>`;
}

const element = (name: string, text: string): string => `<${name}>${escapeText(text)}</${name}>`;

const link = (rel: string, href: string, type: string): string =>
  `<link rel="${rel}" type="${type}" href="${escapeText(href)}"/>`;

const isoOf = (time: number): string => new Date(time).toISOString();

/** Characters that XML 1.0 §2.2 does not allow in a document. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be removed.
const notXml = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

const escapeText = (text: string): string => escapeUTF8(text.toWellFormed().replace(notXml, ''));

/** The namespace of the ids below, a UUID made once. */
const namespace = Buffer.from('5d2f0b3c8f0e4a3d9c5d6a1b7e20c4f9', 'hex');

/** A `urn:uuid` of a name (RFC 9562 §5.5, version 5): the same in every answer, release and deployment. */
export function stableId(name: string): string {
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return `urn:uuid:${parts.join('-')}`;
}

/** A page as JSON Feed 1.1 (https://jsonfeed.org/version/1.1), restricted to the members `writeJsonFeed` writes. */
export const jobFeedSchema = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  home_page_url: z.url(),
  feed_url: z.url(),
  next_url: z.url().optional().describe('The next page of the search.'),
  description: z.string().optional().describe('Notices about the page, for its reader.'),
  _job_search: z.strictObject({
    total: z.int().min(0).describe('How many jobs match.'),
    partial: z.boolean().describe('Some sources have not answered: their jobs may be missing.'),
    notices: z.array(z.string()),
  }),
  items: z.array(
    z.strictObject({
      id: z.string(),
      url: z.string(),
      title: z.string().describe('The title of the job, its company and its place.'),
      content_text: z.string(),
      date_published: z.iso.datetime(),
      date_modified: z.iso.datetime(),
      authors: z.array(z.strictObject({ name: z.string() })).describe('The company.'),
      tags: z.array(z.string()),
      language: z.string().optional().describe('ISO 639-1.'),
      _job_search: jobSchema,
    }),
  ),
});

/**
 * The page as JSON Feed 1.1. The format's extension `_job_search` has the totals of the feed and the record of each
 * job.
 */
export function writeJsonFeed(page: JobPage): string {
  const { jobs, links, total, notices, partial } = page;
  const remarks = remarksOf(page);
  const feed: z.input<typeof jobFeedSchema> = {
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOf(page.query),
    home_page_url: links.page,
    feed_url: links.self,
    ...(links.next === null ? {} : { next_url: links.next }),
    ...(remarks === '' ? {} : { description: remarks }),
    _job_search: { total, partial, notices: [...notices] },
    items: jobs.map((job) => {
      const { published, updated } = timesOf(job);
      return {
        id: job.id,
        url: job.url,
        title: headlineOf(job),
        content_text: textOf(job),
        date_published: new Date(published).toISOString(),
        date_modified: new Date(updated).toISOString(),
        authors: job.company.name === null ? [] : [{ name: job.company.name }],
        tags: tagsOf(job),
        ...(job.language === null ? {} : { language: job.language }),
        _job_search: job,
      };
    }),
  };
  return JSON.stringify(feed);
}
