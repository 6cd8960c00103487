import { type KeywordNode, termOf } from '../../../shared/keyword/keyword-node.js';
import { tableOf } from '../../../shared/table-of.js';
import { interpretKeyword } from '../../match/keyword/interpret-keyword.js';
import type { Offers } from '../../match/rank/empty-answer.js';
import { broadenable } from '../../match/rank/near-titles.js';
import { searching } from '../../match/rank/search-corpus.js';
import { runInStretches } from '../../process/cooperative.js';
import type { Question } from '../engine.js';
import { type AskedQuestion, type AskOptions, type Queries, queriesOf, unfiltered } from './ask-question.js';
import { type ClusterQuery, everything, exactBounds, mustMeetAll, mustNotMeet } from './cluster-query.js';
import { countEach } from './count-openings.js';
import { emptyGathering, gatherAll } from './gather-corpus.js';
import { keywordQuery } from './keyword-query.js';
import { gatherCandidates } from './near-openings.js';

/**
 * Counts what would find something in place of a question that finds nothing: our code among near titles and what it has to decide
 * about, the cluster among all others.
 */
export async function countHeldOffers(
  options: AskOptions,
  asked: AskedQuestion,
  question: Question,
): Promise<Offers | null> {
  const { reading, held, query } = asked;
  const gathering = emptyGathering();
  const open = { ...asked, query: unfiltered(query) };
  const words = new Map<string, Queries>();
  for (const word of wordsApart(reading.root)) {
    const bounds = keywordQuery(interpretKeyword(termOf([word], { isExact: true })));
    words.set(word, await queriesOf(options, { ...asked, bounds }));
  }
  const keywordAway = await queriesOf(options, { ...asked, bounds: exactBounds(everything) });
  const doubtful = [await queriesOf(options, open), keywordAway, ...words.values()].map((each) => each.doubtful);
  await gatherAll({ ...options, held }, gathering, doubtful);
  const near = asked.keyword.conjunctions.length === 0 ? null : broadenable(reading.root);
  if (near !== null) await gatherCandidates(options, gathering, { asked, words: near, variation: open });
  const search = { now: question.now, gazetteer: options.gazetteer, reading };
  const { offers } = await runInStretches(searching(gathering.corpus, question.search, search));
  if (offers === null) return null;
  const queries: Record<string, ClusterQuery> = {};
  for (const field of Object.keys(offers.fields)) {
    const without =
      field === 'keyword' ? keywordAway : await queriesOf(options, { ...asked, query: { ...query, [field]: '' } });
    queries[`without ${field}`] = without.sure;
  }
  for (const word of Object.keys(offers.words))
    queries[`word ${word}`] = words.get(word)?.sure ?? mustNotMeet(everything);
  const within = mustMeetAll([asked.within, mustNotMeet({ terms: { name: [...gathering.names] } })]);
  const { counts } = await countEach(options, { within, queries });
  const fields = Object.entries(offers.fields).map(([field, [exact, others]]) => {
    return [field, [exact + (counts.get(`without ${field}`) ?? 0), others]] as const;
  });
  const alone = Object.entries(offers.words).map(([word, count]) => {
    return [word, count + (counts.get(`word ${word}`) ?? 0)] as const;
  });
  return { fields: tableOf(Object.fromEntries(fields)), words: tableOf(Object.fromEntries(alone)) };
}

/** The words of a keyword that are tried alone (worker/match/rank/empty-answer.ts). */
function wordsApart(root: KeywordNode | null): string[] {
  if (broadenable(root) === null || root === null) return [];
  const terms = root.kind === 'and' ? root.of : [root];
  const words = terms.flatMap((term) => (term.kind === 'term' ? term.words : []));
  return words.length < 2 ? [] : words;
}
