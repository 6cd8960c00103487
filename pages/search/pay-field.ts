import { keep, readKept } from '../lib/kept.js';

/** Pay as a form has it, an amount or a range as people write it and its currency, and as a search has it, in one text. */

/** Where the last chosen currency is kept. */
const memory = 'currency';

/** The currency behind an amount; the amount alone is what the field shows. */
const behind = /^(.*\S)\s+([A-Z]{3})$/;

/** What is written of pay besides its currency; "$" names none. */
const withoutCurrency =
  /[\d\s,.'’$+<>≤≥/–—-]|(?<![a-z])(?:k|up|to|until|under|below|from|over|above|between|and|at|least|most|less|more|or|than|max|min|maximum|minimum|per|an?|each|every|hour|hr|h|hourly|day|d|daily|week|wk|w|weekly|month|mo|m|monthly|year|yr|y|yearly|annum|annual|annually)(?![a-z])/giu;

/** Pay as a search has it, with its currency: "80k-120k EUR"; `''` = none is asked for. */
export function joinPay(written: string, currency: string): string {
  const text = written.trim();
  const isBare = /\d/.test(text) && text.replace(withoutCurrency, '') === '';
  return isBare && currency !== '' ? `${text} ${currency}` : text;
}

/** Pay as a form has it; `currency`: `null` = none is asked for, `''` = none that is listed. */
export function splitPay(value: string, codes: readonly string[]): { amount: string; currency: string | null } {
  const [, amount = value, code = ''] = behind.exec(value) ?? [];
  if (code !== '' && codes.includes(code)) return { amount, currency: code };
  return { amount: value, currency: value === '' ? null : '' };
}

/** The currency of the last choice, else that of the reader's country. */
export function firstCurrency(codes: readonly string[]): string {
  const last = readKept(memory);
  return last !== null && codes.includes(last) ? last : currencyOfReader(navigator.languages);
}

/** The currencies of countries whose people search in a browser of their country's language. */
const currencies: Readonly<Record<string, string>> = {
  US: 'USD',
  GB: 'GBP',
  CH: 'CHF',
  LI: 'CHF',
  CA: 'CAD',
  AU: 'AUD',
  NZ: 'NZD',
  SG: 'SGD',
  HK: 'HKD',
  IN: 'INR',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
  IS: 'ISK',
  PL: 'PLN',
  CZ: 'CZK',
  HU: 'HUF',
  RO: 'RON',
  TR: 'TRY',
  IL: 'ILS',
  JP: 'JPY',
  CN: 'CNY',
  KR: 'KRW',
  BR: 'BRL',
  MX: 'MXN',
  ZA: 'ZAR',
  MY: 'MYR',
  TH: 'THB',
  PH: 'PHP',
  ID: 'IDR',
};
const euroCountries = new Set('AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '));

/** The currency of the first country that the languages of a browser name or mean; dollars where it has none of the table. */
export function currencyOfReader(languages: readonly string[]): string {
  for (const language of languages) {
    const region = regionOf(language);
    const code = euroCountries.has(region) ? 'EUR' : currencies[region];
    if (code !== undefined) return code;
  }
  return 'USD';
}

function regionOf(language: string): string {
  try {
    return new Intl.Locale(language).maximize().region ?? '';
  } catch {
    return '';
  }
}

export const rememberCurrency = (code: string): void => void keep(memory, code);
