import { z } from 'zod';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import { companyNamed, emptyPosting, placeText } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('personio-json'),
  company: subdomainOf('jobs.personio.com'),
  domain: z.enum(['jobs.personio.de', 'jobs.personio.com']).default('jobs.personio.de').describe('End of the host.'),
  language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .default('en')
    .describe('Language of the texts.'),
  companyName,
});

/**
 * A company's openings on Personio, complete in one request, by the list that its careers page searches: for companies
 * without the XML feed that the kind `personio` reads, which states more.
 */
export const personioJson = defineListing({
  kind: 'personio-json',
  summary: 'Openings on Personio, by the careers page, for companies without the XML feed.',
  evidence: {
    requests: ['GET {company}.{domain}/search.json?language={language}'],
    access: 'undocumented',
    robots: null,
    basis: [
      'https://github.com/kalil0321/ats-scrapers (src/ats_scrapers/scrapers/personio.py)',
      'https://developer.personio.de/docs/retrieving-open-job-positions',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: 'all', details: false },
  settings,
  request: ({ baseUrl, company, domain, language }) => ({
    url: `${baseUrl ?? `https://${company}.${domain}`}/search.json?language=${language}`,
  }),
  entries: '',
  inParts: [],
  asPosting(position, { company, domain, companyName: name }) {
    const [id, offices] = [position.needed('id'), position.texts('offices')];
    return {
      ...emptyPosting(position.needed('name'), `https://${company}.${domain}/job/${id}`),
      sourceJobId: id,
      company: companyNamed(name ?? position.text('subcompany') ?? company),
      places: placeText(...(offices.length > 0 ? offices : [position.text('office')])),
      jobType: position.texts('schedule', 'employment_type'),
      level: position.texts('seniority'),
      postedAt: position.text('created_at', 'createdAt'),
      descriptionHtml: position.text('description'),
      tags: position.texts('department'),
    };
  },
});
