import { facetFields, facetWords } from '../../../../shared/search/facets.js';
import { readAskedPay } from '../../../../shared/search/query/asked-pay.js';
import { asksRemote, type SearchSubject } from '../../../../shared/search/query/query.js';
import { tableOf } from '../../../../shared/table-of.js';
import { valueListOf, wordsIn } from '../../../../shared/words/word-list.js';
import { subjectWithout } from '../../../match/keyword/analyze-search.js';
import { countingFacets } from '../../../match/rank/facets/count-facets.js';
import { createPlaceFilter } from '../../../match/rank/filter/place-filter.js';
import { runInStretches } from '../../../process/cooperative.js';
import type { FoundFacets, Question } from '../../engine.js';
import { type AskedQuestion, type AskOptions, queriesOf, unfiltered } from '../ask-question.js';
import { type ClusterQuery, mustMeetAll } from '../cluster-query.js';
import { countEach, countSets } from '../count-openings.js';
import { filterQueries } from '../filter-query.js';
import { patience } from '../find-openings.js';
import { emptyGathering, type Gathering, gatherAll, noteSilent } from '../gather-corpus.js';
import { countNames, countPay, listIndustries } from './ask-counts.js';
import { facetsOf } from './facets-of.js';
import { addTally, countName, countOfAll } from './tally.js';
import { tallyingCorpus } from './tally-corpus.js';

/**
 * Counts the facets of a question: the cluster those of the openings of which it is sure that they meet the keyword, our code those of the
 * others. Where the cluster has more different locations or amounts than it counts, our code counts all.
 */
export async function countHeldFacets(
  options: AskOptions,
  asked: AskedQuestion,
  question: Question,
): Promise<FoundFacets> {
  const { held, query, reading, keyword, now } = asked;
  const open = await queriesOf(options, { ...asked, query: unfiltered(query) });
  const gathering = emptyGathering();
  const cluster = await countSure(options, asked, { question, open: open.sure, gathering });
  await gatherAll({ ...options, held }, gathering, [cluster === null ? open.all : open.doubtful]);
  const { corpus, silent, parts } = gathering;
  const lacking = { ...held.lacking, silent, parts };
  const counting = countingFacets(corpus, question.search, {
    now: question.now,
    gazetteer: options.gazetteer,
    reading,
  });
  const ours = await runInStretches(counting);
  if (cluster === null) return { ...ours, ...lacking };
  const { tally, sets } = await runInStretches(
    tallyingCorpus(corpus, { query, keyword, now, gazetteer: options.gazetteer }),
  );
  addTally(tally, cluster.tally);
  const known = await options.sets.named([...cluster.tally.sets.keys()]);
  // A set that somebody has removed meanwhile.
  if (known === null) throw new Error('The location sets of the index are not whole.');
  const facets = facetsOf(
    { ours: ours.facets, ...cluster, tally, sets: new Map([...known, ...sets]) },
    question,
    options,
  );
  return { exact: ours.exact + (cluster.counts.get(countOfAll) ?? 0), facets, ...lacking };
}

type Sure = { question: Question; open: ClusterQuery; gathering: Gathering };

/** What the cluster counts; `null` = it cannot. */
async function countSure(options: AskOptions, asked: AskedQuestion, { question, open, gathering }: Sure) {
  const passing = createPassing(options, open, asked.now);
  const { query } = asked;
  const [all, anywhere, anyPay] = await Promise.all([
    passing(query),
    passing({ ...query, location: '' }),
    passing({ ...query, salary: '' }),
  ]);
  const variations = await variationsOf(question, query, passing);
  if (all === null || anywhere === null || anyPay === null || variations === null) return null;
  const { salary } = question.search.asked;
  const [counted, sets, names, industries, pay] = await Promise.all([
    countEach(options, { within: open, queries: { ...variations, [countOfAll]: all } }),
    countSets(options, mustMeetAll([open, anywhere]), { timeout: patience }),
    countNames(options, mustMeetAll([open, all])),
    listIndustries(options, asked.within),
    countPay(options, mustMeetAll([open, anyPay]), salary === '' ? null : readAskedPay(salary).currency),
  ]);
  if (sets === null || pay === null) return null;
  noteSilent(gathering, counted);
  const tally = { ...industries, ...names, sets };
  return { counts: counted.counts, pay, tally };
}

/** The query of what passes the filters of a search; `null` = the cluster does not tell which locations do. */
type Passing = (query: SearchSubject) => Promise<ClusterQuery | null>;

/** Makes the queries of filters, each location of which is read once. `within`: the openings in question. */
function createPassing(options: AskOptions, within: ClusterQuery, now: number): Passing {
  const locations = new Map<string, Promise<ClusterQuery | null>>();
  const located = (location: string, remote: boolean): Promise<ClusterQuery | null> => {
    const place = createPlaceFilter(location, options.gazetteer);
    const name = `${remote} ${location}`;
    const known =
      locations.get(name) ??
      options.sets.query(place, { remote, within }).then(({ sure, maybe }) => (sure === maybe ? sure : null));
    locations.set(name, known);
    return known;
  };
  return async (query) => {
    const location = await located(query.location, asksRemote(query));
    return location === null ? null : mustMeetAll([...filterQueries(query, now), location]);
  };
}

/** The searches that are counted: with each word of each field in place of its own or beside them, and without each field. */
async function variationsOf(
  { search }: Question,
  query: SearchSubject,
  passing: Passing,
): Promise<Record<string, ClusterQuery> | null> {
  const { asked } = search;
  const wanted = new Map<string, SearchSubject>();
  for (const field of facetFields) {
    const isSpan = field === 'dateSincePosted';
    const own = isSpan && query[field] !== '' ? [query[field]] : [];
    for (const word of new Set<string>([...facetWords[field], ...own])) {
      const value = isSpan ? word : valueListOf([...wordsIn<string>(asked[field]), word]);
      wanted.set(countName({ field, word }), { ...query, [field]: value });
    }
  }
  for (const field of [...facetFields, 'location', 'salary'] as const)
    wanted.set(countName({ field }), subjectWithout(search, field));
  const queries = tableOf<ClusterQuery>({});
  for (const [name, subject] of wanted) {
    const passed = await passing(subject);
    if (passed === null) return null;
    queries[name] = passed;
  }
  return queries;
}
