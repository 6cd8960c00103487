import type { HeldJob } from '../../../shared/search/job.js';
import { anySearch, type SearchSubject } from '../../../shared/search/query/query.js';
import type { CompanySize } from '../../../shared/words/company-sizes.js';
import { loadGazetteer } from '../../../worker/gazetteer/gazetteer.js';
import { createCorpus } from '../../../worker/match/corpus/corpus.js';
import { prepareCollection } from '../../../worker/match/corpus/load-collections.js';
import { searchCorpus } from '../../../worker/match/rank/search-corpus.js';
import { normalise } from '../../../worker/normalise/normalise.js';
import { withBoardCompany } from '../../../worker/normalise/text/company.js';
import { emptyPosting, type Posting } from '../../../worker/sources/posting.js';

export const gazetteer = loadGazetteer();
export const now = new Date('2026-11-21T12:00:00Z');

/** A job in a few words; omitted facts get defaults. */
export type Made = Partial<Pick<Posting, 'workplace' | 'jobType' | 'remoteRegions' | 'tags' | 'applyUrl'>> & {
  source?: string;
  title: string;
  company?: string;
  place?: string;
  about?: string;
  text?: string;
  days?: number | null;
  url?: string;
  requisition?: string;
  pay?: string;
  industry?: string;
  size?: CompanySize;
};

const textAbout = (what: string) =>
  `${what}: you plan the work with three colleagues, write it down, build it, and stay with it until it runs well in the hands of those who asked for it, and you say early what will not be ready in time.`;

/** Creates a stored job with the reader that creates all of them. */
export function made({ source = 'one', title, about = title, days = 3, ...more }: Made): HeldJob {
  const {
    company = 'Acme',
    place = 'Berlin',
    text = textAbout(about),
    requisition = null,
    pay,
    industry,
    size,
    ...rest
  } = more;
  const {
    url = `https://${source}.example/${encodeURIComponent(`${title} ${company} ${place} ${about} ${requisition}`)}`,
    ...fields
  } = rest;
  const outcome = normalise(
    {
      ...emptyPosting(title, url),
      ...fields,
      company: { name: company, url: null, logoUrl: null },
      places: place === '' ? [] : [{ text: place, city: null, region: null, country: null }],
      descriptionText: text,
      postedAt: days === null ? null : new Date(now.getTime() - days * 86_400_000).toISOString(),
      requisitionId: requisition,
      salary: pay === undefined ? null : { text: pay, min: null, max: null, currency: null, per: null },
    },
    { source, gazetteer, now },
  );
  if ('flaw' in outcome) throw new Error(outcome.flaw);
  return { ...outcome.job, company: withBoardCompany(outcome.job.company, { industry, size }) };
}

/** Jobs as their sources' collections, merged. */
export function corpusOf(jobs: readonly HeldJob[]) {
  const sources = [...new Set(jobs.map(({ source }) => source))];
  return createCorpus(
    sources.map((source) =>
      prepareCollection(
        source,
        jobs.filter((job) => job.source === source),
      ),
    ),
  );
}

/** Searches jobs; `titles` and `jobs` are the first hundred exact matches, `near` the near ones, and `total` counts the former. */
export function search(jobs: readonly HeldJob[], query: Partial<SearchSubject>) {
  const found = searchCorpus(corpusOf(jobs), { ...anySearch, ...query }, { now, gazetteer });
  const all = found.take(100);
  const exact = all.filter(({ match }) => match.near !== true);
  return {
    ...found,
    total: found.exact,
    titles: exact.map(({ title }) => title),
    jobs: exact,
    near: all.filter(({ match }) => match.near === true),
  };
}
