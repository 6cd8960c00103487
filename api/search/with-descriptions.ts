import type { HeldPostings } from '../../shared/search/collections/read-chunks.js';
import { readDescriptions } from '../../shared/search/collections/read-descriptions.js';
import { parseJobs } from '../../shared/search/search-document.js';
import type { DescriptionForm } from '../../shared/words/words.js';
import type { Caller } from '../auth/request-windows.js';
import { invalidRequest } from '../middleware/problems.js';
import type { ExistingPage } from './answer/answer.js';

/** Throws `invalid-request` when a caller requests descriptions that its plan does not include. */
export function refuseDescriptions(
  { plan, keyId, descriptions }: Pick<Caller, 'plan' | 'keyId' | 'descriptions'>,
  asked: DescriptionForm | undefined,
): void {
  if (asked === undefined || descriptions) return;
  const why = keyId === null ? 'need an API key (Authorization: Bearer jsk_…)' : `are not part of the plan ${plan}`;
  const detail = `Descriptions in a list ${why}. GET /api/jobs/{id} has a job's description.`;
  throw invalidRequest({ errors: [{ pointer: '#/descriptions', code: 'conflict', detail }], count: 1 }, 'fields');
}

/** A page whose jobs have full descriptions, for this answer only; `null` for a job no longer stored. */
export async function withDescriptions(
  postings: HeldPostings,
  page: ExistingPage,
  form: DescriptionForm,
): Promise<ExistingPage> {
  if (page.facets !== undefined || page.jobs.count === 0) return page;
  const jobs = parseJobs(page.jobs);
  const ids = jobs.map(({ id }) => id);
  const texts = await readDescriptions(postings, ids, form);
  const lines = jobs.map((job) => JSON.stringify({ ...job, description: texts.get(job.id) ?? null }));
  const { bodyOf: _bodyOf, ...rest } = page;
  return { ...rest, jobs: { ...page.jobs, bytes: Buffer.from(lines.join(',')) } };
}
