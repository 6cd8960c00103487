import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { currencyCodes, currencyNumber } from './currencies.js';

/** The reference rates of one day (`2026-10-30`): units of each currency per euro, including the euro. */
export type ExchangeRates = { day: string; perEuro: ReadonlyMap<string, number> };

/**
 * Parses a table of reference rates: remarks (`#`), the day (`date,2026-10-30`) and one line per currency
 * (`USD,1.1172`); currencies that pay is never read in are left out. Throws on any other line.
 */
export function parseExchangeRates(text: string): ExchangeRates {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const [, day] = /^date,(\d{4}-\d{2}-\d{2})$/.exec(lines[0]?.trim() ?? '') ?? [];
  if (day === undefined) throw new Error('The table of exchange rates has no day in its first line.');
  const perEuro = new Map([['EUR', 1]]);
  for (const line of lines.slice(1)) {
    const [, code, rate] = /^([A-Z]{3}),(\d{1,9}(?:\.\d{1,9})?)$/.exec(line.trim()) ?? [];
    if (code === undefined || !(Number(rate) > 0)) throw new Error(`"${line.slice(0, 60)}" is not an exchange rate.`);
    if (currencyCodes.includes(code)) perEuro.set(code, Number(rate));
  }
  return { day, perEuro };
}

let current: ExchangeRates | null = null;

/** The rates in use: this release's own, unless newer ones were read. */
export function exchangeRates(): ExchangeRates {
  // The build copies the table next to the code.
  current ??= parseExchangeRates(readFileSync(fileURLToPath(new URL('./exchange-rates.csv', import.meta.url)), 'utf8'));
  return current;
}

/** Uses other rates in this process from now on. */
export function setExchangeRates(rates: ExchangeRates): void {
  current = rates;
}

/**
 * How many units of each currency, by its number (`currencyNumber`), equal one unit of a given one; `NaN` if a rate is
 * missing, but 1 for the currency itself.
 */
export function unitsOf(currency: string, { perEuro }: ExchangeRates = exchangeRates()): Float64Array {
  const units = new Float64Array(currencyCodes.length + 1).fill(Number.NaN);
  const own = perEuro.get(currency) ?? Number.NaN;
  for (const [code, rate] of perEuro) units[currencyNumber(code)] = rate / own;
  units[currencyNumber(currency)] = 1;
  return units;
}

/** The sentence that names the day of the rates. */
export const ratesNotice = ({ day }: ExchangeRates = exchangeRates()): string =>
  `Pay in different currencies is compared by the reference rates of the European Central Bank of ${day}.`;
