import { expect, test } from '@jest/globals';
import { createRandom } from '../../../../bench/million/random.js';
import { withCompany } from '../../../../pages/query.js';
import { facetFields } from '../../../../shared/search/facets.js';
import type { HeldJob } from '../../../../shared/search/job.js';
import type { SearchSubject } from '../../../../shared/search/query.js';
import type { Matcher } from '../../../../worker/engine/engine.js';
import { createLocalMatcher } from '../../../../worker/engine/segments/segments-engine.js';
import { type Corpus, groupOf, idOf } from '../../../../worker/match/corpus/corpus.js';
import { shardOf } from '../../../../worker/match/dedupe/shard-of.js';
import { readSubject } from '../../../../worker/match/keyword/read-subject.js';
import { locationOf } from '../../../../worker/match/rank/busiest-places.js';
import { mergeFacets } from '../../../../worker/match/rank/list-facets.js';
import { createPlaceFilter } from '../../../../worker/match/rank/place-filter.js';
import { searchCorpus } from '../../../../worker/match/rank/search-corpus.js';
import { createShardedMatcher } from '../../../../worker/shards/sharded-matcher.js';
import { corpusOf, gazetteer, now } from '../../lib/made-jobs.js';
import { makeSearch, makeVaried } from '../../lib/varied-world.js';

/** Worlds, searches of each, and the first world's seed: `FACET_SEEDS=10 FACET_SEARCHES=500` compares a quarter of a million counts. */
const { FACET_SEEDS: seeds = '1', FACET_SEARCHES: searches = '30', FACET_FROM: firstSeed = '1' } = process.env;

type World = { corpora: Corpus[]; matcher: Matcher };

/** The matcher of the jobs divided over shards, and the corpus of each of these. */
function worldOf(jobs: readonly HeldJob[], of: number): World {
  const corpora = Array.from({ length: of }, (_, shard) => corpusOf(jobs.filter((job) => shardOf(job, of) === shard)));
  const matchers = corpora.map((corpus) =>
    createLocalMatcher({
      corpora: { corpusOf: async () => ({ corpus, gone: [] }), preload: async () => undefined },
      gazetteer,
    }),
  );
  return {
    corpora,
    matcher: createShardedMatcher({ of, here: (shard) => matchers[shard] ?? null, ask: async () => null }),
  };
}

const questionOf = (subject: SearchSubject) => ({ refs: [], subject, now });

/** The ids of the jobs that meet a search exactly. */
const idsOf = ({ corpora }: World, subject: SearchSubject): Set<string> =>
  new Set(
    corpora.flatMap((corpus) =>
      Array.from(searchCorpus(corpus, subject, { now, gazetteer }).items, (item) => idOf(corpus, item)),
    ),
  );

/** The towns that the jobs of a search state within its place, counted one job at a time. */
function townsOf({ corpora }: World, asked: SearchSubject): { towns: Record<string, number>; unplaced: number } {
  const { subject } = readSubject(asked, gazetteer);
  const place = createPlaceFilter(subject.location, gazetteer);
  const towns: Record<string, number> = {};
  let unplaced = 0;
  for (const corpus of corpora)
    for (const item of searchCorpus(corpus, asked, { now, gazetteer }).items) {
      const { places, remoteRegions, workplace } = groupOf(corpus, item).shown.job;
      const stated = [...places, ...(workplace === 'remote' ? remoteRegions : [])]
        .filter((each) => each.level === 'city' && each.lat !== null && (place?.covers(each) ?? true))
        .map((each) => locationOf(each, gazetteer) ?? '');
      for (const word of new Set(stated)) towns[word] = (towns[word] ?? 0) + 1;
      if (stated.length === 0) unplaced++;
    }
  return { towns, unplaced };
}

/** What facets say, beside what the searches find that they stand for. */
async function compare(world: World, query: SearchSubject) {
  const { facets, exact } = mergeFacets((await world.matcher.facets(questionOf(query))).shards);
  const said: Record<string, number> = { exact };
  const found: Record<string, number> = { exact: idsOf(world, query).size };
  const find = async (name: string, jobs: number, changed: Partial<SearchSubject>) => {
    said[name] = jobs;
    const { exact: jobsFound } = await world.matcher.match(questionOf({ ...query, ...changed }), {
      depth: 0,
      records: 0,
    });
    found[name] = jobsFound;
  };
  for (const field of facetFields)
    for (const { word, jobs } of facets[field]) await find(`${field} ${word}`, jobs, { [field]: word });
  const own = idsOf(world, query);
  for (const { word, jobs } of facets.places) {
    await find(`location ${word}`, jobs, { location: word });
    if (word === '') continue;
    said[`outside for ${word}`] = 0;
    found[`outside for ${word}`] = [...idsOf(world, { ...query, location: word })].filter((id) => !own.has(id)).length;
  }
  for (const { word, jobs } of facets.companies)
    await find(`company ${word}`, jobs, { keyword: withCompany(query.keyword, word) });
  const currency = query.salary.split(' ').slice(1);
  await find('salary any', facets.salary.any, { salary: '' });
  for (const [at, { from }] of facets.salary.buckets.entries()) {
    const above = facets.salary.buckets.slice(at).reduce((sum, bucket) => sum + bucket.jobs, 0);
    await find(`salary ${from}`, above, { salary: [from, ...currency].join(' ') });
  }
  const { towns, unplaced } = townsOf(world, query);
  const points = Object.fromEntries(facets.map.points.map(({ word, jobs }) => [word, jobs]));
  return { said: { ...said, map: points, unplaced: facets.map.unplaced }, found: { ...found, map: towns, unplaced } };
}

test.each([1, 3])(
  'every count is what the search with that value finds, of %d shards',
  async (of) => {
    for (let seed = Number(firstSeed); seed < Number(firstSeed) + Number(seeds); seed++) {
      const random = createRandom(seed, of);
      const world = worldOf(makeVaried(seed, 300), of);
      for (let number = 0; number < Number(searches); number++) {
        const query = makeSearch(random);
        const { said, found } = await compare(world, query);
        expect({ seed, query, ...said }).toEqual({ seed, query, ...found });
      }
    }
  },
  3_600_000,
);
