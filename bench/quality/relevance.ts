import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { rankByService } from '../relevance/ours.js';
import { rankByBm25f, rankByMiniSearch } from '../relevance/peers.js';
import { type JudgedPosting, makeJudgedPostings } from './relevance-postings.js';
import { gradeOf, type JudgedQuery, judgedQueries } from './relevance-queries.js';
import type { Row } from './row.js';

const now = new Date('2026-11-21T12:00:00Z');

/** Number of results evaluated. */
const depth = 10;

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

/** nDCG@10 of ours, of BM25F and of MiniSearch, query by query. */
function judgeQueries(): { query: JudgedQuery; ours: number; peers: readonly number[] }[] {
  const postings = makeJudgedPostings(now, loadGazetteer());
  const jobs = postings.map(({ job }) => job);
  const [service, peers] = [rankByService(jobs, now), [rankByBm25f(jobs), rankByMiniSearch(jobs)]];
  return judgedQueries.map((query) => ({
    query,
    ours: ndcg(query, postings, service(query.text, depth)),
    peers: peers.map((rank) => ndcg(query, postings, rank(query.text, depth))),
  }));
}

/** Measures relevance on tuning and held-out queries; the target is 1.05 times the better baseline of the same set. */
export async function measureRelevance(): Promise<Row[]> {
  const judged = judgeQueries();
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return (['tuning', 'held-out'] as const).map((set) => {
    const part = judged.filter(({ query }) => query.heldOut === (set === 'held-out'));
    const baseline = Math.max(...[0, 1].map((peer) => mean(part.map(({ peers }) => peers[peer] ?? 0))));
    return {
      fact: 'relevance',
      measure: 'nDCG@10',
      set,
      cases: part.length,
      ours: mean(part.map(({ ours }) => ours)),
      baseline,
      target: Math.min(1, baseline * 1.05),
    };
  });
}
