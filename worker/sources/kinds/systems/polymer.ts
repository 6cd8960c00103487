import { z } from 'zod';
import { boardNameIn } from '../../parse/board-settings.js';
import { coerceText, listOf, neededId, neededText, placeText } from '../../parse/coerce.js';
import { readListed, readShape } from '../../parse/read-shape.js';
import { readStatedAnswer } from '../../parse/read-stated.js';
import { joined } from '../../parse/site-page.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('polymer'), board: boardNameIn('jobs.polymer.co/BOARD') });
type Settings = z.infer<typeof settings>;

/** The most jobs of one request. */
const pageSize = 50;

const jobSchema = z.object({
  id: neededId,
  title: neededText,
  job_post_url: coerceText,
  display_location: coerceText,
  kind_pretty: coerceText,
  remoteness_pretty: coerceText,
  job_category_name: coerceText,
  published_at: coerceText,
  salary_pretty: coerceText,
});
const listSchema = z.object({
  items: z.array(z.unknown()),
  meta: z.object({ is_last: z.boolean(), organization_name: coerceText }),
});
const detailSchema = z.object({ title: neededText, description: coerceText });

/**
 * A company's jobs on Polymer: a list in pages of 50, and one detail request per job for its text.
 * Documented at https://docs.polymer.co (Public API: GET /v1/hire/organizations/{organization}/jobs).
 */
export const polymer = defineKind({
  kind: 'polymer',
  summary: 'Jobs on Polymer, by its Public API.',
  evidence: {
    requests: [
      'GET api.polymer.co/v1/hire/organizations/{board}/jobs?page={page}&per_page=50',
      'GET api.polymer.co/v1/hire/organizations/{board}/jobs/{id}',
    ],
    access: 'documented',
    robots: null,
    basis: [
      'https://developer.polymer.co',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-ats-polymer)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, made for other sites.',
  cost: { perRequest: pageSize, details: true },
  addresses: ['jobs.polymer.co/{board}', 'api.polymer.co/v1/hire/organizations/{board}'],
  settings,
  requests: (chosen) => [listRequest(chosen, 1)],
  parse(response, request, chosen) {
    if (request.role === 'detail') {
      const job = readStatedAnswer(response, detailSchema, 'a job with a title');
      const detailPosting = { ...emptyPosting(job.title, request.url), descriptionHtml: job.description };
      return { postings: [joined(request.listed ?? null, detailPosting)], follow: [] };
    }
    const { items, meta } = readShape(response, listSchema, 'a page with items and meta.is_last');
    const company = meta.organization_name ?? chosen.board;
    const read = readListed(items, jobSchema, (job) => detailRequest(job, { chosen, company }));
    const more = items.length > 0 && !meta.is_last;
    return {
      ...read,
      postings: [],
      follow: [...read.follow, ...(more ? [listRequest(chosen, Number(request.memo) + 1)] : [])],
    };
  },
});

const api = ({ baseUrl = 'https://api.polymer.co', board }: Settings): string =>
  `${baseUrl}/v1/hire/organizations/${board}/jobs`;

const listRequest = (chosen: Settings, page: number): PageRequest => ({
  url: `${api(chosen)}?page=${page}&per_page=${pageSize}`,
  role: 'listing',
  accept: 'json',
  memo: page,
});

function detailRequest(
  job: z.infer<typeof jobSchema>,
  { chosen, company }: { chosen: Settings; company: string },
): PageRequest {
  const id = encodeURIComponent(job.id);
  return {
    url: `${api(chosen)}/${id}`,
    role: 'detail',
    accept: 'json',
    listed: {
      ...emptyPosting(job.title, job.job_post_url ?? `https://jobs.polymer.co/${chosen.board}/${id}`),
      sourceJobId: job.id,
      company: { name: company, url: null, logoUrl: null },
      places: placeText(job.display_location),
      workplace: listOf(job.remoteness_pretty),
      jobType: listOf(job.kind_pretty),
      salary:
        job.salary_pretty === null
          ? null
          : { text: job.salary_pretty, min: null, max: null, currency: null, per: null },
      postedAt: job.published_at,
      tags: listOf(job.job_category_name),
    },
  };
}
