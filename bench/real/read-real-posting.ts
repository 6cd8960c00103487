import type { HeldJob } from '../../shared/search/job.js';
import { type Gazetteer, loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { normalise } from '../../worker/normalise/normalise.js';
import type { Posting } from '../../worker/sources/posting.js';

let gazetteer: Gazetteer | null = null;
const now = new Date('2026-11-22T12:00:00Z');

/** The job that the product makes of a posting. Throws for a posting it cannot normalise. */
export function readRealPosting(posting: Posting): HeldJob {
  gazetteer ??= loadGazetteer();
  const outcome = normalise(posting, { source: 'bench', gazetteer, now });
  if ('flaw' in outcome) throw new Error(outcome.flaw);
  return outcome.job;
}
