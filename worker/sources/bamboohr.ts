import { z } from 'zod';
import { tableOf } from '../../shared/table-of.js';
import { coerceFlag, coerceText, neededId, neededText, placeParts, told } from './coerce.js';
import { emptyPosting, type Posting } from './posting.js';
import { readJson } from './read-json.js';
import { type Ask, commonSettings, defineKind } from './source.js';
import { sourceChanged } from './source-errors.js';

const settings = commonSettings.extend({
  kind: z.literal('bamboohr'),
  company: z
    .string()
    .regex(/^[\w-]{1,80}$/, 'The subdomain, as in COMPANY.bamboohr.com.')
    .describe('Subdomain, as in COMPANY.bamboohr.com.'),
  companyName: z.string().min(1).max(120).optional().describe('Company name; the openings do not state it.'),
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

/** BambooHR's codes of where the work is done. */
const locationTypes: Readonly<Record<string, string>> = tableOf({ '0': 'on site', '1': 'remote', '2': 'hybrid' });

/**
 * A company's openings on BambooHR: a list, and a detail each for the description, the date and the pay.
 * Endpoints of its public careers page: GET /careers/list and /careers/{id}/detail; https://documentation.bamboohr.com.
 */
export const bamboohr = defineKind({
  kind: 'bamboohr',
  summary: 'A company’s openings on BambooHR, by the public endpoints of its careers page.',
  documentation: 'https://documentation.bamboohr.com',
  terms: 'The careers page and what it loads are public; robots.txt is obeyed.',
  settings,
  // A request for each opening: a minute would not do.
  defaults: { perMinute: 60, timeoutSeconds: 600 },
  narrows: () => [],
  pool: () => 'http',
  ask: (chosen) => [{ url: `${host(chosen)}/careers/list`, role: 'listing', accept: 'json' }],
  read(answer, ask, chosen) {
    if (ask.role === 'detail')
      return { postings: [readDetail(readJson(answer), ask.memo as Listed, chosen)], follow: [] };
    const list = z.object({ result: z.array(z.unknown()) }).safeParse(readJson(answer));
    if (!list.success) throw sourceChanged('an object with a list "result"', answer.body.slice(0, 80));
    const read = list.data.result.map((entry) => jobSchema.safeParse(entry));
    const flaws = read.flatMap(({ error }, at) =>
      error === undefined ? [] : [`Opening ${at + 1}: ${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`],
    );
    if (flaws[0] !== undefined && flaws.length === read.length)
      throw sourceChanged('openings with id and jobOpeningName', flaws[0]);
    const follow = read.flatMap(({ data: job }): Ask[] => (job === undefined ? [] : [detailAsk(job, chosen)]));
    return { postings: [], follow, flaws };
  },
});

const host = ({ baseUrl, company }: Settings): string => baseUrl ?? `https://${company}.bamboohr.com`;

/** The list says enough for a posting without a detail. */
function detailAsk(job: Listed, chosen: Settings): Ask {
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
    jobType: told(job.employmentStatusLabel),
    level: told(detail.minimumExperience),
    salary:
      detail.compensation === null
        ? null
        : { text: detail.compensation, min: null, max: null, currency: null, per: null },
    postedAt: detail.datePosted,
    descriptionHtml: detail.description,
    tags: told(job.departmentLabel),
  };
}

/** The place is told up to four times, now in these words, now in those: what one leaves out another may say. */
function placesOf(job: Listed, detail: Detail): Posting['places'] {
  const told = [detail.atsLocation, detail.location, job.atsLocation, job.location].filter((each) => each != null);
  const first = (...values: (string | null)[]) => values.find((value) => value !== null) ?? null;
  return placeParts(
    first(...told.map(({ city }) => city)),
    first(...told.map(({ state, province }) => state ?? province)),
    first(...told.map(({ country, addressCountry }) => country ?? addressCountry)),
  );
}

function workplaceOf(job: Listed, detail: Detail): string[] {
  const code = detail.locationType ?? job.locationType;
  const workplace = code === null ? null : (locationTypes[code] ?? null);
  return told(workplace, workplace === null && (detail.isRemote ?? job.isRemote) ? 'remote' : null);
}
