import type { HeldJob } from '../../shared/search/job.js';
import { readGradedQueries } from './graded-queries.js';
import { rankByService } from './ours.js';
import { rankByBm25f, rankByMiniSearch } from './peers.js';
import { openingId, readRealPostings, searchedOn } from './real-postings.js';

/**
 * Prints what is to be graded: for each query the openings among the first of every ranker, with whole and short texts, in
 * the order of their hashes, which tells nothing of who found them. Openings that have a grade are left out.
 */
const depth = Number(process.argv[2] ?? 15);

const found = new Map<string, Map<string, HeldJob>>();
const queries = readGradedQueries();
for (const texts of ['whole', 'short'] as const) {
  const jobs = readRealPostings(texts);
  if (jobs === null) throw new Error('The recorded postings are not present.');
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const rankers = [rankByService(jobs, searchedOn), rankByBm25f(jobs), rankByMiniSearch(jobs)];
  for (const { query, isPlace, grades } of queries) {
    const pool = found.get(query) ?? new Map<string, HeldJob>();
    found.set(query, pool);
    for (const rank of rankers)
      for (const id of rank(query, depth)) {
        const job = byId.get(id);
        if (job === undefined) throw new Error(`No posting has the id ${id}.`);
        const opening = openingId(job, isPlace);
        if (!grades.has(opening) && !pool.has(opening)) pool.set(opening, job);
      }
  }
}

for (const [query, pool] of found) {
  if (pool.size === 0) continue;
  console.log(`# ${query}`);
  for (const [opening, job] of [...pool].sort(([one], [other]) => (one < other ? -1 : 1)))
    console.log(
      `${opening}\t${job.title} @${job.company.name ?? '?'} (${(job.location.text ?? '').slice(0, 24)})${contextOf(query, job)}`,
    );
}

/** Where the description has a word of the query that the title lacks. */
function contextOf(query: string, { title, description }: HeldJob): string {
  const words = query
    .toLowerCase()
    .split(' ')
    .filter((word) => word.length > 2 && !title.toLowerCase().includes(word));
  const at = words.map((word) => description.toLowerCase().indexOf(word)).find((index) => index >= 0);
  return at === undefined ? '' : ` … ${description.slice(Math.max(0, at - 30), at + 50).replaceAll(/\s+/g, ' ')}`;
}
