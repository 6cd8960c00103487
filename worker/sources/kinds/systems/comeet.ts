import { z } from 'zod';
import { coerceFlag, coerceText, listOf, neededId, neededText } from '../../parse/coerce.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('comeet'),
  company: z
    .string()
    .regex(/^[\w.]{3,20}$/, 'The company’s uid, such as 30.005.')
    .describe('Uid of the company, such as 30.005, as the careers page states it.'),
  token: z
    .string()
    .regex(/^[\w-]{8,100}$/, 'The token of the company’s careers page.')
    .describe('Token for reading, which the company’s careers page contains.'),
});

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
  details: z.array(z.object({ name: coerceText, value: coerceText, order: z.number().nullish() })).nullish(),
});

/**
 * A company's positions on Comeet (Spark Hire Recruit), complete in one request. They state when they changed, not when they
 * were posted. Documented at https://developers.comeet.com/reference/careers-api-overview.
 */
export const comeet = defineListing({
  kind: 'comeet',
  summary: 'A company’s positions on Comeet (Spark Hire Recruit), by its Careers API.',
  documentation: 'https://developers.comeet.com/reference/careers-api-overview',
  terms:
    'The Careers API is made for showing a company’s positions on web pages, with a token that these pages contain.',
  cost: { perRequest: 'all', details: false },
  addresses: ['www.comeet.co/careers-api/2.0/company/{company}/positions?token={token}'],
  settings,
  request: ({ baseUrl = 'https://www.comeet.co', company, token }) => ({
    url: `${baseUrl}/careers-api/2.0/company/${company}/positions?token=${token}&details=true`,
  }),
  page: z.array(z.unknown()),
  shape: 'a list of positions',
  list: { member: null },
  entriesOf: (page) => page,
  entry: positionSchema,
  asPosting(position, { company }) {
    const sections = [...(position.details ?? [])].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
    const { location } = position;
    const address = position.url_active_page ?? position.url_comeet_hosted_page ?? '';
    return {
      ...emptyPosting(position.name, address),
      sourceJobId: position.uid,
      requisitionId: position.internal_use_custom_id,
      company: { name: position.company_name ?? company, url: null, logoUrl: null },
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
        sections
          .filter(({ value }) => value !== null)
          .map(({ name, value }) => `<h3>${name ?? ''}</h3>${value}`)
          .join('\n') || null,
      tags: listOf(position.department),
    };
  },
});
