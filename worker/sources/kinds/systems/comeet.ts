import { z } from 'zod';
import { embeddedJson } from '../../parse/embedded-json.js';
import { defineListing } from '../../parse/listing-kind.js';
import { Members } from '../../parse/members.js';
import { readEntries } from '../../parse/read-entries.js';
import { companyNamed, emptyPosting, listOf, type Posting, placeIn } from '../../posting.js';
import { commonSettings, defineKind, pageAt } from '../../source.js';

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
  entries: '',
  inParts: [],
  asPosting,
});

/**
 * A company's positions on Comeet. They state when they changed, not when they were posted. Documented at
 * https://developers.comeet.com/reference/careers-api-overview; the company's page embeds the same positions.
 */
export const comeet = defineKind<Settings>({
  ...listing,
  settings,
  requests: (chosen, narrow) =>
    chosen.token === undefined
      ? [pageAt(`${chosen.baseUrl ?? 'https://www.comeet.com'}/jobs/${chosen.page}/${chosen.company}`)]
      : listing.requests(chosen, narrow),
  parse(response, request, chosen) {
    if (request.accept !== 'page') return listing.parse(response, request, chosen);
    const positions = new Members(embeddedJson(response.body, 'COMPANY_POSITIONS_DATA')).list();
    return readEntries(positions, (each) => asPosting(each, chosen));
  },
});

function asPosting(position: Members, { company, page }: Settings): Posting {
  // The page has the details in another place.
  const details = ['details', 'custom_fields.details']
    .map((path) => position.rows(path))
    .find(({ length }) => length > 0);
  const sections = (details ?? [])
    .toSorted((a, b) => (a.number('order') ?? 0) - (b.number('order') ?? 0))
    .filter((each) => each.text('value') !== null)
    .map((each) => `<h3>${each.text('name') ?? ''}</h3>${each.text('value')}`);
  return {
    ...emptyPosting(position.needed('name'), position.text('url_active_page', 'url_comeet_hosted_page') ?? ''),
    sourceJobId: position.needed('uid'),
    requisitionId: position.text('internal_use_custom_id'),
    company: companyNamed(position.text('company_name') ?? page ?? company),
    places: position.rows('location').map((location) =>
      placeIn(location.text('name'), {
        city: location.text('city'),
        region: location.text('state'),
        country: location.text('country'),
      }),
    ),
    workplace: listOf(position.text('workplace_type'), position.flag('location.is_remote') ? 'remote' : null),
    jobType: position.texts('employment_type'),
    level: position.texts('experience_level'),
    descriptionHtml: sections.join('\n') || null,
    tags: position.texts('department'),
  };
}
