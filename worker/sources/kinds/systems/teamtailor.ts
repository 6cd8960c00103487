import { z } from 'zod';
import type { LinkedData } from '../../../structured-data/json-ld.js';
import { readJobPostingNode } from '../../parse/job-posting-node.js';
import { answerOf, type Members } from '../../parse/members.js';
import { readEntries } from '../../parse/read-entries.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, jsonAt, type PageRequest, sourceChanged } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('teamtailor'),
  site: z
    .string()
    .regex(/^[\w.-]{1,120}$/, 'The career site’s host, such as career.acme.example, or SUBDOMAIN of teamtailor.com.')
    .describe('Host of the career site, or its subdomain on teamtailor.com.'),
});

const pageSize = 100;

/**
 * A career site on Teamtailor, read through its JSON Feed; each item contains a schema.org JobPosting.
 * Documented at https://www.jsonfeed.org/version/1.1/ and https://support.teamtailor.com (feeds of a career site).
 */
export const teamtailor = defineKind({
  kind: 'teamtailor',
  summary: 'Career sites on Teamtailor, by the JSON Feed.',
  evidence: {
    requests: ['GET {site}/jobs.json[?page={page}]'],
    access: 'documented',
    robots: null,
    basis: [
      'https://www.jsonfeed.org/version/1.1/',
      'https://support.teamtailor.com',
      'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/teamtailor.py, measured on 766 sites)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Public and made for feed readers.',
  cost: { perRequest: pageSize, details: false },
  addresses: [
    { address: '{site}.teamtailor.com', except: ['tt', 'ext', 'na', 'career'] },
    { address: '{_sub}.na.teamtailor.com', settings: { site: '{_sub}.na.teamtailor.com' } },
    { address: '{_sub}.career.teamtailor.com', settings: { site: '{_sub}.career.teamtailor.com' } },
    { address: 'career.teamtailor.com', settings: { site: 'career.teamtailor.com' } },
    // Where the pages of its lists continue.
    '{site}/jobs/show_more',
  ],
  pageMarks: [
    { text: '<meta name="generator" content="Teamtailor"', settings: { site: '{host}' } },
    { text: 'teamtailor-cdn.com/assets/packs/', settings: { site: '{host}' } },
  ],
  settings,
  requests: ({ baseUrl, site }) => [
    jsonAt(`${baseUrl ?? `https://${site.includes('.') ? site : `${site}.teamtailor.com`}`}/jobs.json`),
  ],
  parse(response, request) {
    const feed = answerOf(response);
    const items = feed.list('items');
    return readEntries(items, (item) => asPosting(item, feed.text('title')), nextRequest(request, feed, items.length));
  },
});

/** The JobPosting of an item; the item's own fields fill in missing values. */
function asPosting(item: Members, feedTitle: string | null): Posting {
  const [title, url] = [item.needed('title'), item.needed('url')];
  const stated = item.at('_jobposting').raw;
  const node: LinkedData = { ...(typeof stated === 'object' ? stated : {}), title };
  const posting = readJobPostingNode(node, url) ?? emptyPosting(title, url);
  return {
    ...posting,
    url,
    sourceJobId: item.text('id') ?? posting.sourceJobId,
    company: { ...posting.company, name: posting.company.name ?? feedTitle },
    postedAt: posting.postedAt ?? item.text('date_published'),
    descriptionHtml: posting.descriptionHtml ?? item.text('content_html'),
    descriptionText: item.text('content_text'),
    tags: [...posting.tags, ...item.texts('tags')],
  };
}

/**
 * The next page, on the requested host: the feed's link may name the site's public host instead. After a full page
 * there may be more even without a link.
 */
function nextRequest({ url }: PageRequest, feed: Members, items: number): PageRequest | null {
  const link = feed.text('next_url');
  if (link === null && items < pageSize) return null;
  const page = Number(new URL(url).searchParams.get('page') ?? 1);
  const address = link ?? `/jobs.json?page=${page + 1}`;
  if (!URL.canParse(address, url)) throw sourceChanged('an address "next_url"', `"${address.slice(0, 80)}"`);
  const { pathname, search } = new URL(address, url);
  return jsonAt(new URL(pathname + search, url).href);
}
