/** Counts what would find something in place of a question that finds nothing. */
import { termOf } from '../../../shared/keyword/keyword-node.js';
import { narrowingFields, type SearchSubject } from '../../../shared/search/query/query.js';
import { tableOf } from '../../../shared/table-of.js';
import { requiredOf } from '../../match/keyword/analyze-search.js';
import { interpretKeyword } from '../../match/keyword/interpret-keyword.js';
import { type Offers, wordsApart } from '../../match/rank/empty-answer.js';
import { broadenable } from '../../match/rank/near-titles.js';
import { searchAnalyzed } from '../../match/rank/search-corpus.js';
import type { Question } from '../engine.js';
import { type AskedQuestion, type AskOptions, listNear, passingQuery } from './ask-question.js';
import { allMet, type ClusterQuery } from './cluster-query.js';
import { corpusOf, countEach } from './find-openings.js';
import { keywordQuery } from './keyword-query.js';

/** Counts the search without each of its fields, near titles included, and of each of its words alone. */
export async function countIndexedOffers(
  options: AskOptions,
  asked: AskedQuestion,
  question: Question,
): Promise<Offers> {
  const { reading, within, query, passing } = asked;
  const set = narrowingFields.filter((field) => query[field] !== '');
  // All jobs held are no answer to a keyword that has no filter.
  const fields = set.length === 1 && set[0] === 'keyword' ? [] : set;
  const without = fields.map((field) => {
    const subject: SearchSubject = { ...query, [field]: '' };
    const isKeyword = field === 'keyword' || field === 'skills';
    const root = isKeyword ? requiredOf(subject).root : reading.root;
    const passingRest = passingQuery(options, { ...asked, query: subject });
    const matching = allMet([passingRest, keywordQuery(interpretKeyword(root))]);
    return { field, subject, root, passing: passingRest, matching };
  });
  const words = wordsApart(reading.root);
  const queries = new Map<string, ClusterQuery>([
    ...without.map(({ field, matching }) => [`without ${field}`, matching] as const),
    ...words.map((word) => {
      const alone = interpretKeyword(termOf([word], { isExact: true }));
      return [`word ${word}`, allMet([passing, keywordQuery(alone)])] as const;
    }),
  ]);
  const nearOf = async ({ subject, root, ...queries }: (typeof without)[number]): Promise<number> => {
    const telling = broadenable(root);
    if (telling === null) return 0;
    const corpus = await corpusOf(options.cache, await listNear(options, queries, telling));
    const search = { now: question.now, gazetteer: options.gazetteer, reading: { root, notices: [] } };
    const found = searchAnalyzed(corpus, { ...question.search, subject }, search);
    return found.total - found.exact;
  };
  const [{ counts }, ...near] = await Promise.all([countEach(options, { within, queries }), ...without.map(nearOf)]);
  const offered = without.map(
    ({ field }, at) => [field, [counts.get(`without ${field}`) ?? 0, near[at] ?? 0]] as const,
  );
  const alone = words.map((word) => [word, counts.get(`word ${word}`) ?? 0] as const);
  return { fields: tableOf(Object.fromEntries(offered)), words: tableOf(Object.fromEntries(alone)) };
}
