import type { PayPeriod } from '../../shared/words/words.js';

/** How a currency is written and rounded locally. */
export type Currency = {
  code: string;
  symbol: string;
  /** `$9`, `9 zł`. */
  symbolFirst: boolean;
  /** Thousands separators; the first is used unless a style requires another. */
  separators: readonly string[];
  /** Units for one US dollar, for small sums that follow exchange rates rather than wages. */
  perDollar: number;
  /** What pay is rounded to. */
  steps: Readonly<Record<Exclude<PayPeriod, 'week'>, number>>;
  /** Minimum hourly pay. */
  lowestHourly: number;
};

type Steps = readonly [hour: number, day: number, month: number, year: number];

/** The currencies of the demo boards by ISO 4217 code. */
export const currencies: Readonly<Record<string, Currency>> = Object.fromEntries(
  [
    currency('USD', '$', [','], [1, 15], [0.5, 25, 100, 1000]),
    currency('GBP', '£', [','], [0.8, 12.5], [0.1, 25, 50, 1000]),
    currency('EUR', '€', [',', '.', ' '], [0.9, 13], [0.5, 10, 50, 1000]),
    currency('CHF', 'CHF ', ["'", ',', '’'], [0.9, 24], [0.5, 20, 100, 1000]),
    currency('CAD', '$', [','], [1.4, 17], [0.25, 25, 100, 1000]),
    currency('AUD', '$', [','], [1.5, 25], [0.5, 25, 100, 1000]),
    currency('INR', '₹', [','], [85, 150], [10, 500, 5000, 100_000]),
    currency('SGD', 'S$', [','], [1.3, 12], [0.5, 10, 100, 1000]),
    currency('PLN', ' zł', [' ', ',', '.'], [4, 31], [1, 50, 500, 1000]),
    currency('SEK', ' kr', [' ', ',', '.'], [10, 145], [5, 100, 500, 1000]),
  ].map((one) => [one.code, one]),
);

function currency(
  code: string,
  symbol: string,
  separators: readonly string[],
  [perDollar, lowestHourly]: readonly [number, number],
  [hour, day, month, year]: Steps,
): Currency {
  const symbolFirst = !symbol.startsWith(' ');
  return { code, symbol, symbolFirst, separators, perDollar, lowestHourly, steps: { hour, day, month, year } };
}

/** The currency of a code; throws on an unknown code. */
export function currencyOf(code: string): Currency {
  const found = currencies[code];
  if (!found) throw new Error(`No currency "${code}"; known are ${Object.keys(currencies).join(', ')}.`);
  return found;
}

/** A number with thousands separators; two decimals if it is not whole, or on request: 1234.5 → `1,234.50`. */
export function groupDigits(amount: number, separator: string, cents = !Number.isInteger(amount)): string {
  const [whole = '', rest] = (cents ? amount.toFixed(2) : String(amount)).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, separator);
  return rest ? `${grouped}${separator === '.' ? ',' : '.'}${rest}` : grouped;
}

/** An amount with its sign, as plainly as it can be written: `$1,500`, `1 500 zł`. */
export function plainAmount(amount: number, code: string): string {
  const { symbol, symbolFirst, separators } = currencyOf(code);
  const digits = groupDigits(amount, separators[0] ?? ',');
  return symbolFirst ? `${symbol}${digits}` : `${digits}${symbol}`;
}

/** US dollars in local currency, rounded to a plausible amount. */
export function localPerk(dollars: number, code: string): string {
  const amount = dollars * currencyOf(code).perDollar;
  const step = amount < 100 ? 5 : amount < 1000 ? 50 : 10 ** (Math.floor(Math.log10(amount)) - 1);
  return plainAmount(Math.max(step, Math.round(amount / step) * step), code);
}

/** Millions of local money for millions of US dollars: `$30M`, `£24 million`. */
export function localMillions(dollars: number, code: string, short: boolean): string {
  const amount = Math.max(1, Math.round(dollars * currencyOf(code).perDollar));
  const { symbol, symbolFirst } = currencyOf(code);
  const tail = short ? 'M' : ' million';
  return symbolFirst ? `${symbol}${amount}${tail}` : `${amount}${tail}${symbol}`;
}
