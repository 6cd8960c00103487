import MiniSearch from 'minisearch';
import type { HeldJob } from '../../shared/search/job.js';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { createCorpus } from '../../worker/match/corpus/corpus.js';
import { prepareCollection } from '../../worker/match/corpus/prepare-collection.js';
import { searchCorpus } from '../../worker/match/rank/search-corpus.js';
import { anySearch } from '../any-search.js';
import { type JudgedPosting, makeJudgedPostings } from './relevance-postings.js';
import { gradeOf, type JudgedQuery, judgedQueries } from './relevance-queries.js';
import type { Row } from './row.js';

const now = new Date('2026-11-21T12:00:00Z');

/** Number of results evaluated. */
const depth = 10;

/** A ranker: returns the ids of its results, best first. */
type Ranker = (keyword: string) => string[];

/** Discounted gain of grades in their order (Järvelin and Kekäläinen 2002, gains 2^grade - 1). */
function gain(grades: readonly number[]): number {
  return grades.slice(0, depth).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
}

/** nDCG@10 of one query, 0..1. */
export function ndcg(query: JudgedQuery, postings: readonly JudgedPosting[], ranked: readonly string[]): number {
  const grades = new Map(postings.map((posting) => [posting.job.id, gradeOf(query, posting)]));
  const ideal = gain([...grades.values()].sort((a, b) => b - a));
  if (ideal === 0) throw new Error(`No posting serves "${query.text}".`);
  return gain(ranked.map((id) => grades.get(id) ?? 0)) / ideal;
}

/** The service's own ranking. */
export function rankByService(jobs: readonly HeldJob[]): Ranker {
  const gazetteer = loadGazetteer();
  const sources = [...new Set(jobs.map(({ source }) => source))];
  const corpus = createCorpus(
    sources.map((source) =>
      prepareCollection(
        source,
        jobs.filter((job) => job.source === source),
      ),
    ),
  );
  return (keyword) =>
    searchCorpus(corpus, { ...anySearch, keyword }, { now, gazetteer })
      .take(depth)
      .map(({ id }) => id);
}

/** MiniSearch with its default settings over the same fields. */
export function rankByMiniSearch(jobs: readonly HeldJob[]): Ranker {
  const index = new MiniSearch<HeldJob>({
    fields: ['title', 'company', 'tags', 'description', 'facts'],
    extractField: (job, field) => {
      if (field === 'company') return job.company.name;
      if (field === 'tags') return job.tags.join(' ');
      if (field === 'facts') return [job.location.text, job.workplace, job.jobType, job.experienceLevel].join(' ');
      return job[field as 'id'];
    },
  });
  index.addAll(jobs);
  return (keyword) =>
    index
      .search(keyword)
      .slice(0, depth)
      .map(({ id }) => String(id));
}

/** nDCG@10 of ours and of MiniSearch, query by query. */
export function judgeQueries(): { query: JudgedQuery; ours: number; theirs: number }[] {
  const postings = makeJudgedPostings(now, loadGazetteer());
  const jobs = postings.map(({ job }) => job);
  const [service, peer] = [rankByService(jobs), rankByMiniSearch(jobs)];
  return judgedQueries.map((query) => ({
    query,
    ours: ndcg(query, postings, service(query.text)),
    theirs: ndcg(query, postings, peer(query.text)),
  }));
}

/** Measures relevance on tuning and held-out queries; the target is 1.15 times the baseline of the same set. */
export async function measureRelevance(): Promise<Row[]> {
  const judged = judgeQueries();
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return (['tuning', 'held-out'] as const).map((set) => {
    const part = judged.filter(({ query }) => query.heldOut === (set === 'held-out'));
    const baseline = mean(part.map(({ theirs }) => theirs));
    return {
      fact: 'relevance',
      measure: 'nDCG@10',
      set,
      cases: part.length,
      ours: mean(part.map(({ ours }) => ours)),
      baseline,
      target: Math.min(1, baseline * 1.15),
    };
  });
}
