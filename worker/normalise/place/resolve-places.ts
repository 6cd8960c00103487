import type { Run } from './group-tokens.js';
import type { Candidate } from './place-candidates.js';

/**
 * The reading chosen for a run: `guessed` = from context or by a narrow margin, `open` = other postings of the company
 * may decide.
 */
export type ResolvedRun = { run: Run; candidate: Candidate; guessed: boolean; open: boolean };

/**
 * Thresholds in powers of ten of inhabitants: a lead below `closeCall` is decided by context, one below `coinToss` is a
 * guess.
 */
const closeCall = 0.7;
const coinToss = 0.4;
const sameRegion = 1.6;
const sameCountry = 0.9;
const sameLevel = 0.7;
const bareRegion = 2;
const likelyRegion = 0.5;
const likelyCountry = 0.35;

/**
 * Chooses among the namesakes of each place in a text: by the other places of the text, then by the company's location
 * bias, then by size.
 */
export function resolvePlaces(runs: readonly Run[], bias: ReadonlySet<string>): ResolvedRun[] {
  const confidence = runs.map(confidenceOf);
  return runs.flatMap((run, index): ResolvedRun[] => {
    const [first] = run.candidates;
    if (first === undefined) return [];
    const around = runs.length === 2 ? regionAround(runs[1 - index], run) : null;
    if (around !== null) return [{ run, candidate: around, guessed: false, open: false }];
    const twins = twinsOf(run);
    if (twins.length > 1) {
      const candidate = twins.find(({ country }) => bias.has(country ?? '')) ?? first;
      return [{ run, candidate, guessed: candidate !== first, open: true }];
    }
    if (confidence[index] === 1) return [{ run, candidate: first, guessed: false, open: false }];
    const others = runs.flatMap(({ candidates: [top] }, at) =>
      at === index || top === undefined ? [] : [{ top, confidence: confidence[at] ?? 0 }],
    );
    const context = contextOf(others, bias);
    const best = run.candidates.reduce((one, other) =>
      other.score + context(other) > one.score + context(one) ? other : one,
    );
    return [
      { run, candidate: best, guessed: best !== first || hasRival(run, coinToss), open: hasRival(run, sameRegion) },
    ];
  });
}

/** The lead (`inRegion`) of the first country that has a code; smaller than the score of a postcode. */
const byOrder = 2.2;

/** Readings of a town missing in the gazetteer whose region code exists in several countries: "Kilmore WA". */
function twinsOf({ candidates: [first, ...others] }: Run): readonly Candidate[] {
  if (first?.level !== 'city' || first.lat !== null) return [];
  const twins = others.filter(
    ({ level, lat, city, region, country, score }) =>
      level === 'city' &&
      lat === null &&
      city === first.city &&
      region === first.region &&
      country !== first.country &&
      score > first.score - byOrder,
  );
  return [first, ...twins];
}

/** "Florida; Naples": a bare region next to one city selects the city's namesake there, unless it is much smaller. */
function regionAround(other: Run | undefined, { candidates }: Run): Candidate | null {
  const [outer, rival] = other?.candidates ?? [];
  const [first] = candidates;
  if (first?.level !== 'city' || first.supporters > 0 || outer?.level !== 'region') return null;
  if (rival !== undefined && rival.score > outer.score - closeCall) return null;
  const inside = candidates.find(({ country, region }) => country === outer.country && region === outer.region);
  return inside !== undefined && inside !== first && inside.score > first.score - bareRegion ? inside : null;
}

/** The certainty of a run's best reading: without a close rival it needs no context, and is context for the others. */
function confidenceOf({ candidates: [first, rival] }: Run): number {
  if (first === undefined) return 0;
  const lead = first.score - (rival?.score ?? Number.NEGATIVE_INFINITY);
  if (lead >= (first.supporters > 0 ? closeCall : sameRegion)) return 1;
  return lead >= closeCall ? 0.8 : 0.4;
}

/** Whether the name has another reading elsewhere within a lead, in powers of ten. */
function hasRival({ candidates: [first, ...others] }: Run, lead: number): boolean {
  return first !== undefined && others.some((other) => !isNear(first, other) && other.score > first.score - lead);
}

const isNear = (one: Candidate, other: Candidate): boolean =>
  one.country === other.country && (one.region === other.region || one.level !== other.level);

type Other = { top: Candidate; confidence: number };

/**
 * The score that a text's other places and the company's bias add to a reading; stated facts count more than likely
 * ones.
 */
function contextOf(others: readonly Other[], bias: ReadonlySet<string>): (candidate: Candidate) => number {
  const [level, ...levels] = new Set(others.map(({ top }) => top.level));
  return (candidate) => {
    const { country, region } = candidate;
    if (country === null) return 0;
    const lean = bias.has(`${country} ${region}`) ? sameRegion : bias.has(country) ? sameCountry : 0;
    const near = others.filter(({ top }) => top.country === country);
    const isAlike = candidate.supporters === 0 && levels.length === 0 && candidate.level === level;
    return Math.max(lean, statedSupport(near, region), likelySupport(near, region)) + (isAlike ? sameLevel : 0);
  };
}

const isSupported = ({ top }: Other): boolean => top.supporters > 0 || top.level !== 'city';
const isIn = ({ top }: Other, region: string | null): boolean => region !== null && top.region === region;

function statedSupport(near: readonly Other[], region: string | null): number {
  return Math.max(0, ...near.filter(isSupported).map((other) => (isIn(other, region) ? sameRegion : sameCountry)));
}

/** The total of likely places counts at most as much as one place with a stated country. */
function likelySupport(near: readonly Other[], region: string | null): number {
  let likely = 0;
  for (const other of near)
    if (!isSupported(other)) likely += other.confidence * (isIn(other, region) ? likelyRegion : likelyCountry);
  return Math.min(likely, sameCountry);
}
