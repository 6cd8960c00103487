import { decodeHTML, decodeXML } from 'entities';
import { z } from 'zod';
import { listOf, neededText } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { cdataName, readXml, xmlParser, xmlText } from '../../parse/read-xml.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings, defineKind, sourceChanged } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('weworkremotely'),
  feed: z
    .string()
    .regex(/^[\w/-]{1,100}$/, 'The path of a feed without .rss, such as categories/remote-programming-jobs.')
    .default('remote-jobs')
    .describe('Path of a feed, such as categories/remote-programming-jobs.'),
});

const parser = xmlParser({
  ignoreAttributes: (name) => name !== 'url',
  attributeNamePrefix: '@',
  processEntities: false,
  parseTagValue: false,
  cdataPropName: cdataName,
  isArray: (name) => name === 'item',
});

const media = z
  .union([z.object({ '@url': z.string() }), z.array(z.object({ '@url': z.string() }))])
  .nullish()
  .transform((value) => [value].flat()[0]?.['@url'])
  .transform((address) => (address === undefined ? null : decodeXML(address)));

const itemSchema = z.object({
  title: xmlText.pipe(neededText),
  link: xmlText.pipe(neededText),
  guid: xmlText,
  region: xmlText,
  country: xmlText,
  state: xmlText,
  skills: xmlText,
  category: xmlText,
  type: xmlText,
  description: xmlText,
  pubDate: xmlText,
  expires_at: xmlText,
  'media:content': media,
});

/**
 * We Work Remotely's RSS feeds, which extend RSS: region, type, skills, the company's logo and an expiry date.
 * Listed at https://weworkremotely.com/remote-job-rss-feed.
 */
export const weworkremotely = defineKind({
  kind: 'weworkremotely',
  summary: 'We Work Remotely’s remote jobs, by RSS.',
  evidence: {
    requests: ['GET weworkremotely.com/{feed}.rss'],
    access: 'documented',
    robots: null,
    basis: [
      'https://weworkremotely.com/remote-job-rss-feed',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-weworkremotely)',
      'https://github.com/strelov1/freehire (internal/sources/weworkremotely.go)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Public; the owner requests a link back.',
  cost: { perRequest: 'all', details: false },
  attribution: 'Postings from We Work Remotely (https://weworkremotely.com).',
  defaults: { freshSeconds: 3600 },
  addresses: ['weworkremotely.com'],
  settings,
  absence: 'newest',
  requests: ({ baseUrl = 'https://weworkremotely.com', feed }) => [
    { url: `${baseUrl}/${feed}.rss`, role: 'listing', accept: 'xml' },
  ],
  parse(response) {
    const feed = z
      .object({ rss: z.object({ channel: z.object({ item: z.array(z.unknown()).default([]) }) }) })
      .safeParse(readXml(response, parser));
    if (!feed.success) throw sourceChanged('an RSS feed', response.body.trim().slice(0, 80));
    const read = readEntries(feed.data.rss.channel.item, itemSchema, (item) => {
      // "Company: Title"; the title may contain a colon itself.
      const [, company = null, title = item.title] = /^(.*?): (.+)$/s.exec(item.title) ?? [];
      return {
        ...emptyPosting(title, item.link),
        sourceJobId: item.guid,
        company: { name: company, url: companyAddress(item.description), logoUrl: item['media:content'] },
        remoteRegions: regionsOf(item),
        workplace: ['remote'],
        jobType: listOf(item.type),
        postedAt: item.pubDate,
        validUntil: item.expires_at,
        descriptionHtml: item.description,
        tags: listOf(item.category, ...(item.skills ?? '').split(/(?:(?<!\s)\s+)?,\s*/)),
      };
    });
    return { ...read, follow: [] };
  },
});

/** "Anywhere (100% Remote) Only", "Europe Only"; a country follows its flag. */
function regionsOf({ region, country, state }: z.infer<typeof itemSchema>): string[] {
  const plain = region?.replace(/(?:(?<!\s)\s+)?\(100% remote\)\s*/i, ' ').replace(/(?<!\s)\s+only\s*$/i, '');
  const unflagged = country?.replace(/\p{Regional_Indicator}+/gu, '').trim();
  return listOf(plain?.trim(), state === null ? unflagged : listOf(state, unflagged).join(', '));
}

/** Removes the company's headquarters and address from the beginning of a description. */
function companyAddress(html: string | null): string | null {
  const href = /<strong>\s*URL:\s*<\/strong>\s*<a\s[^>]*href="([^"]+)"/i.exec(html ?? '')?.[1];
  return href === undefined ? null : decodeHTML(href);
}
