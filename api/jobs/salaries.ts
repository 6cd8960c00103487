import { LRUCache } from 'lru-cache';
import type { Facets } from '../../shared/search/facets.js';
import { anySearch, type SearchSubject } from '../../shared/search/query/query.js';
import { exchangeRates } from '../../shared/words/exchange-rates.js';
import type { AskHeld } from './ask-held.js';

/** Jobs that must state their pay before it is summarised. */
export const leastStating = 10;

type Buckets = Facets['salary']['buckets'];

/**
 * A currency whose count steps have a useful size, and how many of its units equal one of the wanted one: in yen all
 * pay would fall into the last step.
 */
export function rulerOf(currency: string): { code: string; units: number } {
  const { perEuro } = exchangeRates();
  const units = (perEuro.get(currency) ?? 1) / (perEuro.get('USD') ?? 1);
  return units >= 0.5 && units <= 2 ? { code: currency, units: 1 } : { code: 'USD', units };
}

/** A yearly pay that a share of the jobs stay below; `isOpen`: it is that or more, in the last step of the counts. */
export type PayMark = { amount: number; isOpen: boolean };

/** The pay of some jobs: how many state it, and its quartiles. */
export type PaySpread = { jobs: number; low: PayMark; median: PayMark; high: PayMark };

/** A group of jobs by a word of the search (a level, a place) or, for months, by how many days ago it began. */
export type PayGroup<Word> = { word: Word } & PaySpread;

/**
 * Yearly pay of a search's jobs: the highest that each states, converted into one currency. `total`: all jobs;
 * `spread`: `null` when fewer than `leastStating` state it; smaller groups are left out.
 */
export type Salaries = {
  total: number;
  spread: PaySpread | null;
  buckets: Buckets;
  levels: PayGroup<string>[];
  places: PayGroup<string>[];
  months: PayGroup<number>[];
  partial: boolean;
};

/** Searches whose pay is kept in memory, and for how many milliseconds. */
const kept = 100;
const keptMs = 300_000;

/** Places and months shown, and questions sent at once. */
const mostPlaces = 6;
const mostMonths = 6;
const atOnce = 4;
const monthDays = 30;

/** Reads the pay of a search's jobs in a currency. Throws `unavailable` when no worker answers. */
export type FindSalaries = (subject: SearchSubject, currency: string) => Promise<Salaries>;

/** Makes the function that reads pay; searches of the last minutes are kept. */
export function createFindSalaries({ askHeld }: { askHeld: AskHeld }): FindSalaries {
  const known = new LRUCache<string, Salaries, SearchSubject>({
    max: kept,
    ttl: keptMs,
    fetchMethod: (_key, _stale, { context }) => readSalaries(askHeld, context),
  });
  return async (asked, currency) => {
    const { code, units } = rulerOf(currency);
    const subject = { ...anySearch, ...asked, salary: `1 ${code}`, sortBy: 'relevant', reader: undefined } as const;
    const found = await known.fetch(JSON.stringify(subject), { context: subject });
    if (found === undefined) throw new Error('The pay of a search was not read.');
    return units === 1 ? found : inUnits(found, units);
  };
}

/** Pay converted to a currency with this many units for one of the other. */
function inUnits(found: Salaries, units: number): Salaries {
  const mark = ({ amount, isOpen }: PayMark): PayMark => ({ amount: amount * units, isOpen });
  const spread = <Given extends PaySpread>(given: Given): Given => ({
    ...given,
    low: mark(given.low),
    median: mark(given.median),
    high: mark(given.high),
  });
  return {
    ...found,
    spread: found.spread && spread(found.spread),
    buckets: found.buckets.map(({ from, to, jobs }) => ({ from: from * units, to: to && to * units, jobs })),
    levels: found.levels.map(spread),
    places: found.places.map(spread),
    months: found.months.map(spread),
  };
}

/** `subject` filters by any pay in a currency, so that facets count the jobs that state one. */
async function readSalaries(askHeld: AskHeld, subject: SearchSubject): Promise<Salaries> {
  let partial = false;
  const ask = async (changed: Partial<SearchSubject>): Promise<Facets> => {
    const answer = await askHeld({ subject: { ...subject, ...changed }, jobs: 0, facets: true });
    partial ||= answer.partial;
    if (answer.facets === null) throw new Error('A question about pay was answered without counts.');
    return answer.facets;
  };
  const all = await ask({});
  const group = async <Word>(words: readonly Word[], bucketsOf: (word: Word) => Promise<Buckets>) => {
    const groups: PayGroup<Word>[] = [];
    for (let from = 0; from < words.length; from += atOnce) {
      const some = words.slice(from, from + atOnce);
      const found = await Promise.all(some.map(async (word) => ({ word, spread: spreadOf(await bucketsOf(word)) })));
      for (const { word, spread } of found) if (spread !== null) groups.push({ word, ...spread });
    }
    return groups;
  };
  const wordsOf = (rows: readonly { word: string; jobs: number }[]): string[] =>
    rows.flatMap(({ word, jobs }) => (word !== '' && jobs >= leastStating ? [word] : []));
  const payOf = (changed: Partial<SearchSubject>) => ask(changed).then(({ salary }) => salary.buckets);
  const { buckets, any } = all.salary;
  const spread = spreadOf(buckets);
  const asked = spread === null || subject.experienceLevel !== '' ? [] : wordsOf(all.experienceLevel);
  const levels = await group(asked, (word) => payOf({ experienceLevel: word as SearchSubject['experienceLevel'] }));
  const placed = spread === null ? [] : wordsOf(all.places).slice(0, mostPlaces);
  const places = await group(placed, (location) => payOf({ location }));
  const months = spread === null || subject.dateSincePosted !== '' ? [] : await readMonths(payOf, group);
  return { total: any, spread, buckets, levels, places, months, partial };
}

type Group = <Word>(words: readonly Word[], bucketsOf: (word: Word) => Promise<Buckets>) => Promise<PayGroup<Word>[]>;

/** Pay by months of 30 days, the latest first: postings since the month began minus those since it ended. */
function readMonths(payOf: (changed: Partial<SearchSubject>) => Promise<Buckets>, group: Group) {
  const known = new Map<number, Promise<Buckets>>([[0, Promise.resolve([])]]);
  // Where one month begins another ends: each is queried once.
  const since = (months: number): Promise<Buckets> => {
    const asked =
      known.get(months) ?? payOf({ dateSincePosted: months === 1 ? 'past month' : `${months * monthDays * 24}hr` });
    known.set(months, asked);
    return asked;
  };
  const months = Array.from({ length: mostMonths }, (_, at) => (at + 1) * monthDays);
  return group(months, async (days) => {
    const [begun, ended] = await Promise.all([since(days / monthDays), since(days / monthDays - 1)]);
    return begun.map((each, at) => ({ ...each, jobs: Math.max(0, each.jobs - (ended[at]?.jobs ?? 0)) }));
  });
}

/** The pay spread that the step counts imply; `null` = too few state it. */
export function spreadOf(buckets: Buckets): PaySpread | null {
  const jobs = buckets.reduce((sum, each) => sum + each.jobs, 0);
  if (jobs < leastStating) return null;
  return {
    jobs,
    low: markAt(buckets, jobs / 4),
    median: markAt(buckets, jobs / 2),
    high: markAt(buckets, (3 * jobs) / 4),
  };
}

/** The pay that this many jobs stay below, assuming an even spread within a step. */
function markAt(buckets: Buckets, count: number): PayMark {
  let before = 0;
  for (const { from, to, jobs } of buckets) {
    if (jobs > 0 && before + jobs >= count)
      return to === null
        ? { amount: from, isOpen: true }
        : { amount: Math.round((from + ((to - from) * (count - before)) / jobs) / 1000) * 1000, isOpen: false };
    before += jobs;
  }
  return { amount: buckets.at(-1)?.from ?? 0, isOpen: true };
}
