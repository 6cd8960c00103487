import { z } from 'zod';
import { coerceText, listOf, neededId, neededText } from '../../parse/coerce.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('reliefweb'),
  appName: z
    .string()
    .regex(/^[\w.-]{3,80}$/)
    .describe(
      'Application name that ReliefWeb has approved for you (https://apidoc.reliefweb.int/parameters#appname).',
    ),
});

/** The most jobs of one request. */
const pageSize = 1000;

const included = [
  ...['title', 'body-html', 'url', 'date.created', 'date.closing', 'source.name', 'country.name', 'city.name'],
  ...['type.name', 'experience.name', 'career_categories.name'],
];
/** As a query has them. */
const fields = included.map((name) => `&fields%5Binclude%5D%5B%5D=${name}`).join('');
const named = z.array(z.object({ name: coerceText })).nullish();
const jobSchema = z.object({
  id: neededId,
  fields: z.object({
    title: neededText,
    url: coerceText,
    'body-html': coerceText,
    date: z.object({ created: coerceText, closing: coerceText }).nullish(),
    source: named,
    country: named,
    city: named,
    type: named,
    experience: named,
    career_categories: named,
  }),
});

const namesOf = (list: z.infer<typeof named>): string[] => listOf(...(list ?? []).map(({ name }) => name));

/**
 * Jobs in humanitarian work, published by the United Nations' ReliefWeb, in pages of 1,000.
 * Documented at https://apidoc.reliefweb.int (1,000 requests a day).
 */
export const reliefweb = defineListing({
  kind: 'reliefweb',
  summary: 'Jobs in humanitarian work, by the API of the United Nations’ ReliefWeb.',
  evidence: {
    requests: [
      `GET api.reliefweb.int/v2/jobs?appname={appName}&preset=latest&limit=1000&offset={offset}[&query%5Bvalue%5D={keyword}]${fields}`,
    ],
    access: 'documented',
    robots: 'Reported as `Disallow: /`.',
    basis: [
      'https://apidoc.reliefweb.int',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-reliefweb)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Made for reuse, with an application name that ReliefWeb approved; 1,000 requests a day.',
  attribution: 'Jobs of ReliefWeb (reliefweb.int), which names the organisation that published each.',
  cost: { perRequest: pageSize, details: false },
  keyed: true,
  settings,
  defaults: { perMinute: 20 },
  narrows: () => ['keyword'],
  request({ baseUrl = 'https://api.reliefweb.int', appName }, { read, narrow }) {
    const query = narrow.keyword ? `&query%5Bvalue%5D=${encodeURIComponent(narrow.keyword)}` : '';
    return {
      url: `${baseUrl}/v2/jobs?appname=${appName}&preset=latest&limit=${pageSize}&offset=${read}${query}${fields}`,
    };
  },
  page: z.object({ totalCount: z.number(), data: z.array(z.unknown()) }),
  shape: 'a page with totalCount and data',
  entriesOf: ({ data }) => data,
  hasMore: ({ totalCount }, read) => read < totalCount,
  entry: jobSchema,
  asPosting({ id, fields: job }) {
    const cities = namesOf(job.city);
    const countries = namesOf(job.country);
    return {
      ...emptyPosting(job.title, job.url ?? `https://reliefweb.int/node/${id}`),
      sourceJobId: id,
      company: { name: namesOf(job.source)[0] ?? null, url: null, logoUrl: null },
      places:
        cities.length > 0 && countries.length === 1
          ? cities.map((city) => ({ text: null, city, region: null, country: countries[0] ?? null }))
          : countries.map((country) => ({ text: null, city: null, region: null, country })),
      jobType: namesOf(job.type),
      level: namesOf(job.experience),
      postedAt: job.date?.created ?? null,
      validUntil: job.date?.closing ?? null,
      descriptionHtml: job['body-html'],
      tags: namesOf(job.career_categories),
    };
  },
});
