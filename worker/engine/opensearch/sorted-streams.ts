import type { Place } from '../../../shared/search/job.js';
import { unitsOf } from '../../../shared/words/exchange-rates.js';
import { payIn } from '../../match/rank/filter/converted-pay.js';
import { nearnessOf, unknownPay, unratedPay } from '../../match/rank/score/sort-keys.js';
import type { AskOptions } from './ask-question.js';
import { type ClusterQuery, mustMeetAll, mustMeetAny, mustNotMeet } from './cluster-query.js';
import { countEach, countSets } from './count-openings.js';
import { type FoundOpening, type ListedIndex, listAllOpenings } from './find-openings.js';
import { createStream, newestStream, type OpeningStream } from './opening-streams.js';

type Sorting = { sure: ClusterQuery };

const isPaid: ClusterQuery = { exists: { field: 'pay' } };
const paidIn = (number: number): ClusterQuery => ({ term: { currency: number } });

/**
 * The openings that meet a query by their pay in a currency: one stream for each currency that has a rate, whose order is that of its
 * amounts, then the pay that cannot be converted, and none (`payKeys`). `first`: those that have to be asked to know the highest.
 */
export async function payStreams(
  listing: AskOptions & ListedIndex,
  { sure, currency }: Sorting & { currency: string },
): Promise<{ streams: OpeningStream[]; first: number }> {
  const units = unitsOf(currency);
  const rated = [...units.keys()].filter((number) => !Number.isNaN(units[number]));
  const within = mustMeetAll([sure, isPaid]);
  const queries = Object.fromEntries(rated.map((number) => [number, paidIn(number)]));
  const { counts } = await countEach(listing, { within, queries });
  const converted = rated
    .filter((number) => (counts.get(String(number)) ?? 0) > 0)
    .map((number) =>
      createStream(listing, {
        ...{ query: mustMeetAll([within, paidIn(number)]), order: 'pay', first: [Number.POSITIVE_INFINITY] },
        boundOf: ([pay = 0, payFrom = 0, date = 0]) => [payIn(units, number, pay), payIn(units, number, payFrom), date],
      }),
    );
  const unrated = mustMeetAll([within, mustNotMeet(mustMeetAny(rated.map(paidIn)))]);
  const others = [
    newestStream(listing, unrated, [unratedPay, unratedPay]),
    newestStream(listing, mustMeetAll([sure, mustNotMeet(isPaid)]), [unknownPay, unknownPay]),
  ];
  return { streams: [...converted, ...others], first: Math.max(1, converted.length) };
}

/** Openings that are as near: the names of their location sets, and how many openings these have. */
type AsNear = { nearness: number; sets: string[]; count: number };

/**
 * The openings that meet a query by how near they are to one of some points. The index counts them by their location sets, of which
 * our code knows how near they are: the nearest sets that have so many openings make a stream. Of more sets than the index counts, all
 * openings are listed at once.
 */
export async function distanceStreams(
  listing: AskOptions & ListedIndex,
  { sure, centres, wanted }: Sorting & { centres: readonly Place[]; wanted: number },
): Promise<OpeningStream[]> {
  const counts = await countSets(listing, sure);
  const sets = counts === null ? null : await listing.sets.named([...counts.keys()]);
  if (counts === null || sets === null)
    return [wholeStream(listing, sure, { nearest: Number.POSITIVE_INFINITY, nearnesses: new Map() })];
  const nearnesses = new Map<string, number>();
  const asNear = new Map<number, AsNear>();
  for (const [name, { places }] of sets) {
    const nearness = nearnessOf(places, centres);
    const known = asNear.get(nearness) ?? { nearness, sets: [], count: 0 };
    known.sets.push(name);
    known.count += counts.get(name) ?? 0;
    asNear.set(nearness, known);
    nearnesses.set(name, nearness);
  }
  const inSets = (some: readonly AsNear[]): ClusterQuery =>
    mustMeetAll([sure, { terms: { locations: some.flatMap((each) => each.sets) } }]);
  const streams: OpeningStream[] = [];
  let some: AsNear[] = [];
  let count = 0;
  const endStream = (): void => {
    const [nearest] = some;
    if (nearest !== undefined)
      streams.push(wholeStream(listing, inSets(some), { nearest: nearest.nearness, nearnesses }));
    [some, count] = [[], 0];
  };
  for (const each of [...asNear.values()].sort((one, other) => (one.nearness < other.nearness ? 1 : -1))) {
    if (each.count > wanted) {
      endStream();
      streams.push(newestStream(listing, inSets([each]), [each.nearness]));
    } else {
      some.push(each);
      count += each.count;
      if (count >= wanted) endStream();
    }
  }
  endStream();
  return streams;
}

/** The openings of some location sets, all at once; `nearnesses` of the sets, by their names. */
function wholeStream(
  listing: ListedIndex,
  query: ClusterQuery,
  { nearest, nearnesses }: { nearest: number; nearnesses: ReadonlyMap<string, number> },
): OpeningStream {
  let isListed = false;
  const orderOf = ({ locations: [set = ''] }: FoundOpening): readonly number[] => [
    nearnesses.get(set) ?? Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ];
  return {
    get unlisted() {
      return isListed ? null : [nearest, Number.POSITIVE_INFINITY];
    },
    async next() {
      const page = await listAllOpenings({ ...listing, query });
      isListed = true;
      return { ...page, openings: page.openings.map((each) => ({ ...each, order: orderOf(each) })) };
    },
  };
}
