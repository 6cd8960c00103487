import type { PayPeriod } from '../../shared/words/words.js';
import type { CountryCode } from '../vocabulary/countries.js';
import { type Currency, currencyOf, groupDigits } from '../vocabulary/currencies.js';
import type { Chance } from './chance.js';
import type { Pay } from './pay.js';

/** A way to write amounts: alone, and as a range. */
type Style = { one(amount: number, cents?: boolean): string; range(low: number, high: number): string };

/** Two amounts side by side both have cents, or neither has. */
const withCents = (low: number, high: number): boolean => !Number.isInteger(low) || !Number.isInteger(high);

const periodWords: Record<PayPeriod, readonly string[]> = {
  hour: [' an hour', ' per hour', '/hour', '/hr'],
  day: [' a day', ' per day', '/day'],
  week: [' a week', ' per week'],
  month: [' a month', ' per month', '/month'],
  year: [' a year', ' per year', ' per annum', ' annually', '/yr'],
};
const dashes = [' - ', ' – ', '–', ' to '] as const;

/** Pay in the words of an advertisement, in one of the usual styles of the currency and the country. */
export function writePay(pay: Pay, country: CountryCode, chance: Chance): string {
  const currency = currencyOf(pay.currency);
  const style = chooseStyle(pay, { currency, country }, chance);
  const amounts = writeAmounts(pay, style, chance);
  return amounts.includes('LPA') ? amounts : `${amounts}${periodOf(pay, country, chance)}`;
}

function writeAmounts({ min, max }: Pay, style: Style, chance: Chance): string {
  if (min !== null && max !== null) return min === max ? style.one(min) : style.range(min, max);
  if (min !== null) return chance.maybe(0.5) ? `from ${style.one(min)}` : `${style.one(min)}+`;
  if (max === null) throw new Error('Pay needs a lowest or a highest amount.');
  return `up to ${style.one(max)}`;
}

/** Yearly pay from 10,000 on is understood without a word for the year, and one time in four has none. */
function periodOf({ per, currency }: Pay, country: CountryCode, chance: Chance): string {
  if (per === 'year' && chance.maybe(0.25)) return country === 'AU' ? ' + super' : '';
  if (country === 'DE' && chance.maybe(0.4))
    return { hour: '/Std.', day: '/Tag', week: '/Woche', month: ' brutto/Monat', year: ' brutto/Jahr' }[per];
  const gross = currency !== 'USD' && per !== 'hour' && chance.maybe(0.15) ? ' gross' : '';
  return gross + chance.pick(periodWords[per]);
}

type Locale = { currency: Currency; country: CountryCode };

function chooseStyle(pay: Pay, { currency, country }: Locale, chance: Chance): Style {
  const dash = chance.pick(dashes);
  const inThousands =
    pay.per === 'year' && [pay.min, pay.max].every((amount) => amount === null || amount % 1000 === 0);
  if (currency.code === 'INR' && pay.per === 'year')
    return chance.maybe(0.7) ? lakhs(chance) : codeFirst(currency, dash);
  return chance.weigh<Style>([
    [withSymbol(currency, currency.separators[0] ?? ',', dash), 10],
    [localSigns(currency, country, dash), 3],
    [thousands(currency, dash, chance), inThousands ? 5 : 0],
    [codeFirst(currency, dash), 3],
    [codeLast(currency, dash), currency.code === 'USD' ? 1 : 2],
  ]);
}

/** `$120,000 - $150,000`. */
function withSymbol({ symbol, symbolFirst }: Currency, separator: string, dash: string): Style {
  const one = (amount: number, cents = withCents(amount, amount)): string => {
    const digits = groupDigits(amount, separator, cents);
    return symbolFirst ? `${symbol}${digits}` : `${digits}${symbol}`;
  };
  return { one, range: (low, high) => `${one(low, withCents(low, high))}${dash}${one(high, withCents(low, high))}` };
}

/** As the neighbours write it: `65.000 €` in Germany, `45 000 €` in France, `C$95,000`, `A$95,000`, `CHF 95’000`. */
function localSigns(currency: Currency, country: CountryCode, dash: string): Style {
  if (currency.code === 'EUR' && country !== 'IE' && country !== 'NL')
    return withSymbol({ ...currency, symbol: ' €', symbolFirst: false }, country === 'FR' ? '\u00a0' : '.', dash);
  const nations: Record<string, string> = { CAD: 'C$', AUD: 'A$' };
  const symbol = nations[currency.code] ?? currency.symbol;
  return withSymbol({ ...currency, symbol }, currency.separators.at(-1) ?? ',', dash);
}

/** `$120K–$150K`, `60-75K €`. */
function thousands(currency: Currency, dash: string, chance: Chance): Style {
  const letter = chance.pick(['K', 'k']);
  const [before, after] = currency.symbolFirst ? [currency.symbol, ''] : ['', currency.symbol];
  const one = (amount: number): string => `${before}${amount / 1000}${letter}${after}`;
  const short = chance.maybe(0.3);
  return {
    one,
    range: (low, high) =>
      short ? `${before}${low / 1000}-${high / 1000}${letter}${after}` : `${one(low)}${dash}${one(high)}`,
  };
}

/** `USD 120,000 – 150,000`. */
function codeFirst({ code }: Currency, dash: string): Style {
  return {
    one: (amount) => `${code} ${groupDigits(amount, ',')}`,
    range: (low, high) => `${code} ${pair(low, high, dash)}`,
  };
}

/** `120,000 - 150,000 EUR`. */
function codeLast({ code }: Currency, dash: string): Style {
  return {
    one: (amount) => `${groupDigits(amount, ',')} ${code}`,
    range: (low, high) => `${pair(low, high, dash)} ${code}`,
  };
}

function pair(low: number, high: number, dash: string): string {
  const cents = withCents(low, high);
  return `${groupDigits(low, ',', cents)}${dash}${groupDigits(high, ',', cents)}`;
}

/** Indian pay in hundreds of thousands: `₹12–18 LPA`, `₹12 Lakh - ₹18 Lakh`. */
function lakhs(chance: Chance): Style {
  const word = chance.pick([' LPA', ' Lakh', ' lakhs']);
  const one = (amount: number): string => `₹${amount / 100_000}${word}`;
  return { one, range: (low, high) => `₹${low / 100_000}–${high / 100_000}${word}` };
}
