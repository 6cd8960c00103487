/** Reads Remotive's feed of remote jobs, which extends RSS by what its interface states. */
import { z } from 'zod';
import { listOf, neededText } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { cdataName, readXml, xmlParser, xmlText } from '../../parse/read-xml.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings, defineKind, sourceChanged } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('remotive') });

const parser = xmlParser({
  ignoreAttributes: true,
  processEntities: false,
  parseTagValue: false,
  cdataPropName: cdataName,
  isArray: (name) => name === 'item' || name === 'category',
});

const itemSchema = z.object({
  title: xmlText.pipe(neededText),
  link: xmlText.pipe(neededText),
  jobId: xmlText,
  company: xmlText,
  location: xmlText,
  type: xmlText,
  salary: xmlText,
  category: z.array(xmlText).nullish(),
  pubDate: xmlText,
  description: xmlText,
});
const feedSchema = z.object({
  rss: z.object({ channel: z.object({ item: z.array(z.unknown()).default([]) }) }),
});

/** Remotive's newest remote jobs, in one request. Its JSON interface (/api/) is documented, but its robots.txt forbids it. */
export const remotive = defineKind({
  kind: 'remotive',
  summary: 'Remotive’s remote jobs, by RSS.',
  evidence: {
    requests: ['GET remotive.com/remote-jobs/feed'],
    access: 'page',
    robots: 'Reported to forbid `/api/*` and `/*search=`, but not the feeds.',
    basis: [
      'https://github.com/remotive-com/remote-jobs-api (the same facts, and the owner’s terms)',
      'https://remotive.com/remote-jobs/feed (its elements as four public implementations of 2026 read them)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms:
    'Public; the owner requests at most four requests a day, a link back, its name as the source, and no forwarding to other job sites.',
  cost: { perRequest: 'all', details: false },
  attribution: 'Postings from Remotive (https://remotive.com).',
  defaults: { freshSeconds: 21_600 },
  addresses: ['remotive.com', 'remotive.io'],
  settings: settings.refine(({ freshSeconds = 21_600 }) => freshSeconds >= 21_600, {
    path: ['freshSeconds'],
    message: 'Remotive allows four fetches a day: at least 21600.',
  }),
  absence: 'newest',
  requests: ({ baseUrl = 'https://remotive.com' }) => [
    { url: `${baseUrl}/remote-jobs/feed`, role: 'listing', accept: 'xml' },
  ],
  parse(response) {
    const feed = feedSchema.safeParse(readXml(response, parser));
    if (!feed.success) throw sourceChanged('an RSS feed', response.body.trim().slice(0, 80));
    const read = readEntries(feed.data.rss.channel.item, itemSchema, (item) => ({
      ...emptyPosting(item.title, item.link),
      sourceJobId: item.jobId,
      company: { name: item.company, url: null, logoUrl: null },
      remoteRegions: regionsOf(item.location),
      workplace: ['remote'],
      jobType: listOf(item.type === 'other' ? null : item.type?.replaceAll('_', ' ')),
      salary: item.salary === null ? null : { text: item.salary, min: null, max: null, currency: null, per: null },
      postedAt: item.pubDate,
      descriptionHtml: item.description,
      tags: listOf(...(item.category ?? [])),
    }));
    return { ...read, follow: [] };
  },
});

/** "USA, Canada, CST (UTC-6)": regions, and sometimes a time zone, which is not a region. */
function regionsOf(text: string | null): string[] {
  return listOf(...(text ?? '').split(/(?:(?<!\s)\s+)?[,;]\s*/)).filter(
    (part) => !/\b(?:UTC|GMT)\b|timezone/i.test(part),
  );
}
