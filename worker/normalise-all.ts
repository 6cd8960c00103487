import { setImmediate as letOthersWork } from 'node:timers/promises';
import type { CollectedJob } from '../shared/collection-store.js';
import { createCompanyLeanings } from './normalise/company-leaning.js';
import { type NormaliseTools, normalise } from './normalise.js';
import type { Posting } from './posting.js';

/** Postings normalised before the event loop gets its turn: locks are renewed and other work goes on meanwhile. */
const batch = 16;

/** Normalises postings in their order; a posting that cannot become a job is named in `flaws`, an id seen before is left out. */
export async function normaliseAll(
  postings: readonly Posting[],
  tools: NormaliseTools,
): Promise<{ jobs: CollectedJob[]; flaws: string[] }> {
  const leanings = createCompanyLeanings(tools.gazetteer);
  for (const [index, posting] of postings.entries()) {
    leanings.note(posting);
    if (index % (4 * batch) === 4 * batch - 1) await letOthersWork();
  }
  const jobs = new Map<string, CollectedJob>();
  const flaws: string[] = [];
  for (const [index, posting] of postings.entries()) {
    const outcome = normalise(posting, { ...tools, leaning: leanings.of(posting) });
    if ('flaw' in outcome) flaws.push(outcome.flaw);
    else if (!jobs.has(outcome.job.id)) jobs.set(outcome.job.id, outcome);
    if (index % batch === batch - 1) await letOthersWork();
  }
  return { jobs: [...jobs.values()], flaws };
}
