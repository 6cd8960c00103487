import { decodeXML } from 'entities';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { emptyPosting } from '../posting.js';
import { sourceChanged } from '../source-errors.js';
import { told } from './loose.js';
import { readEntries } from './read-entries.js';
import { commonSettings, defineKind } from './source.js';

const settings = commonSettings.extend({
  kind: z.literal('weworkremotely'),
  feed: z
    .string()
    .regex(/^[\w/-]{1,100}$/, 'The path of a feed without .rss, such as categories/remote-programming-jobs.')
    .default('remote-jobs')
    .describe('Path of a feed, such as categories/remote-programming-jobs.'),
});

const parser = new XMLParser({
  ignoreAttributes: true,
  processEntities: false,
  parseTagValue: false,
  isArray: (name) => name === 'item',
});

const element = z
  .string()
  .nullish()
  .transform((text) => (text ? decodeXML(text.replace(/^<!\[CDATA\[|\]\]>$/g, '').trim()) : null));

const itemSchema = z.object({
  title: z.string().transform((text) => decodeXML(text.trim())),
  link: z.string(),
  guid: element,
  region: element,
  country: element,
  category: element,
  type: element,
  description: element,
  pubDate: element,
  expires_at: element,
});

/**
 * We Work Remotely's RSS feeds, which say more than RSS does: region, type and an expiry date.
 * Listed at https://weworkremotely.com/remote-job-rss-feed.
 */
export const weworkremotely = defineKind({
  kind: 'weworkremotely',
  summary: 'We Work Remotely’s remote jobs, by RSS.',
  documentation: 'https://weworkremotely.com/remote-job-rss-feed',
  terms: 'The feeds are public; its owner asks for a link back to We Work Remotely.',
  attribution: 'Postings from We Work Remotely (https://weworkremotely.com).',
  defaults: { freshSeconds: 3600 },
  settings,
  narrows: () => [],
  wing: () => 'http',
  ask: ({ baseUrl = 'https://weworkremotely.com', feed }) => [
    { url: `${baseUrl}/${feed}.rss`, role: 'listing', accept: 'xml' },
  ],
  read(answer) {
    const feed = z
      .object({ rss: z.object({ channel: z.object({ item: z.array(z.unknown()).default([]) }) }) })
      .safeParse(parser.parse(answer.body));
    if (!feed.success) throw sourceChanged('an RSS feed', answer.body.trim().slice(0, 80));
    const read = readEntries(feed.data.rss.channel.item, itemSchema, (item) => {
      // "Company: Title", the company's name may hold a colon itself.
      const [, company, title] = /^(.*?): (.+)$/s.exec(item.title) ?? [null, null, item.title];
      return {
        ...emptyPosting(title ?? item.title, item.link.trim()),
        sourceJobId: item.guid,
        company: { name: company ?? null, url: null, logoUrl: null },
        remoteRegions: told(item.region?.replace(/\s*\(100% remote\)\s*|\s+only$/gi, ''), item.country),
        workplace: ['remote'],
        jobType: told(item.type),
        postedAt: item.pubDate,
        validUntil: item.expires_at,
        descriptionHtml: item.description,
        tags: told(item.category),
      };
    });
    return { ...read, follow: [] };
  },
});
