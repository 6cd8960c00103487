import { z } from 'zod';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { coerceFlag, coerceText, listOf, neededId, neededText, placeParts } from '../../parse/coerce.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings, defineKind, SourceError } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('recruiterbox'),
  company: subdomainOf('hire.trakstar.com'),
  companyName,
});
type Settings = z.infer<typeof settings>;

const pageSize = 100;

const pageSchema = z.object({ meta: z.object({ total: z.number() }), objects: z.array(z.unknown()) });
const openingSchema = z.object({
  id: neededId,
  title: neededText,
  description: coerceText,
  hosted_url: coerceText,
  position_type: coerceText,
  team: coerceText,
  close_date: coerceText,
  allows_remote: coerceFlag,
  location: z.object({ city: coerceText, state: coerceText, country: coerceText }).nullish(),
});

const listing = defineListing<Settings, z.infer<typeof pageSchema>, z.infer<typeof openingSchema>>({
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
  page: pageSchema,
  shape: 'a page with meta.total and objects',
  entriesOf: ({ objects }) => objects,
  hasMore: ({ meta }, read) => read < meta.total,
  entry: openingSchema,
  asPosting: (opening, { company, companyName: name }) => ({
    ...emptyPosting(opening.title, opening.hosted_url ?? `https://${company}.hire.trakstar.com/jobs/${opening.id}/`),
    sourceJobId: opening.id,
    company: { name: name ?? company, url: null, logoUrl: null },
    places: placeParts(
      opening.location?.city ?? null,
      opening.location?.state ?? null,
      opening.location?.country ?? null,
    ),
    workplace: listOf(opening.allows_remote ? 'remote' : null),
    jobType: listOf(opening.position_type?.replaceAll('_', ' ')),
    validUntil: opening.close_date,
    descriptionHtml: opening.description,
    tags: listOf(opening.team),
  }),
});

/**
 * A company's openings on Trakstar Hire (Recruiterbox), in pages of 100. They state no date of posting. Of a company that has left
 * the system, only its page says so: the interface goes on listing openings whose pages are gone.
 * Documented at https://apiv1.recruiterbox.com/frontend_api.html.
 */
export const recruiterbox = defineKind<Settings>({
  ...listing,
  settings,
  requests: ({ baseUrl, company }) => [
    { url: `${baseUrl ?? `https://${company}.hire.trakstar.com`}/`, role: 'listing', accept: 'page', render: 'never' },
  ],
  parse(response, request, chosen) {
    if (request.memo !== undefined) return listing.parse(response, request, chosen);
    if (/no longer using trakstar hire/i.test(response.body))
      throw new SourceError('gone', 'The page of the company says that it no longer uses Trakstar Hire.');
    return { postings: [], follow: listing.requests(chosen, {}), isIndex: true };
  },
});
