import { decodeHTML } from 'entities';
import { z } from 'zod';
import type { Members } from '../../parse/members.js';
import { readEntries } from '../../parse/read-entries.js';
import { readXml, xmlParser } from '../../parse/read-xml.js';
import { emptyPosting, listOf, type Posting } from '../../posting.js';
import { commonSettings, defineKind } from '../../source.js';

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
  isArray: (name) => name === 'item',
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
  parse: (response) => readEntries(readXml(response, parser).elements('rss.channel', 'item'), asPosting),
});

function asPosting(item: Members): Posting {
  const written = item.needed('title');
  // "Company: Title"; the title may contain a colon itself.
  const [, company = null, title = written] = /^(.*?): (.+)$/s.exec(written) ?? [];
  const description = item.text('description');
  return {
    ...emptyPosting(title, item.needed('link')),
    sourceJobId: item.text('guid'),
    company: {
      name: company,
      url: companyAddress(description),
      logoUrl: item.rows('media:content')[0]?.text('@url') ?? null,
    },
    remoteRegions: regionsOf(item),
    workplace: ['remote'],
    jobType: item.texts('type'),
    postedAt: item.text('pubDate'),
    validUntil: item.text('expires_at'),
    descriptionHtml: description,
    tags: listOf(item.text('category'), ...(item.text('skills') ?? '').split(/(?:(?<!\s)\s+)?,\s*/)),
  };
}

/** "Anywhere (100% Remote) Only", "Europe Only"; a country follows its flag. */
function regionsOf(item: Members): string[] {
  const region = item.text('region')?.replace(/(?:(?<!\s)\s+)?\(100% remote\)\s*/i, ' ');
  const country = item
    .text('country')
    ?.replace(/\p{Regional_Indicator}+/gu, '')
    .trim();
  return listOf(region?.replace(/(?<!\s)\s+only\s*$/i, '').trim(), listOf(item.text('state'), country).join(', '));
}

/** Removes the company's headquarters and address from the beginning of a description. */
function companyAddress(html: string | null): string | null {
  const href = /<strong>\s*URL:\s*<\/strong>\s*<a\s[^>]*href="([^"]+)"/i.exec(html ?? '')?.[1];
  return href === undefined ? null : decodeHTML(href);
}
