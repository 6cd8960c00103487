import { type Heads, headFields } from '../../match/index/collection-index.js';
import { broadenable, candidatesAtMost, createNearBound, nearKeyword, nearUpTo } from '../../match/rank/near-titles.js';
import { bandFloor, bands, isMention } from '../../match/rank/score/score-bands.js';
import { titleParts } from '../../match/rank/score/title-cache.js';
import type { CorpusMatches } from '../../match/rank/search-corpus.js';
import { runInStretches, type Task } from '../../process/cooperative.js';
import { type AskedQuestion, type AskOptions, queriesOf, type Variation } from './ask-question.js';
import { everything, exactBounds, mustMeetAll, mustNotMeet } from './cluster-query.js';
import { type FoundOpening, listOpenings } from './find-openings.js';
import { type Gathering, gather, noteSilent } from './gather-corpus.js';
import { headsAtOnce, readHeads } from './heads.js';
import { nearTitleQuery } from './keyword-query.js';

/** Candidates that are listed: more than are compared, for those that are equal to the last of these. */
const mostListed = 5000;

/** Candidates fetched at first: more than are shown, since repeats are lowered. */
const firstFetched = 2 * nearUpTo;

/** A search of what was gathered, and again with the near titles among it; `exact`: its matches in all. */
type Nearing = { asked: AskedQuestion; found: CorpusMatches; exact: number; search(): Promise<CorpusMatches> };

/**
 * Searches what was gathered together with the openings that are near to its keyword, when it shows near ones: after less than `nearUpTo`
 * titles or, in another order, exact matches. So many are fetched, in the order of what they can reach, that no other is among those shown.
 */
export async function searchNear(
  options: AskOptions,
  gathering: Gathering,
  { asked, found, exact, search }: Nearing,
): Promise<CorpusMatches> {
  const words = asked.keyword.conjunctions.length === 0 ? null : broadenable(asked.reading.root);
  if (words === null) return found;
  const isSorted = found.order !== 'relevant';
  const isTitle = ({ score }: { score: number }): boolean => !isMention(score);
  const before = isSorted ? exact : found.list(nearUpTo, 0).ranked.filter(isTitle).length;
  if (before >= nearUpTo) return found;
  const candidates = await findCandidates(options, gathering, { asked, words, variation: asked });
  for (let from = 0, count = firstFetched; ; from += count, count = from) {
    await gather(options.cache, gathering, candidates.slice(from, from + count));
    const shown = await search();
    const next = candidates[from + count];
    if (next === undefined || next.most < leastNear(shown, nearUpTo - before)) return shown;
  }
}

/** The score of the last of so many near titles that are shown; 0 = there are fewer. */
function leastNear(shown: CorpusMatches, count: number): number {
  // They are listed after less than `nearUpTo` others.
  const { ranked } = shown.list(2 * nearUpTo, 0);
  const scores = ranked.map(({ score }) => score).filter((score) => bandFloor(score) === bands.near.from);
  return scores.length < count ? 0 : Math.min(...scores);
}

type Candidates = { asked: AskedQuestion; words: readonly string[]; variation: Variation };

/** Adds all openings that are near to some words, among those that pass the filters of a search and do not meet it. */
export async function gatherCandidates(
  options: AskOptions,
  gathering: Gathering,
  candidates: Candidates,
): Promise<void> {
  await gather(options.cache, gathering, await findCandidates(options, gathering, candidates));
}

/** An opening that may be near; `most`: what it may score at most. */
type Candidate = FoundOpening & { most: number };

/** The openings whose titles tell most of some words and can be near, those that can be nearest first. */
async function findCandidates(
  options: AskOptions,
  gathering: Gathering,
  { asked: { held, queries }, words, variation }: Candidates,
): Promise<Candidate[]> {
  const { all } = await queriesOf(options, { ...variation, bounds: exactBounds(everything) });
  // Only the score of the words counts.
  const query = {
    bool: { filter: [mustMeetAll([all, mustNotMeet(queries.sure)])], must: [nearTitleQuery(words)] },
  };
  const listed = { ...options, held, query, order: 'score', most: mostListed, fields: ['heads'] } as const;
  const page = await listOpenings(listed);
  noteSilent(gathering, page);
  const least = page.openings[candidatesAtMost - 1]?.order[0] ?? 0;
  const likely = page.openings.filter(({ order: [telling = 0] }) => telling >= least);
  const candidates = await runInStretches(boundingCandidates(likely, words));
  return candidates.sort((one, other) => other.most - one.most);
}

/** What openings can score at most, of those that can be near, in steps. */
function* boundingCandidates(openings: readonly FoundOpening[], words: readonly string[]): Task<Candidate[]> {
  const boundOf = createNearBound(words);
  const own = [...nearKeyword(words).own.words.keys()];
  const candidates: Candidate[] = [];
  for (let from = 0; from < openings.length; from += headsAtOnce) {
    const some = openings.slice(from, from + headsAtOnce);
    const { index, numberOf } = readHeads(
      some.flatMap(({ heads }) => heads),
      own,
    );
    let entry = 0;
    for (const opening of some) {
      const { heads, met, parts } = opening;
      // They are unknown where they are too long.
      let most = heads.length === 0 ? bands.title.from : 0;
      for (let head = 0; head < heads.length; head++, entry++) {
        const at = entry;
        const fieldsOf = (word: string): number[] => [
          ...fieldsWith(index, numberOf(word), at),
          ...(met.includes(word) ? [headFields] : []),
        ];
        most = Math.max(most, boundOf({ title: titleParts(index, at), postings: parts.length, fieldsOf }) ?? 0);
      }
      if (most > 0) candidates.push({ ...opening, most });
    }
    yield;
  }
  return candidates;
}

/** The fields of an entry, but for its title and its text, that have a word. */
function fieldsWith({ stream, bounds }: Heads, word: number, entry: number): number[] {
  const fields: number[] = [];
  for (let field = 1; field < headFields; field++) {
    const at = entry * headFields + field;
    if (stream.subarray(bounds[at], bounds[at + 1]).includes(word)) fields.push(field);
  }
  return fields;
}
