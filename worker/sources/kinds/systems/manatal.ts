import { z } from 'zod';
import { boardNameIn, companyName } from '../../parse/board-settings.js';
import { coerceFlag, coerceText, listOf, neededText } from '../../parse/coerce.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('manatal'),
  board: boardNameIn('www.careers-page.com/BOARD'),
  companyName,
});

const pageSize = 100;

const jobSchema = z.object({
  hash: neededText,
  position_name: neededText,
  description: coerceText,
  contract_details: coerceText,
  organization_name: coerceText,
  location_display: coerceText,
  city: coerceText,
  state: coerceText,
  country: coerceText,
  is_remote: coerceFlag,
});

/**
 * A career page on Manatal, in pages of 100. Its postings state no date.
 * Documented at https://developers.manatal.com (Open API, career page: GET /open/v3/career-page/{slug}/jobs/).
 */
export const manatal = defineListing({
  kind: 'manatal',
  summary: 'A career page on Manatal, by its open API.',
  evidence: {
    requests: [],
    access: 'undocumented',
    robots: '',
    basis: ['https://developers.manatal.com'],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'The career page part of the open API needs no key and is made for showing openings on other pages.',
  cost: { perRequest: pageSize, details: false },
  addresses: [
    'www.careers-page.com/{board}',
    { address: '{board}.careers-page.com', except: ['cdn'] },
    'api.manatal.com/open/v3/career-page/{board}',
  ],
  settings,
  request: ({ baseUrl = 'https://api.manatal.com', board }, { page }) => ({
    url: `${baseUrl}/open/v3/career-page/${board}/jobs/?page_size=${pageSize}&page=${page + 1}`,
  }),
  page: z.object({ next: coerceText, results: z.array(z.unknown()) }),
  shape: 'a page with results',
  entriesOf: ({ results }) => results,
  hasMore: ({ next }) => next !== null,
  entry: jobSchema,
  asPosting: (job, { board, companyName: name }) => ({
    ...emptyPosting(job.position_name, `https://www.careers-page.com/${board}/job/${job.hash}`),
    sourceJobId: job.hash,
    company: { name: name ?? board, url: null, logoUrl: null },
    places: [
      {
        text: job.city === null ? job.location_display : null,
        city: job.city,
        region: job.state,
        country: job.country,
      },
    ],
    workplace: listOf(job.is_remote ? 'remote' : null),
    jobType: listOf(job.contract_details?.replaceAll('_', ' ')),
    descriptionHtml: job.description,
    tags: listOf(job.organization_name),
  }),
});
