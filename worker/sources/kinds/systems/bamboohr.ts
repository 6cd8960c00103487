import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { coerceFlag, coerceText, listOf, neededId, neededText, placeParts } from '../../parse/coerce.js';
import { readListed, readShape } from '../../parse/read-shape.js';
import { readStatedAnswer } from '../../parse/read-stated.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('bamboohr'),
  company: subdomainOf('bamboohr.com'),
  companyName,
});
type Settings = z.infer<typeof settings>;

const location = z
  .object({
    city: coerceText,
    state: coerceText,
    province: coerceText,
    country: coerceText,
    addressCountry: coerceText,
  })
  .nullish();
const where = { location, atsLocation: location, isRemote: coerceFlag, locationType: coerceText };
const jobSchema = z.object({
  id: neededId,
  jobOpeningName: neededText,
  departmentLabel: coerceText,
  employmentStatusLabel: coerceText,
  ...where,
});
type Listed = z.infer<typeof jobSchema>;
const listSchema = z.object({ result: z.array(z.unknown()) });
const openingSchema = z.object({
  description: coerceText,
  datePosted: coerceText,
  compensation: coerceText,
  minimumExperience: coerceText,
  jobOpeningShareUrl: coerceText,
  ...where,
});
type Detail = z.infer<typeof openingSchema>;
const detailSchema = z.object({ result: z.object({ jobOpening: openingSchema }) });

/** BambooHR's codes for the workplace. */
const locationTypes: Readonly<Record<string, string>> = tableOf({ '0': 'on site', '1': 'remote', '2': 'hybrid' });

/**
 * A company's openings on BambooHR: a list, and one detail request per opening for its description, date and pay.
 * Endpoints of its public careers page: GET /careers/list and /careers/{id}/detail; https://documentation.bamboohr.com.
 */
export const bamboohr = defineKind({
  kind: 'bamboohr',
  summary: 'Openings on BambooHR, by the careers page’s endpoints.',
  evidence: {
    requests: ['GET {company}.bamboohr.com/careers/list', 'GET {company}.bamboohr.com/careers/{id}/detail'],
    access: 'undocumented',
    robots: null,
    basis: [
      'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/bamboohr.py, measured on 1,508 details)',
      'https://github.com/santifer/career-ops (providers/bamboohr.mjs)',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/bamboohr.py)',
    ],
    compared: '2026-11-28',
    recording: 'in part',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: 'all', details: true },
  addresses: [
    { address: '{company}.bamboohr.com', except: ['documentation', 'marketplace', 'partners', 'images7', 'static'] },
  ],
  settings,
  // One request per opening takes longer than a minute.
  defaults: { perMinute: 60, timeoutSeconds: 600 },
  requests: (chosen) => [{ url: `${host(chosen)}/careers/list`, role: 'listing', accept: 'json' }],
  parse(response, request, chosen) {
    if (request.role === 'detail') {
      const { result } = readStatedAnswer(response, detailSchema, 'a detail with result.jobOpening');
      return { postings: [asPosting(result.jobOpening, request.memo as Listed, chosen)], follow: [] };
    }
    const { result } = readShape(response, listSchema, 'an object with a list "result"');
    return { postings: [], ...readListed(result, jobSchema, (job) => detailRequest(job, chosen)) };
  },
});

const host = ({ baseUrl, company }: Settings): string => baseUrl ?? `https://${company}.bamboohr.com`;

/** The list alone contains enough for a posting when the detail cannot be read. */
function detailRequest(job: Listed, chosen: Settings): PageRequest {
  const listed = asPosting(openingSchema.parse({}), job, chosen);
  return { url: `${host(chosen)}/careers/${job.id}/detail`, role: 'detail', accept: 'json', memo: job, listed };
}

function asPosting(detail: Detail, job: Listed, chosen: Settings): Posting {
  return {
    ...emptyPosting(job.jobOpeningName, detail.jobOpeningShareUrl ?? `${host(chosen)}/careers/${job.id}`),
    sourceJobId: job.id,
    company: { name: chosen.companyName ?? chosen.company, url: null, logoUrl: null },
    places: placesOf(job, detail),
    workplace: workplaceOf(job, detail),
    jobType: listOf(job.employmentStatusLabel),
    level: listOf(detail.minimumExperience),
    salary:
      detail.compensation === null
        ? null
        : { text: detail.compensation, min: null, max: null, currency: null, per: null },
    postedAt: detail.datePosted,
    descriptionHtml: detail.description,
    tags: listOf(job.departmentLabel),
  };
}

/** The place is stated in up to four fields; each may contain parts that the others omit. */
function placesOf(job: Listed, detail: Detail): Posting['places'] {
  const stated = [detail.atsLocation, detail.location, job.atsLocation, job.location].filter((each) => each != null);
  const first = (...values: (string | null)[]) => values.find((value) => value !== null) ?? null;
  return placeParts(
    first(...stated.map(({ city }) => city)),
    first(...stated.map(({ state, province }) => state ?? province)),
    first(...stated.map(({ country, addressCountry }) => country ?? addressCountry)),
  );
}

function workplaceOf(job: Listed, detail: Detail): string[] {
  const code = detail.locationType ?? job.locationType;
  const workplace = code === null ? null : (locationTypes[code] ?? null);
  return listOf(workplace, workplace === null && (detail.isRemote ?? job.isRemote) ? 'remote' : null);
}
