import type { AskedPay } from '../../../../shared/search/query/asked-pay.js';
import { currencyCodes } from '../../../../shared/words/currencies.js';
import { unitsOf } from '../../../../shared/words/exchange-rates.js';
import type { Columns } from '../../corpus/columns.js';
import type { PayRange } from '../../segment/fact-columns.js';

/**
 * The range of yearly pay that a search asks for, in each currency by its number (`currencyNumber`): from `least` to `most`, both `NaN`
 * in one that it cannot be converted into. They are a billionth wider, since a converted amount is rounded.
 */
export type PayBounds = { least: Float64Array; most: Float64Array };

const rounding = 1e-9;

/** The bounds of what is asked: in the currency that is named, else the same numbers in each, and without a currency. */
export function boundsOfPay({ min, max, currency }: AskedPay): PayBounds {
  const units = currency === null ? new Float64Array(currencyCodes.length + 1).fill(1) : unitsOf(currency);
  return {
    least: units.map((unit) => (min ?? 0) * unit * (1 - rounding)),
    most: units.map((unit) => (max ?? Number.POSITIVE_INFINITY) * unit * (1 + rounding)),
  };
}

/** Whether yearly pay overlaps bounds; pay that is not known (-1) never does. */
export const overlapsPay = ({ least, most }: PayBounds, { from, to, currency }: PayRange): boolean =>
  to >= (least[currency] ?? Number.NaN) && from <= (most[currency] ?? Number.NaN);

/** Keeps items of which any posting states pay that overlaps what a search asks. */
export function payFilter(
  asked: AskedPay,
  { payFrom, yearlyPay, payCurrency, otherPay }: Columns,
): (items: Int32Array, count: number) => number {
  const bounds = boundsOfPay(asked);
  const { least, most } = bounds;
  const others = new Set<number>();
  for (const [item, pays] of otherPay) if (pays.some((pay) => overlapsPay(bounds, pay))) others.add(item);
  return (items, count) => {
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const item = items[at] ?? 0;
      const number = payCurrency[item] ?? 0;
      const isPaid =
        (yearlyPay[item] ?? -1) >= (least[number] ?? Number.NaN) &&
        (payFrom[item] ?? -1) <= (most[number] ?? Number.NaN);
      if (isPaid || (others.size > 0 && others.has(item))) items[kept++] = item;
    }
    return kept;
  };
}
