import { z } from 'zod';
import { coerceFlag, coerceText, listOf, neededId, neededText } from '../../parse/coerce.js';
import { embeddedJson } from '../../parse/embedded-json.js';
import { defineListing } from '../../parse/listing-kind.js';
import { readEntries } from '../../parse/read-entries.js';
import { asShape } from '../../parse/read-shape.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest } from '../../source.js';

const settings = commonSettings
  .extend({
    kind: z.literal('comeet'),
    company: z
      .string()
      .regex(/^[\w.]{3,20}$/, 'The company’s uid, such as 30.005.')
      .describe('Uid of the company, such as 30.005, as the careers page states it.'),
    token: z
      .string()
      .regex(/^[\w-]{8,100}$/, 'The token of the company’s careers page.')
      .optional()
      .meta({ secret: true, description: 'Token for reading, which the company’s careers page contains.' }),
    page: z
      .string()
      .regex(/^[\w.-]{1,100}$/, 'The name in …/jobs/NAME/UID.')
      .optional()
      .describe('Name of the company’s page on Comeet, as in www.comeet.com/jobs/NAME/UID: read without a token.'),
  })
  .refine(({ token, page }) => token !== undefined || page !== undefined, 'Give token, or page.');
type Settings = z.infer<typeof settings>;

const sections = z.array(z.object({ name: coerceText, value: coerceText, order: z.number().nullish() })).nullish();
const positionSchema = z.object({
  uid: neededId,
  name: neededText,
  department: coerceText,
  company_name: coerceText,
  employment_type: coerceText,
  experience_level: coerceText,
  workplace_type: coerceText,
  internal_use_custom_id: coerceText,
  url_active_page: coerceText,
  url_comeet_hosted_page: coerceText,
  location: z
    .object({ name: coerceText, city: coerceText, state: coerceText, country: coerceText, is_remote: coerceFlag })
    .nullish(),
  details: sections,
  // As the page embeds it.
  custom_fields: z.object({ details: sections }).nullish(),
});
type Position = z.infer<typeof positionSchema>;

const positionList = z.array(z.unknown());

/** The Careers API: a company's positions, complete in one request. */
const listing = defineListing({
  kind: 'comeet',
  summary: 'Positions on Comeet (Spark Hire Recruit), by the Careers API, or without a token by page.',
  evidence: {
    requests: [
      'GET www.comeet.co/careers-api/2.0/company/{company}/positions?token={token}&details=true',
      'GET www.comeet.com/jobs/{page}/{company}',
    ],
    access: 'documented',
    robots: null,
    basis: [
      'https://developers.comeet.com/reference/careers-api-overview',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/comeet.py)',
      'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/comeet.py)',
      'https://github.com/santifer/career-ops (providers/comeet.mjs)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'The API is made for web pages, which contain its token; the company’s page is public.',
  cost: { perRequest: 'all', details: false },
  addresses: [
    'www.comeet.co/careers-api/2.0/company/{company}/positions?token={token}',
    'comeet.com/jobs/{page}/{company}',
    'comeet.co/jobs/{page}/{company}',
  ],
  settings,
  request: ({ baseUrl = 'https://www.comeet.co', company, token = '' }) => ({
    url: `${baseUrl}/careers-api/2.0/company/${company}/positions?token=${token}&details=true`,
  }),
  page: positionList,
  shape: 'a list of positions',
  list: { member: null },
  entriesOf: (page) => page,
  entry: positionSchema,
  asPosting,
});

/**
 * A company's positions on Comeet. They state when they changed, not when they were posted. Documented at
 * https://developers.comeet.com/reference/careers-api-overview; the company's page embeds the same positions.
 */
export const comeet = defineKind<Settings>({
  ...listing,
  settings,
  requests: (chosen, narrow) => (chosen.token === undefined ? [pageRequest(chosen)] : listing.requests(chosen, narrow)),
  parse(response, request, chosen) {
    if (request.accept !== 'page') return listing.parse(response, request, chosen);
    const positions = asShape(
      embeddedJson(response.body, 'COMPANY_POSITIONS_DATA'),
      positionList,
      'a list of positions',
    );
    return { ...readEntries(positions, positionSchema, (each) => asPosting(each, chosen)), follow: [] };
  },
});

const pageRequest = ({ baseUrl = 'https://www.comeet.com', page, company }: Settings): PageRequest => ({
  ...{ url: `${baseUrl}/jobs/${page}/${company}`, role: 'listing', accept: 'page', render: 'never' },
});

function asPosting(position: Position, { company, page }: Settings): Posting {
  const details = position.details ?? position.custom_fields?.details ?? [];
  const ordered = [...details].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  const { location } = position;
  const address = position.url_active_page ?? position.url_comeet_hosted_page ?? '';
  return {
    ...emptyPosting(position.name, address),
    sourceJobId: position.uid,
    requisitionId: position.internal_use_custom_id,
    company: { name: position.company_name ?? page ?? company, url: null, logoUrl: null },
    places: location
      ? [
          {
            text: location.city === null ? location.name : null,
            city: location.city,
            region: location.state,
            country: location.country,
          },
        ]
      : [],
    workplace: listOf(position.workplace_type, location?.is_remote ? 'remote' : null),
    jobType: listOf(position.employment_type),
    level: listOf(position.experience_level),
    descriptionHtml:
      ordered
        .filter(({ value }) => value !== null)
        .map(({ name, value }) => `<h3>${name ?? ''}</h3>${value}`)
        .join('\n') || null,
    tags: listOf(position.department),
  };
}
