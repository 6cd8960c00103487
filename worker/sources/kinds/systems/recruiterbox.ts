import { z } from 'zod';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import { companyNamed, emptyPosting, listOf, placeParts } from '../../posting.js';
import { commonSettings, defineKind, leadingTo, pageAt, SourceError } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('recruiterbox'),
  company: subdomainOf('hire.trakstar.com'),
  companyName,
});
type Settings = z.infer<typeof settings>;

const pageSize = 100;

const listing = defineListing({
  kind: 'recruiterbox',
  summary: 'Openings on Trakstar Hire (Recruiterbox), by its frontend openings API.',
  evidence: {
    requests: [
      'GET {company}.hire.trakstar.com/',
      'GET jsapi.recruiterbox.com/v1/openings?client_name={company}&limit=100&offset={offset}',
    ],
    access: 'documented',
    robots: 'Unknown for jsapi.recruiterbox.com; careers pages allow it.',
    basis: [
      'https://apiv1.recruiterbox.com/frontend_api.html',
      'https://github.com/kalil0321/ats-scrapers (src/ats_scrapers/scrapers/recruiterbox.py)',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/shared/recruiterbox.py)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, made for other sites.',
  cost: { perRequest: pageSize, details: false },
  addresses: [
    '{company}.hire.trakstar.com',
    '{company}.recruiterbox.com',
    'jsapi.recruiterbox.com/v1/openings?client_name={company}',
  ],
  settings,
  request: ({ baseUrl = 'https://jsapi.recruiterbox.com', company }, { read }) => ({
    url: `${baseUrl}/v1/openings?client_name=${company.toLowerCase()}&limit=${pageSize}&offset=${read}`,
  }),
  entries: 'objects',
  hasMore: (page, read) => read < page.count('meta.total'),
  asPosting(opening, { company, companyName: name }) {
    const id = opening.needed('id');
    const place = opening.at('location');
    return {
      ...emptyPosting(
        opening.needed('title'),
        opening.text('hosted_url') ?? `https://${company}.hire.trakstar.com/jobs/${id}/`,
      ),
      sourceJobId: id,
      company: companyNamed(name ?? company),
      places: placeParts(place.text('city'), place.text('state'), place.text('country')),
      workplace: listOf(opening.flag('allows_remote') ? 'remote' : null),
      jobType: listOf(opening.text('position_type')?.replaceAll('_', ' ')),
      validUntil: opening.text('close_date'),
      descriptionHtml: opening.text('description'),
      tags: opening.texts('team'),
    };
  },
});

/**
 * A company's openings on Trakstar Hire (Recruiterbox), in pages of 100. They state no date of posting. If a company
 * has left the system, only its page says so: the interface still lists openings whose pages are gone. Documented at
 * https://apiv1.recruiterbox.com/frontend_api.html.
 */
export const recruiterbox = defineKind<Settings>({
  ...listing,
  settings,
  requests: ({ baseUrl, company }) => [pageAt(`${baseUrl ?? `https://${company}.hire.trakstar.com`}/`)],
  parse(response, request, chosen) {
    if (request.memo !== undefined) return listing.parse(response, request, chosen);
    if (/no longer using trakstar hire/i.test(response.body))
      throw new SourceError('gone', 'The page of the company says that it no longer uses Trakstar Hire.');
    return leadingTo(...listing.requests(chosen, {}));
  },
});
