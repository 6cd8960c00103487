import { isPayOfFullTime } from '../../../shared/search/job.js';
import { isStated } from '../dedupe/contradictions.js';
import { type PayRange, payRange } from '../segment/fact-columns.js';
import type { Group } from '../segment/prepared-collection.js';
import type { Columns } from './columns-type.js';
import { isGroup, type PlacedItems } from './opening.js';

/** The pay of items whose postings state different pay, besides the highest. */
export type OtherPay = Pick<Columns, 'otherPayItem' | 'otherPayFrom' | 'otherPayTo' | 'otherPayCurrency'>;

/** That of a corpus without items. */
export const noOtherPay: OtherPay = {
  ...{ otherPayItem: new Uint32Array(0), otherPayCurrency: new Uint8Array(0) },
  ...{ otherPayFrom: new Float64Array(0), otherPayTo: new Float64Array(0) },
};

/**
 * All different pay that the postings of an opening state, the highest number first; that of the record alone when none states it.
 * The full-time year of part-time pay by the hour is none that a board states: it counts beside one of its kind.
 */
export function payOfGroup({ shown, members }: Group): [PayRange, ...PayRange[]] {
  const isOfFullTime = isPayOfFullTime(shown.job);
  const stated = members.flatMap(({ job }) =>
    isStated(job, 'salary') || (isOfFullTime && isPayOfFullTime(job)) ? payRange(job) : [],
  );
  const [highest = payRange(shown.job), ...others] = [payRange(shown.job), ...stated]
    .filter(({ to }) => to >= 0)
    .toSorted((one, other) => other.to - one.to);
  const isNew = (pay: PayRange, at: number): boolean =>
    ![highest, ...others.slice(0, at)].some((each) => isSame(each, pay));
  return [highest, ...others.filter(isNew)];
}

const isSame = (one: PayRange, other: PayRange): boolean =>
  one.from === other.from && one.to === other.to && one.currency === other.currency;

/** The rows after some items have changed: of those that stay or move, and of the openings that are placed. */
export function extendOtherPay(former: OtherPay, { size, placed }: Pick<PlacedItems, 'size' | 'placed'>): OtherPay {
  const formerRows = new Map<number, PayRange[]>();
  for (const [row, item] of former.otherPayItem.entries()) {
    const pay = {
      from: former.otherPayFrom[row] ?? -1,
      to: former.otherPayTo[row] ?? -1,
      currency: former.otherPayCurrency[row] ?? 0,
    };
    formerRows.set(item, [...(formerRows.get(item) ?? []), pay]);
  }
  const rows = new Map([...formerRows].filter(([item]) => item < size));
  for (const each of placed) {
    const pays =
      'from' in each
        ? formerRows.get(each.from)
        : isGroup(each.opening)
          ? payOfGroup(each.opening).slice(1)
          : undefined;
    if (pays === undefined || pays.length === 0) rows.delete(each.item);
    else rows.set(each.item, pays);
  }
  const all = [...rows]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([item, pays]) => pays.map((pay) => ({ item, ...pay })));
  return {
    otherPayItem: Uint32Array.from(all, ({ item }) => item),
    otherPayFrom: Float64Array.from(all, ({ from }) => from),
    otherPayTo: Float64Array.from(all, ({ to }) => to),
    otherPayCurrency: Uint8Array.from(all, ({ currency }) => currency),
  };
}
