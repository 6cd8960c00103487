import { z } from 'zod';
import { boardSetting, companyName } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import type { Members } from '../../parse/members.js';
import { companyNamed, emptyPosting, listOf, type Posting, payWith, placeParts, placeWith } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('lever'),
  site: boardSetting(/^[\w.-]{1,80}$/, 'site name, as in jobs.lever.co/SITE'),
  company: companyName,
});

/**
 * A company's postings on Lever, complete in one request (the API returns all when no limit is set).
 * Documented at https://github.com/lever/postings-api (GET /v0/postings/{site}?mode=json).
 */
export const lever = defineListing({
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
  request: ({ baseUrl = 'https://api.lever.co', site }) => ({ url: `${baseUrl}/v0/postings/${site}?mode=json` }),
  entries: '',
  inParts: [],
  asPosting(job, { company, site }) {
    const workplace = job.text('workplaceType');
    const pay = job.at('salaryRange');
    return {
      ...emptyPosting(job.needed('text'), job.needed('hostedUrl')),
      sourceJobId: job.needed('id'),
      applyUrl: job.text('applyUrl'),
      company: companyNamed(company ?? site),
      places: placesOf(job),
      workplace: listOf(workplace === 'unspecified' ? null : workplace),
      jobType: job.texts('categories.commitment'),
      salary: payWith({
        min: pay.amount('min'),
        max: pay.amount('max'),
        currency: pay.text('currency'),
        per: pay.text('interval'),
      }),
      postedAt: job.moment('createdAt'),
      descriptionHtml: descriptionOf(job),
      descriptionText: job.text('descriptionPlain'),
      tags: job.texts('categories.department', 'categories.team'),
    };
  },
});

/** All locations; the posting's country belongs to the main one. */
function placesOf(job: Members): Posting['places'] {
  const [main, country] = [job.text('categories.location'), job.text('country')];
  const stated = job.texts('categories.allLocations');
  const all = stated.length > 0 ? stated : listOf(main);
  if (all.length === 0) return placeParts(null, null, country);
  return all.map((text) => placeWith({ text, country: text === main || all.length === 1 ? country : null }));
}

/** The parts of a posting, in Lever's order. */
function descriptionOf(job: Members): string | null {
  const lists = job
    .rows('lists')
    .map((list) => `<h3>${list.text('text') ?? ''}</h3><ul>${list.text('content') ?? ''}</ul>`);
  const parts = [...job.texts('description'), ...lists, ...job.texts('additional', 'salaryDescription')];
  return parts.join('\n') || null;
}
