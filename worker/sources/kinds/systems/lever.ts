import { z } from 'zod';
import { boardSetting, companyName } from '../../parse/board-settings.js';
import { coerceAmount, coerceText, coerceTexts, listOf, neededText } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { readJson } from '../../parse/read-json.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, sourceChanged } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('lever'),
  site: boardSetting(/^[\w.-]{1,80}$/, 'site name, as in jobs.lever.co/SITE'),
  company: companyName,
});

const jobSchema = z.object({
  id: neededText,
  text: neededText,
  hostedUrl: neededText,
  applyUrl: coerceText,
  createdAt: z.number().nullish(),
  country: coerceText,
  workplaceType: coerceText,
  categories: z
    .object({
      commitment: coerceText,
      department: coerceText,
      team: coerceText,
      location: coerceText,
      allLocations: coerceTexts,
    })
    .nullish(),
  description: coerceText,
  descriptionPlain: coerceText,
  lists: z.array(z.object({ text: coerceText, content: coerceText })).nullish(),
  additional: coerceText,
  salaryRange: z.object({ min: coerceAmount, max: coerceAmount, currency: coerceText, interval: coerceText }).nullish(),
  salaryDescription: coerceText,
});
type Job = z.infer<typeof jobSchema>;

/**
 * A company's postings on Lever, complete in one request (the API returns all when no limit is set).
 * Documented at https://github.com/lever/postings-api (GET /v0/postings/{site}?mode=json).
 */
export const lever = defineKind({
  kind: 'lever',
  summary: 'Postings on Lever, by the Postings API.',
  evidence: {
    requests: ['GET api.lever.co/v0/postings/{site}?mode=json'],
    access: 'documented',
    robots: 'Allows everything with `Crawl-delay: 1`.',
    basis: [
      'https://github.com/lever/postings-api',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/lever.py)',
      'https://github.com/santifer/career-ops (providers/lever.mjs)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Public, made for other sites.',
  cost: { perRequest: 'all', details: false },
  addresses: [
    'jobs.lever.co/{site}',
    'api.lever.co/v0/postings/{site}',
    { address: 'jobs.eu.lever.co/{site}', settings: { baseUrl: 'https://api.eu.lever.co' } },
    { address: 'api.eu.lever.co/v0/postings/{site}', settings: { baseUrl: 'https://api.eu.lever.co' } },
  ],
  pageMarks: [
    { text: "leverJobsOptions = {accountName: '{site}'" },
    { text: 'leverJobsOptions = {accountName: "{site}"' },
  ],
  settings,
  requests: ({ baseUrl = 'https://api.lever.co', site }) => [
    { url: `${baseUrl}/v0/postings/${site}?mode=json`, role: 'listing', accept: 'json', list: { member: null } },
  ],
  parse(response, _ask, { company, site }) {
    const list = z.array(z.unknown()).safeParse(readJson(response));
    if (!list.success) throw sourceChanged('a list of postings', response.body.slice(0, 80));
    const read = readEntries(list.data, jobSchema, (job) => ({
      ...emptyPosting(job.text, job.hostedUrl),
      sourceJobId: job.id,
      applyUrl: job.applyUrl,
      company: { name: company ?? site, url: null, logoUrl: null },
      places: placesOf(job),
      workplace: listOf(job.workplaceType === 'unspecified' ? null : job.workplaceType),
      jobType: listOf(job.categories?.commitment),
      salary: payOf(job),
      postedAt: job.createdAt ?? null,
      descriptionHtml: descriptionOf(job),
      descriptionText: job.descriptionPlain,
      tags: listOf(job.categories?.department, job.categories?.team),
    }));
    return { ...read, follow: [] };
  },
});

/** All locations; the posting's country belongs to the main one. */
function placesOf({ categories, country }: Job): Posting['places'] {
  const main = categories?.location ?? null;
  const all = categories?.allLocations.length ? categories.allLocations : listOf(main);
  const places = all.map((text) => ({
    text,
    city: null,
    region: null,
    country: text === main || all.length === 1 ? country : null,
  }));
  return places.length > 0 || country === null ? places : [{ text: null, city: null, region: null, country }];
}

function payOf({ salaryRange: range }: Job): Posting['salary'] {
  if (!range || (range.min === null && range.max === null)) return null;
  return { text: null, min: range.min, max: range.max, currency: range.currency, per: range.interval };
}

/** The parts of a posting, in the order in which Lever shows them. */
function descriptionOf({ description, lists, additional, salaryDescription }: Job): string | null {
  const parts = [
    description,
    ...(lists ?? []).map((list) => `<h3>${list.text ?? ''}</h3><ul>${list.content ?? ''}</ul>`),
    additional,
    salaryDescription,
  ];
  return listOf(...parts).join('\n') || null;
}
