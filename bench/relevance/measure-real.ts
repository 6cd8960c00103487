import type { HeldJob } from '../../shared/search/job.js';
import { type GradedQuery, readGradedQueries } from './graded-queries.js';
import { rankByService } from './rank-by-service.js';
import { openingId, readRealPostings, searchedOn } from './real-postings.js';

/** Results evaluated. */
const depth = 10;

/** The figures of one ranker for one half of the queries. */
export type Measured = {
  /** nDCG@10, 0..1: gains 2^grade - 1 (Järvelin and Kekäläinen 2002); an opening without a grade gains nothing. */
  ndcg: number;
  /** Different openings (title and employer) among the first ten. */
  openings: number;
  /** The share of the first ten that have a grade. */
  judged: number;
};

/** The figures of one half of the queries. */
export type RealFigures = Measured & { half: GradedQuery['half']; queries: number };

/** Discounted gain of grades in their order. */
const gain = (grades: readonly number[]): number =>
  grades.slice(0, depth).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);

/** The score of one ranked list. */
export function scoreOf(
  { isPlace, grades }: GradedQuery,
  jobs: readonly HeldJob[],
  ranked: readonly HeldJob[],
): Measured {
  const gradeOf = (job: HeldJob): number | undefined => grades.get(openingId(job, isPlace));
  const ideal = gain(jobs.map((job) => gradeOf(job) ?? 0).sort((one, other) => other - one));
  if (ideal === 0) throw new Error('No posting serves the query.');
  const found = ranked.slice(0, depth);
  return {
    ndcg: gain(found.map((job) => gradeOf(job) ?? 0)) / ideal,
    openings: new Set(found.map((job) => openingId(job, false))).size,
    judged: found.filter((job) => gradeOf(job) !== undefined).length / Math.max(1, found.length),
  };
}

/** Measures the service's ranking; `null` when the recorded postings are not next to the project. */
export function measureReal(): RealFigures[] | null {
  const jobs = readRealPostings('whole');
  if (jobs === null) return null;
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const rank = rankByService(jobs, searchedOn);
  const scores = readGradedQueries()
    .filter(({ grades }) => grades.size > 0)
    .map((query) => ({
      half: query.half,
      measured: scoreOf(
        query,
        jobs,
        rank(query.query, depth).flatMap((id) => byId.get(id) ?? []),
      ),
    }));
  return (['tuning', 'fresh'] as const).map((half) => {
    const those = scores.filter((each) => each.half === half).map(({ measured }) => measured);
    return { half, queries: those.length, ...meanOf(those) };
  });
}

/** The mean of each part. */
export function meanOf(all: readonly Measured[]): Measured {
  const mean = (part: keyof Measured): number => all.reduce((sum, each) => sum + each[part], 0) / all.length;
  return { ndcg: mean('ndcg'), openings: mean('openings'), judged: mean('judged') };
}
