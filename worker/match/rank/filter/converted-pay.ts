import { unitsOf } from '../../../../shared/words/exchange-rates.js';
import type { Columns } from '../../corpus/columns.js';

/** Yearly pay in one currency. -1 = none is stated, `NaN` = it cannot be converted. */
export type ConvertedPay = { to: number; from: number };

const upwards = 1 + 1e-9;

/** An amount of the currency with this number in another one, by the units of that one (`unitsOf`); `NaN` = it cannot be converted. */
export const payIn = (units: Float64Array, number: number, amount: number): number =>
  // As in the filter of pay, a converted amount may be rounded.
  (amount / (units[number] ?? Number.NaN)) * upwards;

const none: ConvertedPay = { to: -1, from: -1 };

/** Makes the function that gives the highest yearly pay that an item's postings state, in one currency. */
export function createConvertedPay(columns: Columns, currency: string): (item: number) => ConvertedPay {
  const { payFrom, yearlyPay, payCurrency, otherPay } = columns;
  const units = unitsOf(currency);
  const convert = (from = -1, to = -1, number = 0): ConvertedPay => {
    return to < 0 ? none : { to: payIn(units, number, to), from: payIn(units, number, from) };
  };
  const payOf = (item: number): ConvertedPay => convert(payFrom[item], yearlyPay[item], payCurrency[item]);
  const highest = new Map<number, ConvertedPay>();
  for (const [item, pays] of otherPay)
    for (const { from, to, currency } of pays) {
      const other = convert(from, to, currency);
      const known = highest.get(item) ?? payOf(item);
      highest.set(item, Number.isNaN(known.to) || isHigher(other, known) ? other : known);
    }
  return (item) => highest.get(item) ?? payOf(item);
}

const isHigher = (one: ConvertedPay, other: ConvertedPay): boolean =>
  one.to > other.to || (one.to === other.to && one.from > other.from);
