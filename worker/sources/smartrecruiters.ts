import { z } from 'zod';
import { coerceFlag, coerceText, neededId, neededText, placeParts, placeText, told } from './coerce.js';
import { emptyPosting, type Posting } from './posting.js';
import { readJson } from './read-json.js';
import { type Ask, commonSettings, defineKind } from './source.js';
import { sourceChanged } from './source-errors.js';

const settings = commonSettings.extend({
  kind: z.literal('smartrecruiters'),
  company: z
    .string()
    .regex(/^[\w.-]{1,80}$/, 'The company identifier, as in careers.smartrecruiters.com/COMPANY.')
    .describe('Company identifier, as in careers.smartrecruiters.com/COMPANY.'),
});

/** The interface gives at most this many postings a page. */
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
 * A company's postings on SmartRecruiters: a list by pages of 100, and a detail each for the description.
 * Documented at https://developers.smartrecruiters.com/docs/posting-api (GET /v1/companies/{id}/postings?limit=&offset=
 * and …/postings/{posting}).
 */
export const smartrecruiters = defineKind({
  kind: 'smartrecruiters',
  summary: 'A company’s postings on SmartRecruiters, by its public Posting API.',
  documentation: 'https://developers.smartrecruiters.com/docs/posting-api',
  terms: 'The Posting API is public for published postings and made for showing them on other sites.',
  settings,
  // A request for each posting: a minute would not do. The interface allows ten a second.
  defaults: { perMinute: 240, timeoutSeconds: 600 },
  narrows: () => [],
  pool: () => 'http',
  ask: (chosen) => [listAsk(chosen, 0)],
  read(answer, ask, chosen) {
    if (ask.role === 'detail') return { postings: [readDetail(readJson(answer), chosen.company)], follow: [] };
    const list = listSchema.safeParse(readJson(answer));
    if (!list.success) throw sourceChanged('a page with offset, totalFound and content', answer.body.slice(0, 80));
    const { offset, totalFound, content } = list.data;
    const read = content.map((entry) => ({ entry, ...z.object({ id: neededId }).safeParse(entry) }));
    const flaws = read.flatMap(({ success }, at) =>
      success ? [] : [`Posting ${offset + at + 1} of the list has no id.`],
    );
    if (flaws[0] !== undefined && flaws.length === content.length) throw sourceChanged('postings with an id', flaws[0]);
    const base = ask.url.replace(/\?[\s\S]*$/, '');
    const details = read.flatMap(({ data, entry }): Ask[] =>
      data === undefined
        ? []
        : [{ url: `${base}/${data.id}`, role: 'detail', accept: 'json', ...listedIn(entry, chosen.company) }],
    );
    const more = content.length > 0 && offset + pageSize < totalFound;
    return { postings: [], follow: [...details, ...(more ? [listAsk(chosen, offset + pageSize)] : [])], flaws };
  },
});

function listAsk(
  { baseUrl = 'https://api.smartrecruiters.com', company }: z.infer<typeof settings>,
  offset: number,
): Ask {
  return {
    url: `${baseUrl}/v1/companies/${company}/postings?limit=${pageSize}&offset=${offset}`,
    role: 'listing',
    accept: 'json',
  };
}

/** An entry of the list has the shape of a detail without its description. */
function listedIn(entry: unknown, company: string): Pick<Ask, 'listed'> {
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
    workplace: told(job.location?.hybrid ? 'hybrid' : null, job.location?.remote ? 'remote' : null),
    jobType: told(job.typeOfEmployment),
    level: told(job.experienceLevel === 'Not Applicable' ? null : job.experienceLevel),
    postedAt: job.releasedDate,
    descriptionHtml: sections.map(({ title, text }) => `<h3>${title ?? ''}</h3>${text}`).join('\n') || null,
    tags: told(job.department, job.function, job.industry),
  };
}

/** The parts of the location; its country is a code in small letters. */
function placesOf({ location }: Job): Posting['places'] {
  if (!location) return [];
  const parts = placeParts(location.city, location.region, location.country?.toUpperCase() ?? null);
  return parts.length > 0 ? parts : placeText(location.fullLocation);
}
