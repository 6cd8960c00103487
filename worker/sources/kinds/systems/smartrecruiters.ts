import { z } from 'zod';
import { boardSetting } from '../../parse/board-settings.js';
import { coerceFlag, coerceText, listOf, neededId, neededText, placeParts, placeText } from '../../parse/coerce.js';
import { readJson } from '../../parse/read-json.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest } from '../../source.js';
import { sourceChanged } from '../../source-errors.js';

const settings = commonSettings.extend({
  kind: z.literal('smartrecruiters'),
  company: boardSetting(/^[\w.-]{1,80}$/, 'company identifier, as in careers.smartrecruiters.com/COMPANY'),
});

/** The API returns at most this many postings per page. */
const pageSize = 100;

const labelled = z
  .object({ label: coerceText })
  .nullish()
  .transform((value) => value?.label ?? null);
const jobSchema = z.object({
  id: neededId,
  name: neededText,
  refNumber: coerceText,
  releasedDate: coerceText,
  company: z.object({ name: coerceText }).nullish(),
  location: z
    .object({
      city: coerceText,
      region: coerceText,
      country: coerceText,
      fullLocation: coerceText,
      remote: coerceFlag,
      hybrid: coerceFlag,
    })
    .nullish(),
  typeOfEmployment: labelled,
  experienceLevel: labelled,
  department: labelled,
  function: labelled,
  industry: labelled,
  jobAd: z
    .object({ sections: z.record(z.string(), z.object({ title: coerceText, text: coerceText })).nullish() })
    .nullish(),
  postingUrl: coerceText,
  applyUrl: coerceText,
});
type Job = z.infer<typeof jobSchema>;

const listSchema = z.object({ offset: z.number(), totalFound: z.number(), content: z.array(z.unknown()) });

/**
 * A company's postings on SmartRecruiters: a list in pages of 100, and one detail request per posting for its description.
 * Documented at https://developers.smartrecruiters.com/docs/posting-api (GET /v1/companies/{id}/postings?limit=&offset=
 * and …/postings/{posting}).
 */
export const smartrecruiters = defineKind({
  kind: 'smartrecruiters',
  summary: 'A company’s postings on SmartRecruiters, by its public Posting API.',
  evidence: {
    requests: [],
    access: 'undocumented',
    robots: '',
    basis: ['https://developers.smartrecruiters.com/docs/posting-api'],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms:
    'The Posting API is documented as public without a key, for career sites of customers and widgets of partners (https://developers.smartrecruiters.com/docs/customer-overview). The robots.txt of its host is obeyed like any other: where it forbids robots, the source says so and nothing is read.',
  cost: { perRequest: pageSize, details: true },
  addresses: [
    'careers.smartrecruiters.com/{company}',
    'jobs.smartrecruiters.com/oneclick-ui/company/{company}',
    { address: 'jobs.smartrecruiters.com/{company}', except: ['oneclick-ui', 'ni', 'sr-jobs'] },
    'api.smartrecruiters.com/v1/companies/{company}',
    {
      address: 'www.smartrecruiters.com/{company}',
      except: ['recruiting', 'solutions', 'customers', 'company', 'careers'],
    },
  ],
  settings,
  // One request per posting takes longer than a minute. The API allows ten requests per second.
  defaults: { perMinute: 240, timeoutSeconds: 600 },
  requests: (chosen) => [listRequest(chosen, 0)],
  parse(response, request, chosen) {
    if (request.role === 'detail') return { postings: [readDetail(readJson(response), chosen.company)], follow: [] };
    const list = listSchema.safeParse(readJson(response));
    if (!list.success) throw sourceChanged('a page with offset, totalFound and content', response.body.slice(0, 80));
    const { offset, totalFound, content } = list.data;
    const read = content.map((entry) => ({ entry, ...z.object({ id: neededId }).safeParse(entry) }));
    const flaws = read.flatMap(({ success }, at) =>
      success ? [] : [`Posting ${offset + at + 1} of the list has no id.`],
    );
    if (flaws[0] !== undefined && flaws.length === content.length) throw sourceChanged('postings with an id', flaws[0]);
    const base = request.url.replace(/\?[\s\S]*$/, '');
    const details = read.flatMap(({ data, entry }): PageRequest[] =>
      data === undefined
        ? []
        : [{ url: `${base}/${data.id}`, role: 'detail', accept: 'json', ...listedIn(entry, chosen.company) }],
    );
    const more = content.length > 0 && offset + pageSize < totalFound;
    return { postings: [], follow: [...details, ...(more ? [listRequest(chosen, offset + pageSize)] : [])], flaws };
  },
});

function listRequest(
  { baseUrl = 'https://api.smartrecruiters.com', company }: z.infer<typeof settings>,
  offset: number,
): PageRequest {
  return {
    url: `${baseUrl}/v1/companies/${company}/postings?limit=${pageSize}&offset=${offset}`,
    role: 'listing',
    accept: 'json',
  };
}

/** An entry of the list has the shape of a detail without a description. */
function listedIn(entry: unknown, company: string): Pick<PageRequest, 'listed'> {
  return jobSchema.safeParse(entry).success ? { listed: readDetail(entry, company) } : {};
}

function readDetail(data: unknown, company: string): Posting {
  const read = jobSchema.safeParse(data);
  if (!read.success) throw sourceChanged('a posting with id and name', JSON.stringify(data).slice(0, 80));
  const job = read.data;
  const sections = Object.values(job.jobAd?.sections ?? {}).filter(({ text }) => text !== null);
  return {
    ...emptyPosting(job.name, job.postingUrl ?? `https://jobs.smartrecruiters.com/${company}/${job.id}`),
    sourceJobId: job.id,
    requisitionId: job.refNumber,
    applyUrl: job.applyUrl,
    company: { name: job.company?.name ?? company, url: null, logoUrl: null },
    places: placesOf(job),
    workplace: listOf(job.location?.hybrid ? 'hybrid' : null, job.location?.remote ? 'remote' : null),
    jobType: listOf(job.typeOfEmployment),
    level: listOf(job.experienceLevel === 'Not Applicable' ? null : job.experienceLevel),
    postedAt: job.releasedDate,
    descriptionHtml: sections.map(({ title, text }) => `<h3>${title ?? ''}</h3>${text}`).join('\n') || null,
    tags: listOf(job.department, job.function, job.industry),
  };
}

/** The parts of the location; its country is a lower-case code. */
function placesOf({ location }: Job): Posting['places'] {
  if (!location) return [];
  const parts = placeParts(location.city, location.region, location.country?.toUpperCase() ?? null);
  return parts.length > 0 ? parts : placeText(location.fullLocation);
}
