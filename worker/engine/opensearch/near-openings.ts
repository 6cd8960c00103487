import { broadenable, nearUpTo } from '../../match/rank/near-titles.js';
import { isMention } from '../../match/rank/score/score-bands.js';
import type { CorpusMatches } from '../../match/rank/search-corpus.js';
import { type AskedQuestion, type AskOptions, queriesOf, type Variation } from './ask-question.js';
import { everything, exactBounds, mustMeetAll, mustNotMeet } from './cluster-query.js';
import { listOpenings } from './find-openings.js';
import { type Gathering, gather, noteSilent } from './gather-corpus.js';
import { nearTitleQuery } from './keyword-query.js';

/** Candidates for near titles: more than are compared of all postings (worker/match/rank/near-titles.ts), for their ties. */
const mostCandidates = 5000;

type Nearing = { asked: AskedQuestion; found: CorpusMatches; exact: number };

/**
 * Adds the openings that may be near to a keyword, when a search shows near ones: after less than `nearUpTo` titles or, in another order,
 * exact matches. Returns whether it did.
 */
export async function gatherNear(
  options: AskOptions,
  gathering: Gathering,
  { asked, found, exact }: Nearing,
): Promise<boolean> {
  const words = asked.keyword.conjunctions.length === 0 ? null : broadenable(asked.reading.root);
  if (words === null) return false;
  const isSorted = found.order !== 'relevant';
  const isTitle = ({ score }: { score: number }): boolean => !isMention(score);
  const before = isSorted ? exact : found.list(nearUpTo, 0).ranked.filter(isTitle).length;
  if (before >= nearUpTo) return false;
  await gatherCandidates(options, gathering, { asked, words, variation: asked });
  return true;
}

type Candidates = { asked: AskedQuestion; words: readonly string[]; variation: Variation };

/** Adds the openings whose titles tell most of some words, among those that pass the filters of a search and do not meet it. */
export async function gatherCandidates(
  options: AskOptions,
  gathering: Gathering,
  { asked: { held, queries }, words, variation }: Candidates,
): Promise<void> {
  const { all } = await queriesOf(options, { ...variation, bounds: exactBounds(everything) });
  // Only the score of the words counts.
  const query = {
    bool: { filter: [mustMeetAll([all, mustNotMeet(queries.sure)])], must: [nearTitleQuery(words)] },
  };
  const page = await listOpenings({ ...options, held, query, order: 'score', most: mostCandidates });
  noteSilent(gathering, page);
  await gather(options.cache, gathering, page.openings);
}
