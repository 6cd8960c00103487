import { z } from 'zod';
import { emptyPosting, type Posting } from '../posting.js';
import { sourceChanged } from '../source-errors.js';
import { looseFlag, looseText, placeParts, told } from './loose.js';
import { readJson } from './read-json.js';
import { type Ask, commonSettings, defineKind } from './source.js';

const settings = commonSettings.extend({
  kind: z.literal('bamboohr'),
  company: z
    .string()
    .regex(/^[\w-]{1,80}$/, 'The subdomain, as in COMPANY.bamboohr.com.')
    .describe('Subdomain, as in COMPANY.bamboohr.com.'),
});

const location = z
  .object({ city: looseText, state: looseText, province: looseText, country: looseText, addressCountry: looseText })
  .nullish();
const jobSchema = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  jobOpeningName: z.string(),
  departmentLabel: looseText,
  employmentStatusLabel: looseText,
  location,
  atsLocation: location,
  isRemote: looseFlag,
  locationType: looseText,
});
type Listed = z.infer<typeof jobSchema>;
const detailSchema = z.object({
  result: z.object({
    jobOpening: z.object({
      description: looseText,
      datePosted: looseText,
      compensation: looseText,
      minimumExperience: looseText,
      jobOpeningShareUrl: looseText,
    }),
  }),
});

/** BambooHR's codes of where the work is done. */
const locationTypes: Readonly<Record<string, string>> = { '0': 'on site', '1': 'remote', '2': 'hybrid' };

/**
 * A company's openings on BambooHR: a list, and a detail each for the description.
 * Endpoints of its public careers page: GET /careers/list and /careers/{id}/detail; https://documentation.bamboohr.com.
 */
export const bamboohr = defineKind({
  kind: 'bamboohr',
  summary: 'A company’s openings on BambooHR, by the public endpoints of its careers page.',
  documentation: 'https://documentation.bamboohr.com',
  terms: 'The careers page and what it loads are public; robots.txt is obeyed.',
  settings,
  narrows: () => [],
  wing: () => 'http',
  ask: (chosen) => [{ url: `${host(chosen)}/careers/list`, role: 'listing', accept: 'json' }],
  read(answer, ask, chosen) {
    if (ask.role === 'detail')
      return { postings: [readDetail(readJson(answer), ask.memo as Listed, chosen)], follow: [] };
    const list = z.object({ result: z.array(z.unknown()) }).safeParse(readJson(answer));
    if (!list.success) throw sourceChanged('an object with a list "result"', answer.body.slice(0, 80));
    const read = list.data.result.map((entry) => jobSchema.safeParse(entry));
    const jobs = read.flatMap(({ success, data }) => (success ? [data] : []));
    if (jobs.length === 0 && read.length > 0)
      throw sourceChanged('openings with id and jobOpeningName', JSON.stringify(list.data.result[0]).slice(0, 80));
    const follow = jobs.map(
      (job): Ask => ({ url: `${host(chosen)}/careers/${job.id}/detail`, role: 'detail', accept: 'json', memo: job }),
    );
    return {
      postings: [],
      follow,
      flaws: read.length > jobs.length ? [`${read.length - jobs.length} openings have no id or name.`] : [],
    };
  },
});

const host = ({ baseUrl, company }: z.infer<typeof settings>): string => baseUrl ?? `https://${company}.bamboohr.com`;

function readDetail(data: unknown, job: Listed, chosen: z.infer<typeof settings>): Posting {
  const detail = detailSchema.safeParse(data);
  if (!detail.success) throw sourceChanged('a detail with result.jobOpening', JSON.stringify(data).slice(0, 80));
  const { description, datePosted, compensation, minimumExperience, jobOpeningShareUrl } =
    detail.data.result.jobOpening;
  const [place] = [job.atsLocation, job.location].filter(
    (each) => each && (each.city ?? each.state ?? each.country) !== null,
  );
  const workplace = job.locationType === null ? null : (locationTypes[job.locationType] ?? null);
  return {
    ...emptyPosting(job.jobOpeningName, jobOpeningShareUrl ?? `${host(chosen)}/careers/${job.id}`),
    sourceJobId: job.id,
    company: { name: chosen.company, url: null, logoUrl: null },
    places: place ? placeParts(place.city, place.state ?? place.province, place.country ?? place.addressCountry) : [],
    workplace: told(workplace, workplace === null && job.isRemote ? 'remote' : null),
    jobType: told(job.employmentStatusLabel),
    level: told(minimumExperience),
    salary: compensation === null ? null : { text: compensation, min: null, max: null, currency: null, per: null },
    postedAt: datePosted,
    descriptionHtml: description,
    tags: told(job.departmentLabel),
  };
}
