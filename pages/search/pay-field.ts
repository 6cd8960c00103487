import { keep, readKept } from '../lib/kept.js';

/** Converts pay between the form (an amount or a range, and a currency) and a search (one text). */

/** The storage key of the last chosen currency. */
const memory = 'currency';

/** The currency after an amount; the field shows only the amount. */
const behind = /^(.*\S)\s+([A-Z]{3})$/;

/** The pay text without its currency; "$" does not identify one. */
const withoutCurrency =
  /[\d\s,.'’$+<>≤≥/–—-]|(?<![a-z])(?:k|up|to|until|under|below|from|over|above|between|and|at|least|most|less|more|or|than|max|min|maximum|minimum|per|an?|each|every|hour|hr|h|hourly|day|d|daily|week|wk|w|weekly|month|mo|m|monthly|year|yr|y|yearly|annum|annual|annually)(?![a-z])/giu;

/** Pay as search text, with its currency: "80k-120k EUR"; `''` = no pay filter. */
export function joinPay(written: string, currency: string): string {
  const text = written.trim();
  const isBare = /\d/.test(text) && text.replace(withoutCurrency, '') === '';
  return isBare && currency !== '' ? `${text} ${currency}` : text;
}

/** Pay as form values; `currency`: `null` = no pay filter, `''` = a currency that is not offered. */
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

/** Currencies of countries whose people usually set the browser to the country's language. */
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

/** The currency of the first listed country that the browser's languages name or imply; dollars if there is none. */
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
