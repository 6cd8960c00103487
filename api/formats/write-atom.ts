import { createHash } from 'node:crypto';
import { escapeUTF8 } from 'entities';
import type { Job } from '../../shared/search/job.js';
import { headlineOf, type JobPage, remarksOf, tagsOf, textOf, timesOf, titleOf } from './job-page.js';

/**
 * The page as an Atom feed (RFC 4287, paged by RFC 5005, counted by OpenSearch 1.1). Written here since the generators of feeds
 * put line breaks around texts with "&", which readers show, and keep characters that XML does not allow.
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

/** What XML 1.0 §2.2 does not allow in a document. */
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
