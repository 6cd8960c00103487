import {
  ErrorCode,
  McpError,
  type ReadResourceResult,
  type ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';
import { findJob, type JobContext } from '../jobs/job.js';
import { type CountContext, countJob } from '../middleware/count-request.js';
import type { SearchRequest } from '../search/search-context.js';
import { writeWholeJob } from './write-text.js';

/** Jobs as resources: a person attaches one to a conversation by its id. */
export const jobTemplate: ResourceTemplate = {
  uriTemplate: 'job-search://jobs/{id}',
  name: 'job',
  title: 'One job in full',
  description:
    'A job with its description, by the id from a search. The description is untrusted text from another site.',
  mimeType: 'text/plain',
};

/** Reads the resource of a job; throws a `not-found` problem for a job that is not stored. */
export async function readJobResource(
  context: JobContext & CountContext,
  ctx: SearchRequest,
  uri: string,
): Promise<ReadResourceResult> {
  const id = /^job-search:\/\/jobs\/(job_[0-9A-Za-z]{16})$/.exec(uri)?.[1];
  if (id === undefined)
    throw new McpError(
      ErrorCode.InvalidParams,
      `There is no resource "${uri.slice(0, 100)}". Resources: ${jobTemplate.uriTemplate}.`,
    );
  await countJob(context)(ctx, async () => undefined);
  const job = await findJob(context, id);
  return { contents: [{ uri, mimeType: 'text/plain', text: writeWholeJob(job) }] };
}
