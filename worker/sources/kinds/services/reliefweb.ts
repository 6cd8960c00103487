import { z } from 'zod';
import { defineListing } from '../../parse/listing-kind.js';
import { companyNamed, emptyPosting, placeWith } from '../../posting.js';
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

/** The most jobs per request. */
const pageSize = 1000;

const included = [
  ...['title', 'body-html', 'url', 'date.created', 'date.closing', 'source.name', 'country.name', 'city.name'],
  ...['type.name', 'experience.name', 'career_categories.name'],
];

/** In query form. */
const fields = included.map((name) => `&fields%5Binclude%5D%5B%5D=${name}`).join('');

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
  entries: 'data',
  hasMore: (page, read) => read < page.count('totalCount'),
  asPosting(entry) {
    const [id, job] = [entry.needed('id'), entry.object('fields')];
    const [cities, countries] = [job.texts('city.name'), job.texts('country.name')];
    return {
      ...emptyPosting(job.needed('title'), job.text('url') ?? `https://reliefweb.int/node/${id}`),
      sourceJobId: id,
      company: companyNamed(job.texts('source.name')[0] ?? null),
      places:
        cities.length > 0 && countries.length === 1
          ? cities.map((city) => placeWith({ city, country: countries[0] ?? null }))
          : countries.map((country) => placeWith({ country })),
      jobType: job.texts('type.name'),
      level: job.texts('experience.name'),
      postedAt: job.text('date.created'),
      validUntil: job.text('date.closing'),
      descriptionHtml: job.text('body-html'),
      tags: job.texts('career_categories.name'),
    };
  },
});
