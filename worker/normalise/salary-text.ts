import type { PayPeriod } from '../../shared/words.js';
import { crownsByCountry, currencySigns, dollarsByCountry, periodWords } from './salary-words.js';

/** Pay as a text states it. `currencyGuessed`: "$" was read by the country. */
export type StatedPay = {
  min: number | null;
  max: number | null;
  currency: string | null;
  per: PayPeriod | null;
  currencyGuessed: boolean;
};

/** One amount: grouped or plain digits, decimals, and what multiplies it. */
const amount = String.raw`(\d{1,3}(?:[ .,'’\u00a0\u202f]\d{2,3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?)\s?(k|m|mil|lakhs?|lacs?|l|tsd|thousand)?(?![\p{L}\d%])\+?`;
const sign = String.raw`(?:(?:[A-Z]{0,3}\s?[$€£₹¥₩₪₱₺]|[$€£₹¥₩₪₱₺]\s?(?:USD|CAD|AUD)?|\b(?:USD|EUR|GBP|CHF|PLN|CAD|AUD|NZD|SGD|HKD|INR|SEK|NOK|DKK|CZK|HUF|RON|ZAR|AED|SAR|ILS|JPY|CNY|KRW|BRL|MXN|TRY|PHP|Rs\.?|kr\.?|zł|SFr\.?))\s?)`;
const after = String.raw`(?:\s?(?:[$€£₹¥₩₪zł]+|USD|EUR|euros?|GBP|CHF|PLN|CAD|AUD|NZD|SGD|INR|SEK|NOK|DKK|CZK|LPA|brutto|gross|p\.?a\.?|per (?:year|hour|month|day|week|annum)|(?:an?|\/) ?(?:year|yr|hour|hr|month|day|week))){0,3}`;
const range = new RegExp(`(?:between|from|von|de|zwischen)?\\s*${sign}?${amount}${after}\\s*(?:-|–|—|to|and|bis|à|a|y|und|tot|do|until|~)\\s*${sign}?${amount}`, 'giu');
const single = new RegExp(`(up to|upto|max(?:imum)?\\.?|bis zu|jusqu['’]à|hasta|tot|from|starting (?:at|from)|ab|min(?:imum)?\\.?|at least|desde|à partir de|over)?\\s*:?\\s*(${sign})?${amount}`, 'giu');

/** What stands near an amount that is no pay. */
const notPay =
  /\b(?:fund(?:ing|s|ed)?|raised|series [a-e]|seed|revenue|arr|valuation|budget|sales|stipend|reimburs\w*|allowance|bonus(?:es)?|sign[- ]?on|signing|401\s?\(?k\)?|home[- ]office|equipment|learning|education|tuition|insurance|coverage|customers?|users?|employees|assets|portfolio|transactions?|grants?|donat\w+|prize|wellness|perks?|voucher|referral|relocation|invest\w*|gmv|deals?|quota|per task)\b/iu;

/** Reads pay out of a short text that is meant to be pay, or of a sentence that was found to speak of it. */
export function readPayText(text: string, country: string | null): StatedPay | null {
  const tidy = text.replace(/\u00a0|\u202f/g, ' ').replace(/\s+/g, ' ').replace(/401\s?\(?k\)?/gi, ' ');
  if (/^\s*-\s*\d+\s*$/.test(tidy)) return null;
  const found = findRange(tidy) ?? findSingle(tidy);
  if (found === null) return null;
  const around = tidy.slice(Math.max(0, found.start - 60), found.end + 40);
  if (notPay.test(tidy.slice(Math.max(0, found.start - 40), found.start)) || notPay.test(tidy.slice(found.end, found.end + 25).split(/[,;.+]|plus|and/i)[0] ?? '')) return null;
  const money = currencyOf(around, country) ?? currencyOf(tidy, country);
  const per = periodOf(tidy.slice(Math.max(0, found.start - 40), found.end + 40));
  if (money === null && per === null && Math.max(found.min ?? 0, found.max ?? 0) < 1000) return null;
  return checked({ ...found, currency: money?.currency ?? null, currencyGuessed: money?.guessed ?? false, per, lakhs: /\bLPA\b|\blakhs?\b|\blacs?\b/i.test(tidy) });
}

type Found = { min: number | null; max: number | null; start: number; end: number };

function findRange(text: string): Found | null {
  for (const match of text.matchAll(range)) {
    const [whole, low = '', lowUnit, high = '', highUnit] = match;
    const max = read(high, highUnit);
    const min = read(low, lowUnit ?? (isShort(low, max) ? highUnit : undefined));
    if (min === null || max === null || looksLikeYears(whole, min, max)) continue;
    return { min: Math.min(min, max), max: Math.max(min, max), start: match.index, end: match.index + whole.length };
  }
  return null;
}

/** "60-80K": the first amount shares the second's unit when it would be absurdly small by itself. */
const isShort = (low: string, max: number | null): boolean => max !== null && Number(low.replace(/[^\d.]/g, '')) * 20 < max;

function findSingle(text: string): Found | null {
  for (const match of text.matchAll(single)) {
    const [whole, bound = '', money, digits = '', unit] = match;
    const value = read(digits, unit);
    const near = text.slice(match.index, match.index + whole.length + 14);
    if (value === null || (money === undefined && !currencySigns.some((each) => each.sign.test(near)) && periodOf(near) === null)) continue;
    const start = match.index;
    const end = match.index + whole.length;
    if (/^(?:up|max|bis|jus|hasta|tot)/i.test(bound)) return { min: null, max: value, start, end };
    if (/\w/.test(bound) || whole.trimEnd().endsWith('+')) return { min: value, max: null, start, end };
    return { min: value, max: value, start, end };
  }
  return null;
}

function looksLikeYears(text: string, min: number, max: number): boolean {
  return min >= 1950 && max <= 2100 && max - min < 40 && !currencySigns.some((each) => each.sign.test(text));
}

/** An amount with its groups, decimals and multiplier taken together. */
function read(digits: string, unit: string | undefined): number | null {
  const plain = digits.replace(/[ '’]/g, '');
  const decimals = /[.,](\d{1,2})$/.exec(plain);
  const isDecimal = decimals !== null && !/[.,]\d{3}[.,]?$/.test(plain);
  const value = isDecimal
    ? Number(`${plain.slice(0, decimals.index).replace(/[.,]/g, '')}.${decimals[1]}`)
    : Number(plain.replace(/[.,]/g, ''));
  if (!Number.isFinite(value)) return null;
  const by = unit === undefined ? 1 : /^(?:k|mil|tsd|thousand)$/i.test(unit) ? 1000 : /^(?:l|lakhs?|lacs?)$/i.test(unit) ? 100_000 : 1_000_000;
  return value * by;
}

function currencyOf(text: string, country: string | null): { currency: string; guessed: boolean } | null {
  for (const { sign: known, currency } of currencySigns) {
    const found = known.exec(text)?.[0];
    if (found === undefined) continue;
    if (currency !== null) return { currency, guessed: false };
    if (/kr/i.test(found)) {
      const crown = crownsByCountry[country ?? ''];
      return crown === undefined ? null : { currency: crown, guessed: true };
    }
    return { currency: dollarsByCountry[country ?? ''] ?? 'USD', guessed: country !== 'US' };
  }
  return null;
}

/** The unit of time a text names; the first in the order of the table that stands there. */
export function periodOf(text: string): PayPeriod | null {
  return periodWords.find(({ word }) => word.test(text.replace(/[_]/g, ' ')))?.period ?? null;
}

/** What a year of pay must lie between to be believed, in any currency. */
const plausibleYear = { least: 1500, most: 200_000_000 };

function checked({ min, max, currency, currencyGuessed, per, lakhs }: Found & StatedPay & { lakhs: boolean }): StatedPay | null {
  const scale = lakhs && Math.max(min ?? 0, max ?? 0) < 1000 ? 100_000 : 1;
  const low = min === null || min <= 0 ? null : min * scale;
  const high = max === null || max <= 0 ? null : max * scale;
  const most = Math.max(low ?? 0, high ?? 0);
  if (most === 0 || most > plausibleYear.most) return null;
  return { min: low, max: high, currency, currencyGuessed, per: per ?? (lakhs || most >= 10_000 ? 'year' : null) };
}
