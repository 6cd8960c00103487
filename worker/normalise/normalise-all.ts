import type { CollectedJob } from '../../shared/search/collections/collection-store.js';
import { runCooperatively, type Task } from '../process/cooperative.js';
import type { Posting } from '../sources/posting.js';
import { type NormaliseTools, normalise } from './normalise.js';
import { createCompanyLocationBias } from './place/company-location-bias.js';

type Normalised = { jobs: CollectedJob[]; flaws: string[] };

/**
 * Normalises postings in their order. A posting that cannot become a job is named in `flaws`; one with a repeated id is
 * left out. Yields to the event loop every few milliseconds, so that locks are renewed meanwhile.
 */
export const normaliseAll = (postings: readonly Posting[], tools: NormaliseTools): Promise<Normalised> =>
  runCooperatively(normalising(postings, tools));

function* normalising(postings: readonly Posting[], tools: NormaliseTools): Task<Normalised> {
  const biases = createCompanyLocationBias(tools.gazetteer);
  for (const posting of postings) {
    biases.note(posting);
    yield;
  }
  const jobs = new Map<string, CollectedJob>();
  const flaws: string[] = [];
  for (const posting of postings) {
    const outcome = normalise(posting, { ...tools, bias: biases.of(posting) });
    if ('flaw' in outcome) flaws.push(outcome.flaw);
    else if (!jobs.has(outcome.job.id)) jobs.set(outcome.job.id, outcome);
    yield;
  }
  return { jobs: [...jobs.values()], flaws };
}
