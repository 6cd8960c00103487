import { expect, test } from '@jest/globals';
import { createRandom } from '../../../../bench/lib/postings/random.js';
import { withOperator } from '../../../../pages/search/query.js';
import { facetFields } from '../../../../shared/search/facets.js';
import type { SearchSubject } from '../../../../shared/search/query/query.js';
import { valueListOf, wordsIn } from '../../../../shared/words/vocabulary.js';
import { type Corpus, groupOf, idOf } from '../../../../worker/match/corpus/corpus.js';
import { analyzeSearch } from '../../../../worker/match/keyword/analyze-search.js';
import { countFacets } from '../../../../worker/match/rank/facets/count-facets.js';
import { locationOf } from '../../../../worker/match/rank/facets/place-facets.js';
import { createPlaceFilter } from '../../../../worker/match/rank/filter/place-filter.js';
import { searchCorpus } from '../../../../worker/match/rank/search-corpus.js';
import { corpusOf, gazetteer, now } from '../../lib/made-jobs.js';
import { makeSearch, makeVaried } from '../../lib/varied-world.js';

/** Worlds, searches of each, and the first world's seed: `FACET_SEEDS=10 FACET_SEARCHES=500` compares a quarter of a million counts. */
const { FACET_SEEDS: seeds = '1', FACET_SEARCHES: searches = '30', FACET_FROM: firstSeed = '1' } = process.env;

const options = { now, gazetteer };

/** The ids of the jobs that meet a search exactly. */
const idsOf = (corpus: Corpus, subject: SearchSubject): Set<string> =>
  new Set(Array.from(searchCorpus(corpus, subject, options).items, (item) => idOf(corpus, item)));

/** The towns that the jobs of a search state within its place, counted one job at a time. */
function townsOf(corpus: Corpus, asked: SearchSubject): { towns: Record<string, number>; unplaced: number } {
  const { subject } = analyzeSearch(asked, gazetteer);
  const place = createPlaceFilter(subject.location, gazetteer);
  const towns: Record<string, number> = {};
  let unplaced = 0;
  for (const item of searchCorpus(corpus, asked, options).items) {
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
function compare(corpus: Corpus, query: SearchSubject) {
  const { facets, exact } = countFacets(corpus, query, options);
  // Pay without a currency is compared in that of the place.
  const isLocal = query.salary !== '' && !/[A-Z]{3}$/.test(query.salary);
  const said: Record<string, number> = { exact };
  const found: Record<string, number> = { exact: idsOf(corpus, query).size };
  const find = (name: string, jobs: number, changed: Partial<SearchSubject>) => {
    said[name] = jobs;
    found[name] = searchCorpus(corpus, { ...query, ...changed }, options).exact;
  };
  for (const field of facetFields)
    for (const { word, jobs } of facets[field]) {
      const isOne = word === '' || field === 'dateSincePosted';
      find(`${field} ${word}`, jobs, { [field]: isOne ? word : valueListOf([...wordsIn<string>(query[field]), word]) });
    }
  const own = idsOf(corpus, query);
  for (const { word, jobs } of facets.places) {
    if (isLocal && word !== query.location) continue;
    find(`location ${word}`, jobs, { location: word });
    if (word === '') continue;
    said[`outside for ${word}`] = 0;
    found[`outside for ${word}`] = [...idsOf(corpus, { ...query, location: word })].filter((id) => !own.has(id)).length;
  }
  for (const { word, jobs } of facets.companies)
    find(`company ${word}`, jobs, { keyword: withOperator(query.keyword, 'company', word) });
  for (const { word, jobs } of facets.industries)
    find(`industry ${word}`, jobs, { keyword: withOperator(query.keyword, 'industry', word) });
  for (const { word, jobs } of facets.sizes)
    find(`size ${word}`, jobs, { keyword: withOperator(query.keyword, 'size', word) });
  const currency = /[A-Z]{3}$/.exec(query.salary) ?? [];
  find('salary any', facets.salary.any, { salary: '' });
  for (const [at, { from }] of facets.salary.buckets.entries()) {
    const above = facets.salary.buckets.slice(at).reduce((sum, bucket) => sum + bucket.jobs, 0);
    find(`salary ${from}`, above, { salary: [from, ...currency].join(' ') });
  }
  const { towns, unplaced } = townsOf(corpus, query);
  const points = Object.fromEntries(facets.map.points.map(({ word, jobs }) => [word, jobs]));
  return { said: { ...said, map: points, unplaced: facets.map.unplaced }, found: { ...found, map: towns, unplaced } };
}

test('every count is what the search with that value finds', () => {
  for (let seed = Number(firstSeed); seed < Number(firstSeed) + Number(seeds); seed++) {
    const random = createRandom(seed, 1);
    const corpus = corpusOf(makeVaried(seed, 300));
    for (let number = 0; number < Number(searches); number++) {
      const query = makeSearch(random);
      const { said, found } = compare(corpus, query);
      expect({ seed, query, ...said }).toEqual({ seed, query, ...found });
    }
  }
}, 3_600_000);
