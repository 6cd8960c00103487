/** Reads Remotive's feed of remote jobs, which extends RSS by fields of its interface. */
import { z } from 'zod';
import type { Members } from '../../parse/members.js';
import { readEntries } from '../../parse/read-entries.js';
import { readXml, xmlParser } from '../../parse/read-xml.js';
import { companyNamed, emptyPosting, listOf, type Posting, payWith } from '../../posting.js';
import { commonSettings, defineKind } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('remotive') });

const parser = xmlParser({
  isArray: (name) => name === 'item' || name === 'category',
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
  parse: (response) => readEntries(readXml(response, parser).elements('rss.channel', 'item'), asPosting),
});

function asPosting(item: Members): Posting {
  const type = item.text('type');
  return {
    ...emptyPosting(item.needed('title'), item.needed('link')),
    sourceJobId: item.text('jobId'),
    company: companyNamed(item.text('company')),
    remoteRegions: regionsOf(item.text('location')),
    workplace: ['remote'],
    jobType: listOf(type === 'other' ? null : type?.replaceAll('_', ' ')),
    salary: payWith({ text: item.text('salary') }),
    postedAt: item.text('pubDate'),
    descriptionHtml: item.text('description'),
    tags: item.texts('category'),
  };
}

/** "USA, Canada, CST (UTC-6)": regions, and sometimes a time zone, which is not a region. */
function regionsOf(text: string | null): string[] {
  return listOf(...(text ?? '').split(/(?:(?<!\s)\s+)?[,;]\s*/)).filter(
    (part) => !/\b(?:UTC|GMT)\b|timezone/i.test(part),
  );
}
