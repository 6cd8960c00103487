import { generatePostings } from '../../demo-board/postings/generate.js';
import type { DemoPosting } from '../../demo-board/postings/posting.js';
import type { HeldJob } from '../../shared/search/job.js';
import type { Gazetteer } from '../../worker/gazetteer/gazetteer.js';
import { normalise } from '../../worker/normalise/normalise.js';
import { emptyPosting } from '../../worker/sources/posting.js';

/** A posting of the demo boards as a worker holds it, with its true facts. */
export type HeldDemoPosting = { job: HeldJob; posting: DemoPosting };

/** Generates demo postings and normalises them as if each board had been collected; the same options make the same jobs. */
export function holdDemoPostings(
  options: { seed: number; postings: number; now: Date },
  gazetteer: Gazetteer,
): HeldDemoPosting[] {
  return generatePostings(options).map((posting) => {
    const { board, opening, stated } = posting;
    const outcome = normalise(
      {
        ...emptyPosting(posting.title, `https://${board}.example${posting.path}`),
        sourceJobId: posting.id,
        requisitionId: posting.requisitionId,
        company: { name: posting.companyName, url: opening.company.url, logoUrl: null },
        places: [{ text: posting.locationText, city: null, region: null, country: null }],
        remoteRegions: opening.remoteRegion === null ? [] : [opening.remoteRegion.name],
        workplace: stated.workplace === 'field' ? [opening.workplace] : [],
        jobType: stated.jobType === 'field' ? [opening.jobType] : [],
        salary:
          posting.payText === null || stated.pay !== 'field'
            ? null
            : { text: posting.payText, min: null, max: null, currency: null, per: null },
        postedAt: posting.postedAt,
        validUntil: posting.validUntil,
        descriptionHtml: posting.descriptionHtml,
        tags: [...opening.tools, ...opening.skills].slice(0, 5),
      },
      { source: board, gazetteer, now: options.now },
    );
    if ('flaw' in outcome) throw new Error(outcome.flaw);
    return { job: outcome.job, posting };
  });
}
