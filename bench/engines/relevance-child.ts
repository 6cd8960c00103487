import type { HeldJob } from '../../shared/search/job.js';
import { anySearch } from '../../shared/search/query/query.js';
import { readGradedQueries } from '../relevance/graded-queries.js';
import { type Measured, meanOf, scoreOf } from '../relevance/measure-real.js';
import { readRealPostings, searchedOn } from '../relevance/real-postings.js';
import { openHeldEngine } from './held-engine.js';
import { childMain } from './run-child.js';

/** `nodes`: of an OpenSearch cluster; 0 = the engine within the worker. */
export type RelevanceOptions = { nodes: number };

/** An engine's results for the graded queries over the recorded postings; `null` if those are missing. */
export type EngineRelevance = { queries: number; measured: Measured; lists: string[][] } | null;

/** Results evaluated. */
const depth = 10;

await childMain<RelevanceOptions, EngineRelevance>(async ({ nodes }, report) => {
  const jobs = readRealPostings('whole');
  if (jobs === null) return null;
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const boards = new Map<string, HeldJob[]>();
  for (const job of jobs) boards.set(job.source, [...(boards.get(job.source) ?? []), job]);
  const engine = await openHeldEngine({ boards: [...boards.keys()], nodes, now: searchedOn });
  try {
    for (const [id, held] of boards) await engine.hold(id, held);
    const queries = readGradedQueries().filter(({ grades }) => grades.size > 0);
    const lists: string[][] = [];
    for (const { query } of queries) {
      const { ranked } = await engine.ask({ ...anySearch, keyword: query });
      lists.push(ranked.slice(0, depth).map(({ id }) => id));
    }
    report(`${nodes} nodes: ${queries.length} graded queries run`);
    const scores = queries.map((query, at) =>
      scoreOf(
        query,
        jobs,
        (lists[at] ?? []).flatMap((id) => byId.get(id) ?? []),
      ),
    );
    return { queries: queries.length, measured: meanOf(scores), lists };
  } finally {
    await engine.close();
  }
});
