import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { isKnown, type Token } from './name-meaning.js';
import { type Candidate, candidatesOf, partsOf } from './place-candidates.js';

/** Adjacent parts that name one place, with its possible readings, most plausible first; none = an unknown name. */
export type Run = { tokens: readonly Token[]; candidates: readonly Candidate[] };

/** Maximum parts of one place: a house, a district, a city, a county, a region, a country. */
const longestRun = 6;
/** The cost of each further place, which favours reading parts as one place. */
const extraPlaceCost = -2;
const afterBreak = 0.5;
/** The cost of an unknown name: any reading is better. */
const unknownName = -4.5;

/** Groups the parts of a text into places so that the sum of their scores is the highest. */
export function groupTokens(tokens: readonly Token[], gazetteer: Gazetteer): Run[] {
  const best: { score: number; from: number; run: Run | null }[] = [{ score: 0, from: 0, run: null }];
  const parts = partsOf(tokens, gazetteer);
  for (let end = 1; end <= tokens.length; end++) {
    best[end] = { score: Number.NEGATIVE_INFINITY, from: 0, run: null };
    for (let from = end - 1; from >= Math.max(0, end - longestRun); from--) {
      const run = { tokens: tokens.slice(from, end), candidates: candidatesOf(parts.slice(from, end)) };
      const score = (best[from]?.score ?? 0) + scoreOf(run);
      // Parts that contradict each other are not one place, regardless of the part before them.
      if (run.candidates.length === 0 && run.tokens.filter(isKnown).length > 1) break;
      if (repeatsItsEnd(run.tokens)) break;
      if (score > (best[end]?.score ?? Number.NEGATIVE_INFINITY)) best[end] = { score, from, run };
    }
  }
  const runs: Run[] = [];
  for (let end = tokens.length; end > 0; end = best[end]?.from ?? 0) {
    const run = best[end]?.run;
    if (run) runs.unshift(run);
  }
  return runs;
}

/** "Dayton, OH, Troy, OH": a region or country is not repeated after another name within one place. */
function repeatsItsEnd(tokens: readonly Token[]): boolean {
  return tokens.some(
    (token, at) =>
      at > 0 && tokens[at - 1]?.joint !== 'space' && tokens.slice(at + 2).some((later) => isSameWide(token, later)),
  );
}

function isSameWide(one: Token, other: Token): boolean {
  if (one.country !== null && one.country === other.country && one.cities.length === 0) return true;
  const [region] = one.regions;
  const [same] = other.regions;
  return region !== undefined && region.country === 'US' && same?.name === region.name && same.country === 'US';
}

function scoreOf({ tokens, candidates: [first] }: Run): number {
  if (first === undefined) return tokens.length > 1 ? Number.NEGATIVE_INFINITY : unknownName;
  return first.score + extraPlaceCost + (tokens[0]?.breakBefore ? afterBreak : 0);
}
