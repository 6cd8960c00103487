import type { CollectedJob } from '../../../shared/search/collections/collection-store.js';
import { type NormaliseTools, normalise } from '../../../worker/normalise/normalise.js';
import { createCompanyLocationBias } from '../../../worker/normalise/place/company-location-bias.js';
import type { Posting } from '../../../worker/sources/posting.js';

/** Normalises postings in this thread, as `normaliseInThreads` does it in others. */
export async function normaliseAll(
  postings: readonly Posting[],
  tools: NormaliseTools,
): Promise<{ jobs: CollectedJob[]; flaws: string[] }> {
  const biases = createCompanyLocationBias(tools.gazetteer);
  for (const posting of postings) biases.note(posting);
  const jobs = new Map<string, CollectedJob>();
  const flaws: string[] = [];
  for (const posting of postings) {
    const outcome = normalise(posting, { ...tools, bias: biases.of(posting) });
    if ('flaw' in outcome) flaws.push(outcome.flaw);
    else if (!jobs.has(outcome.job.id)) jobs.set(outcome.job.id, outcome);
  }
  return { jobs: [...jobs.values()], flaws };
}
