import { z } from 'zod';
import { boardNameIn, companyName } from '../../parse/board-settings.js';
import { coerceAmount, coerceFlag, coerceText, neededText, placeParts, placeText } from '../../parse/coerce.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('manatal'),
  board: boardNameIn('www.careers-page.com/BOARD'),
  companyName,
});

/** The interface returns at most this many postings per page. */
const pageSize = 20;

const jobSchema = z.object({
  hash: neededText,
  position_name: neededText,
  description: coerceText,
  location_display: coerceText,
  city: coerceText,
  state: coerceText,
  country: coerceText,
  is_salary_visible: coerceFlag,
  salary_min: coerceAmount,
  salary_max: coerceAmount,
  currency_code: coerceText,
});
type Job = z.infer<typeof jobSchema>;

/** A career page on Manatal, in pages of 20, by the interface that the page itself loads. Its postings state no date. */
export const manatal = defineListing({
  kind: 'manatal',
  summary: 'Career pages on Manatal, by their interface.',
  evidence: {
    requests: ['GET www.careers-page.com/api/v1.0/c/{board}/jobs/?page_size=20&page={page}'],
    access: 'undocumented',
    robots: null,
    basis: [
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/manatal.py)',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-ats-manatal, with recorded answers)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: pageSize, details: false },
  addresses: [
    'www.careers-page.com/{board}',
    { address: '{board}.careers-page.com', except: ['cdn'] },
    'www.careers-page.com/api/v1.0/c/{board}',
    'api.manatal.com/open/v3/career-page/{board}',
  ],
  settings,
  request: ({ baseUrl = 'https://www.careers-page.com', board }, { page }) => ({
    url: `${baseUrl}/api/v1.0/c/${board}/jobs/?page_size=${pageSize}&page=${page + 1}`,
  }),
  page: z.object({ count: z.number(), results: z.array(z.unknown()) }),
  shape: 'a page with count and results',
  entriesOf: ({ results }) => results,
  hasMore: ({ count }, read) => read < count,
  entry: jobSchema,
  asPosting: (job, { board, companyName: name }) => ({
    ...emptyPosting(job.position_name, `https://www.careers-page.com/${board}/job/${job.hash}`),
    sourceJobId: job.hash,
    company: { name: name ?? board, url: null, logoUrl: null },
    places: placesOf(job),
    salary: payOf(job),
    descriptionHtml: job.description,
  }),
});

function placesOf({ city, state, country, location_display: line }: Job): Posting['places'] {
  const parts = placeParts(city, state, country);
  return city === null && line !== null ? placeText(line) : parts;
}

/** Amounts that the page does not show are not told. */
function payOf({ is_salary_visible: isShown, salary_min: min, salary_max: max, currency_code: currency }: Job) {
  return isShown !== true || (min === null && max === null) ? null : { text: null, min, max, currency, per: null };
}
