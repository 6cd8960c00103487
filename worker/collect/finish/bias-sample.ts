import { foldWord } from '../../../shared/words/text.js';
import { emptyPosting, type Posting } from '../../sources/posting.js';
import type { CrawlResult } from '../crawl/crawl-result.js';
import type { HeldJobs } from './assemble-jobs.js';

/** Held jobs of a company that tell where its other postings are. */
const jobsOfCompany = 30;

/**
 * Where the companies of new postings are, by the jobs that are held: a new posting of "Cambridge" is in Massachusetts when the
 * other postings of its company are there (worker/normalise/place/company-location-bias.ts), though they are not read again.
 */
export function biasSample({ postings, entries }: CrawlResult, held: HeldJobs): Posting[] {
  const wanted = new Set(postings.map(({ company }) => foldWord(company.name ?? '')));
  const counts = new Map<string, number>();
  const used = entries.flatMap(({ job }) => (job === null ? [] : (held.get(job) ?? [])));
  return used.flatMap(({ job: { title, url, company, places, remoteRegions } }): Posting[] => {
    const name = foldWord(company.name ?? '');
    const count = counts.get(name) ?? 0;
    if (name === '' || !wanted.has(name) || count === jobsOfCompany) return [];
    counts.set(name, count + 1);
    return [
      {
        ...emptyPosting(title, url),
        company: { name: company.name, url: null, logoUrl: null },
        places: places.map(({ city, region, country }) => ({ text: null, city, region, country })),
        remoteRegions: remoteRegions.map(({ text }) => text),
      },
    ];
  });
}
