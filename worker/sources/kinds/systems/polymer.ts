import { z } from 'zod';
import { boardNameIn } from '../../parse/board-settings.js';
import { answerOf, type Members } from '../../parse/members.js';
import { readListed } from '../../parse/read-entries.js';
import { joined } from '../../parse/site-page.js';
import { companyNamed, emptyPosting, payWith, placeText } from '../../posting.js';
import { commonSettings, defineKind, jsonAt, type PageRequest } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('polymer'), board: boardNameIn('jobs.polymer.co/BOARD') });
type Settings = z.infer<typeof settings>;

/** The most jobs per request. */
const pageSize = 50;

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
    const answer = answerOf(response);
    if (request.role === 'detail') {
      const own = { ...emptyPosting(answer.needed('title'), request.url), descriptionHtml: answer.text('description') };
      return { postings: [joined(request.listed ?? null, own)], follow: [] };
    }
    const items = answer.list('items');
    const company = answer.text('meta.organization_name') ?? chosen.board;
    const more = !answer.says('meta.is_last') && items.length > 0;
    return readListed(
      items,
      (job) => detailRequest(job, chosen, company),
      more ? listRequest(chosen, Number(request.memo) + 1) : null,
    );
  },
});

const api = ({ baseUrl = 'https://api.polymer.co', board }: Settings): string =>
  `${baseUrl}/v1/hire/organizations/${board}/jobs`;

const listRequest = (chosen: Settings, page: number): PageRequest =>
  jsonAt(`${api(chosen)}?page=${page}&per_page=${pageSize}`, { memo: page });

function detailRequest(job: Members, chosen: Settings, company: string): PageRequest {
  const id = encodeURIComponent(job.needed('id'));
  return jsonAt(`${api(chosen)}/${id}`, {
    role: 'detail',
    listed: {
      ...emptyPosting(job.needed('title'), job.text('job_post_url') ?? `https://jobs.polymer.co/${chosen.board}/${id}`),
      sourceJobId: job.needed('id'),
      company: companyNamed(company),
      places: placeText(job.text('display_location')),
      workplace: job.texts('remoteness_pretty'),
      jobType: job.texts('kind_pretty'),
      salary: payWith({ text: job.text('salary_pretty') }),
      postedAt: job.text('published_at'),
      tags: job.texts('job_category_name'),
    },
  });
}
