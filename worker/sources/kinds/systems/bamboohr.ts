import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { coerceFlag, coerceText, listOf, neededId, neededText, placeParts } from '../../parse/coerce.js';
import { readJson } from '../../parse/read-json.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest } from '../../source.js';
import { sourceChanged } from '../../source-errors.js';

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
const detailSchema = z.object({
  result: z.object({
    jobOpening: z.object({
      description: coerceText,
      datePosted: coerceText,
      compensation: coerceText,
      minimumExperience: coerceText,
      jobOpeningShareUrl: coerceText,
      ...where,
    }),
  }),
});
type Detail = z.infer<typeof detailSchema>['result']['jobOpening'];

/** BambooHR's codes for the workplace. */
const locationTypes: Readonly<Record<string, string>> = tableOf({ '0': 'on site', '1': 'remote', '2': 'hybrid' });

/**
 * A company's openings on BambooHR: a list, and one detail request per opening for its description, date and pay.
 * Endpoints of its public careers page: GET /careers/list and /careers/{id}/detail; https://documentation.bamboohr.com.
 */
export const bamboohr = defineKind({
  kind: 'bamboohr',
  summary: 'A company’s openings on BambooHR, by the public endpoints of its careers page.',
  evidence: {
    requests: [],
    access: 'undocumented',
    robots: '',
    basis: ['https://documentation.bamboohr.com'],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'The careers page and what it loads are public; robots.txt is obeyed.',
  cost: { perRequest: 'all', details: true },
  addresses: [
    { address: '{company}.bamboohr.com', except: ['documentation', 'marketplace', 'partners', 'images7', 'static'] },
  ],
  settings,
  // One request per opening takes longer than a minute.
  defaults: { perMinute: 60, timeoutSeconds: 600 },
  requests: (chosen) => [{ url: `${host(chosen)}/careers/list`, role: 'listing', accept: 'json' }],
  parse(response, request, chosen) {
    if (request.role === 'detail')
      return { postings: [readDetail(readJson(response), request.memo as Listed, chosen)], follow: [] };
    const list = z.object({ result: z.array(z.unknown()) }).safeParse(readJson(response));
    if (!list.success) throw sourceChanged('an object with a list "result"', response.body.slice(0, 80));
    const read = list.data.result.map((entry) => jobSchema.safeParse(entry));
    const flaws = read.flatMap(({ error }, at) =>
      error === undefined ? [] : [`Opening ${at + 1}: ${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`],
    );
    if (flaws[0] !== undefined && flaws.length === read.length)
      throw sourceChanged('openings with id and jobOpeningName', flaws[0]);
    const follow = read.flatMap(({ data: job }): PageRequest[] =>
      job === undefined ? [] : [detailRequest(job, chosen)],
    );
    return { postings: [], follow, flaws };
  },
});

const host = ({ baseUrl, company }: Settings): string => baseUrl ?? `https://${company}.bamboohr.com`;

/** The list alone contains enough for a posting when the detail cannot be read. */
function detailRequest(job: Listed, chosen: Settings): PageRequest {
  const listed = readDetail({ result: { jobOpening: {} } }, job, chosen);
  return { url: `${host(chosen)}/careers/${job.id}/detail`, role: 'detail', accept: 'json', memo: job, listed };
}

function readDetail(data: unknown, job: Listed, chosen: Settings): Posting {
  const read = detailSchema.safeParse(data);
  if (!read.success) throw sourceChanged('a detail with result.jobOpening', JSON.stringify(data).slice(0, 80));
  const detail = read.data.result.jobOpening;
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
