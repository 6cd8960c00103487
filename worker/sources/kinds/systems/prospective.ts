import { z } from 'zod';
import { companyName } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import { companyNamed, emptyPosting, placeText } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('prospective'),
  medium: z
    .string()
    .regex(/^\d{1,12}$/, 'The number in …/careercenter/NUMBER/.')
    .describe('Number of the career center, as in ohws.prospective.ch/public/v1/careercenter/NUMBER/.'),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, 'Such as de, fr or en.')
    .default('de')
    .describe('Language of the postings.'),
  companyName,
});

const pageSize = 100;

/** A company's complete postings on Prospective (CareerCenter, Switzerland), in pages of 100. */
export const prospective = defineListing({
  kind: 'prospective',
  summary: 'Career centers on Prospective (Switzerland), by their endpoint.',
  evidence: {
    requests: ['GET ohws.prospective.ch/public/v1/medium/{medium}/jobs?lang={language}&offset={offset}&limit=100'],
    access: 'undocumented',
    robots: null,
    basis: [
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/api_sniffer.py)',
      'https://github.com/valerielinc-ops/frontaliere-si-o-no (scripts/lib/usz-job-parser.mjs)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: pageSize, details: false },
  addresses: [
    'ohws.prospective.ch/public/v1/careercenter/{medium}',
    'ohws.prospective.ch/public/v2/careercenter/{medium}',
    'ohws.prospective.ch/public/v1/medium/{medium}',
    'ohws.prospective.ch/public/v1/medium/{medium}/jobs?lang={language}',
  ],
  settings,
  request: ({ baseUrl = 'https://ohws.prospective.ch', medium, language }, { read }) => ({
    url: `${baseUrl}/public/v1/medium/${medium}/jobs?lang=${language}&offset=${read}&limit=${pageSize}`,
  }),
  entries: 'jobs',
  hasMore: (page, read) => read < page.count('total'),
  asPosting(job, { companyName: name }) {
    // Fields that each customer chooses.
    const stated = job.at('szas');
    const sections = stated.texts('sza_introduction', 'sza_tasks', 'sza_requirements', 'sza_benefits');
    const place = stated.text(['sza_location.city'], 'sza_workplace');
    return {
      ...emptyPosting(job.needed('title'), job.needed('links.directlink')),
      sourceJobId: job.needed('id'),
      applyUrl: stated.text('sza_apply_link'),
      company: companyNamed(name ?? null),
      places: placeText(...(place === null ? job.texts('attributes.arbeitsort') : [place])),
      jobType: stated.texts('sza_employment_type'),
      postedAt: job.text('start_date'),
      validUntil: job.text('end_date'),
      descriptionHtml: sections.join('\n') || null,
      tags: stated.texts('sza_department', 'sza_field_of_activity'),
    };
  },
});
