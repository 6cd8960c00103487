import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import type { Token } from './name-meaning.js';
import { meaningsOf, type PlaceMeaning, unknownTowns } from './place-meaning.js';
import { supportOf } from './place-support.js';
import { ordinaryWords } from './place-words.js';

/** A reading of adjacent parts as one place; `supporters` = the number of other parts that support it. */
export type Candidate = PlaceMeaning & { supporters: number };

/** A part of a text with its meanings by itself, and as an unknown town before the next part. */
export type Part = { token: Token; meanings: readonly PlaceMeaning[]; towns: readonly PlaceMeaning[] };

/** The parts of a text with their meanings, each looked up once. */
export function partsOf(tokens: readonly Token[], gazetteer: Gazetteer): Part[] {
  return tokens.map((token, at) => ({
    token,
    meanings: knownMeanings(token, gazetteer),
    towns: unknownTowns(token, tokens[at + 1], tokens.length),
  }));
}

const known = new WeakMap<Token, readonly PlaceMeaning[]>();

/** Parts that repeat are the same object, as they are memoized. */
function knownMeanings(token: Token, gazetteer: Gazetteer): readonly PlaceMeaning[] {
  const meanings = known.get(token) ?? meaningsOf(token, gazetteer);
  known.set(token, meanings);
  return meanings;
}

/** Every reading of a run of parts as one place, the most plausible first; none when its parts contradict each other. */
export function candidatesOf(parts: readonly Part[]): Candidate[] {
  const found: Candidate[] = [];
  for (const [at, { meanings, towns }] of parts.entries()) {
    for (const meaning of meanings) keep(found, weigh(parts, meaning, at));
    if (at < parts.length - 1) for (const town of towns) keep(found, weigh(parts, town, at));
  }
  return found.length > 1 ? found.sort((one, other) => other.score - one.score) : found;
}

function keep(found: Candidate[], candidate: Candidate | null): void {
  if (candidate !== null) found.push(candidate);
}

/** Adds the support of the other parts to a reading; `null` when one of them contradicts it. */
function weigh(parts: readonly Part[], meaning: PlaceMeaning, at: number): Candidate | null {
  let { score } = meaning;
  let supporters = 0;
  for (let index = 0; index < parts.length; index++) {
    const token = parts[index]?.token;
    if (token === undefined) continue;
    if (index > 0 && token.breakBefore) score += breakInside(meaning, index <= at);
    if (index === at) continue;
    const support = supportOf(token, meaning);
    if (support === null) return null;
    score += support;
    if (support > 0) supporters += 1;
  }
  if (supporters === 0) score += alone(parts[at]?.token, meaning);
  return score > leastScore ? { ...meaning, score, supporters } : null;
}

/** Readings with a lower score are dropped. */
const leastScore = -1.9;

/** A part before "/" or "or" belongs to what follows only if it is wider: "Germany / Berlin", not "Berlin / Germany". */
const breakInside = ({ level }: PlaceMeaning, isBefore: boolean): number =>
  isBefore ? -0.5 : level === 'city' ? -2.8 : -1.8;

/** The penalty of a name without support: for ordinary words, ends of addresses, villages and districts. */
function alone(token: Token | undefined, { level, region, part, score }: PlaceMeaning): number {
  if (token === undefined) return 0;
  // A code of a region counts only beside a city of it, except postal codes of states, which are used as names.
  if (level === 'region') return token.text.length <= 3 && (region ?? '').length > 3 ? -9 : 0;
  if (level !== 'city') return 0;
  if (token.weak || ordinaryWords.has(token.text.toLowerCase())) return -9;
  return (part ? -0.5 : 0) + (score < villageScore && !token.text.includes(' ') ? -0.5 : 0);
}

const villageScore = -1.2;
