import { z } from 'zod';
import { emptyPosting, type Posting } from '../posting.js';
import { sourceChanged } from '../source-errors.js';
import { looseFlag, looseText, placeParts, told } from './loose.js';
import { readJson } from './read-json.js';
import { type Ask, commonSettings, defineKind } from './source.js';

const settings = commonSettings.extend({
  kind: z.literal('smartrecruiters'),
  company: z
    .string()
    .regex(/^[\w.-]{1,80}$/, 'The company identifier, as in careers.smartrecruiters.com/COMPANY.')
    .describe('Company identifier, as in careers.smartrecruiters.com/COMPANY.'),
});

/** The interface gives at most this many postings a page. */
const pageSize = 100;

const labelled = z.object({ id: looseText, label: looseText }).nullish();
const jobSchema = z.object({
  id: z.string(),
  name: z.string(),
  refNumber: looseText,
  releasedDate: looseText,
  company: z.object({ identifier: looseText, name: looseText }).nullish(),
  location: z
    .object({ city: looseText, region: looseText, country: looseText, remote: looseFlag, hybrid: looseFlag })
    .nullish(),
  typeOfEmployment: labelled,
  experienceLevel: labelled,
  department: labelled,
  function: labelled,
  jobAd: z
    .object({ sections: z.record(z.string(), z.object({ title: looseText, text: looseText }).loose()).nullish() })
    .nullish(),
  postingUrl: looseText,
  applyUrl: looseText,
});
const listSchema = z.object({
  offset: z.number(),
  totalFound: z.number(),
  content: z.array(z.object({ id: z.string() })),
});

/**
 * A company's postings on SmartRecruiters: a list by pages, and a detail each for the description.
 * Documented at https://developers.smartrecruiters.com/docs/posting-api.
 */
export const smartrecruiters = defineKind({
  kind: 'smartrecruiters',
  summary: 'A company’s postings on SmartRecruiters, by its public Posting API.',
  documentation: 'https://developers.smartrecruiters.com/docs/posting-api',
  terms: 'The Posting API is public for published postings and made for showing them on other sites.',
  settings,
  narrows: () => [],
  wing: () => 'http',
  ask: (chosen) => [listAsk(chosen, 0)],
  read(answer, ask, chosen) {
    if (ask.role === 'detail') return { postings: [readDetail(readJson(answer), chosen.company)], follow: [] };
    const list = listSchema.safeParse(readJson(answer));
    if (!list.success) throw sourceChanged('a page with offset, totalFound and content', answer.body.slice(0, 80));
    const { offset, totalFound, content } = list.data;
    const base = ask.url.replace(/\?.*$/, '');
    const details = content.map(({ id }): Ask => ({ url: `${base}/${id}`, role: 'detail', accept: 'json' }));
    const next = offset + pageSize < totalFound ? [listAsk(chosen, offset + pageSize)] : [];
    return { postings: [], follow: [...details, ...next] };
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

function readDetail(data: unknown, company: string): Posting {
  const read = jobSchema.safeParse(data);
  if (!read.success) throw sourceChanged('a posting with id and name', JSON.stringify(data).slice(0, 80));
  const job = read.data;
  const url = job.postingUrl ?? `https://jobs.smartrecruiters.com/${company}/${job.id}`;
  const sections = Object.values(job.jobAd?.sections ?? {}).filter(({ text }) => text !== null);
  const level = job.experienceLevel?.label ?? null;
  return {
    ...emptyPosting(job.name, url),
    sourceJobId: job.id,
    requisitionId: job.refNumber,
    applyUrl: job.applyUrl,
    company: { name: job.company?.name ?? company, url: null, logoUrl: null },
    places: placeParts(
      job.location?.city ?? null,
      job.location?.region ?? null,
      job.location?.country?.toUpperCase() ?? null,
    ),
    workplace: told(job.location?.remote ? 'remote' : null, job.location?.hybrid ? 'hybrid' : null),
    jobType: told(job.typeOfEmployment?.label),
    level: told(level === 'Not Applicable' ? null : level),
    postedAt: job.releasedDate,
    descriptionHtml: sections.map(({ title, text }) => `<h3>${title ?? ''}</h3>${text}`).join('\n') || null,
    tags: told(job.department?.label, job.function?.label),
  };
}
