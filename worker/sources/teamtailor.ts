import { z } from 'zod';
import type { LinkedData } from '../json-ld.js';
import { emptyPosting, type Posting } from '../posting.js';
import { sourceChanged } from '../source-errors.js';
import { readJobPostingNode } from './job-posting-node.js';
import { looseText } from './loose.js';
import { readEntries } from './read-entries.js';
import { readJson } from './read-json.js';
import { commonSettings, defineKind } from './source.js';

const settings = commonSettings.extend({
  kind: z.literal('teamtailor'),
  site: z
    .string()
    .regex(/^[\w.-]{1,120}$/, 'The career site’s host, such as career.acme.example, or SUBDOMAIN of teamtailor.com.')
    .describe('Host of the career site, or its subdomain on teamtailor.com.'),
});

const itemSchema = z.object({
  id: looseText,
  title: z.string(),
  url: z.string(),
  date_published: looseText,
  content_html: looseText,
  _jobposting: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * A career site on Teamtailor, by its JSON Feed, whose items carry a schema.org JobPosting each.
 * Documented at https://www.jsonfeed.org/version/1.1/ and https://support.teamtailor.com (feeds of a career site).
 */
export const teamtailor = defineKind({
  kind: 'teamtailor',
  summary: 'A career site on Teamtailor, by its public JSON Feed.',
  documentation: 'https://www.jsonfeed.org/version/1.1/',
  terms: 'The feed of a career site is public and made for readers.',
  settings,
  narrows: () => [],
  wing: () => 'http',
  ask: ({ baseUrl, site }) => [
    {
      url: `${baseUrl ?? `https://${site.includes('.') ? site : `${site}.teamtailor.com`}`}/jobs.json`,
      role: 'listing',
      accept: 'json',
    },
  ],
  read(answer) {
    const feed = z
      .object({ title: looseText, next_url: looseText, items: z.array(z.unknown()) })
      .safeParse(readJson(answer));
    if (!feed.success) throw sourceChanged('a JSON Feed with a list "items"', answer.body.slice(0, 80));
    const read = readEntries(feed.data.items, itemSchema, (item): Posting => {
      const told = item._jobposting ? readJobPostingNode(item._jobposting as LinkedData, item.url) : null;
      const posting = told ?? { ...emptyPosting(item.title, item.url), postedAt: item.date_published };
      return {
        ...posting,
        url: item.url,
        sourceJobId: item.id,
        company: { ...posting.company, name: posting.company.name ?? feed.data.title },
        descriptionHtml: posting.descriptionHtml ?? item.content_html,
      };
    });
    const next = feed.data.next_url;
    return { ...read, follow: next === null ? [] : [{ url: next, role: 'listing', accept: 'json' }] };
  },
});
