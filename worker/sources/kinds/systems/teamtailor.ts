import { z } from 'zod';
import type { LinkedData } from '../../../structured-data/json-ld.js';
import { coerceText, coerceTexts, neededText } from '../../parse/coerce.js';
import { readJobPostingNode } from '../../parse/job-posting-node.js';
import { readEntries } from '../../parse/read-entries.js';
import { readShape } from '../../parse/read-shape.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('teamtailor'),
  site: z
    .string()
    .regex(/^[\w.-]{1,120}$/, 'The career site’s host, such as career.acme.example, or SUBDOMAIN of teamtailor.com.')
    .describe('Host of the career site, or its subdomain on teamtailor.com.'),
});

const pageSize = 100;

const feedSchema = z.object({
  title: coerceText,
  next_url: coerceText.refine((link) => link === null || URL.canParse(link, 'https://host'), 'must be an address'),
  items: z.array(z.unknown()),
});
const itemSchema = z.object({
  id: coerceText,
  title: neededText,
  url: neededText,
  date_published: coerceText,
  content_html: coerceText,
  content_text: coerceText,
  tags: coerceTexts,
  _jobposting: z.record(z.string(), z.unknown()).nullish(),
});

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
    {
      url: `${baseUrl ?? `https://${site.includes('.') ? site : `${site}.teamtailor.com`}`}/jobs.json`,
      role: 'listing',
      accept: 'json',
    },
  ],
  parse(response, request) {
    const feed = readShape(response, feedSchema, 'a JSON Feed with a list "items"');
    const read = readEntries(feed.items, itemSchema, (item) => asPosting(item, feed.title));
    return { ...read, follow: nextRequest(request, feed) };
  },
});

/** The JobPosting of an item; the item's own fields fill in missing values. */
function asPosting(item: z.infer<typeof itemSchema>, feedTitle: string | null): Posting {
  const node: LinkedData = { ...item._jobposting, title: item.title };
  const posting = readJobPostingNode(node, item.url) ?? emptyPosting(item.title, item.url);
  return {
    ...posting,
    url: item.url,
    sourceJobId: item.id ?? posting.sourceJobId,
    company: { ...posting.company, name: posting.company.name ?? feedTitle },
    postedAt: posting.postedAt ?? item.date_published,
    descriptionHtml: posting.descriptionHtml ?? item.content_html,
    descriptionText: item.content_text,
    tags: [...posting.tags, ...item.tags],
  };
}

/**
 * The next page, on the requested host: the feed's link may name the site's public host instead. After a full page there may be
 * more although no link says so.
 */
function nextRequest({ url }: PageRequest, { next_url: link, items }: z.infer<typeof feedSchema>): PageRequest[] {
  if (link === null && items.length < pageSize) return [];
  const page = Number(new URL(url).searchParams.get('page') ?? 1);
  const { pathname, search } = new URL(link ?? `/jobs.json?page=${page + 1}`, url);
  return [{ url: new URL(pathname + search, url).href, role: 'listing', accept: 'json' }];
}
