import { tableOf } from '../../../shared/table-of.js';

/**
 * A currency: its approximate units per US dollar, the minimum unlabelled amount that can only be yearly pay, the
 * countries that use it, and its marks.
 */
type CurrencyRow = { unitsPerDollar: number; yearFrom: number; countries: string; marks: string };

const row = (unitsPerDollar: number, yearFrom: number, countries: string, marks = ''): CurrencyRow => ({
  unitsPerDollar,
  yearFrom,
  countries,
  marks,
});

/** ISO 4217 codes found in postings. `unitsPerDollar` only separates pay from prices: a rough value is enough. */
const table: Record<string, CurrencyRow> = tableOf({
  USD: row(1, 15e3, 'US PR EC SV PA GU VI', 'US$ U.S.$ U.S._$ US_$ usd'),
  EUR: row(
    1,
    15e3,
    'DE FR ES IT NL IE AT BE PT FI GR LU SK SI EE LV LT MT CY HR ME XK MC',
    '€ eur Eur euro euros euroa Euro Euros EURO ευρώ',
  ),
  GBP: row(0.8, 14e3, 'GB IM JE GG', '£ gbp'),
  CHF: row(0.9, 25e3, 'CH LI', 'chf Fr. SFr. Sfr. sFr. SFr Fr Franken'),
  CAD: row(1.4, 18e3, 'CA', 'C$ CA$ CDN$ Can$ CDN'),
  AUD: row(1.5, 20e3, 'AU', 'A$ AU$ aud'),
  NZD: row(1.7, 20e3, 'NZ', 'NZ$'),
  SGD: row(1.35, 25e3, 'SG', 'S$ SG$'),
  HKD: row(7.8, 180e3, 'HK', 'HK$'),
  TWD: row(32, 400e3, 'TW', 'NT$ TW$'),
  MXN: row(18, 180e3, 'MX', 'MX$ Mex$'),
  BRL: row(5.4, 60e3, 'BR', 'R$ reais'),
  ARS: row(1000, 15e6, 'AR', 'AR$'),
  CLP: row(950, 12e6, 'CL', 'CLP$'),
  COP: row(4100, 40e6, 'CO', 'COL$ COP$'),
  PEN: row(3.7, 40e3, 'PE', 'S/. S/'),
  UYU: row(40, 600e3, 'UY'),
  SEK: row(10, 200e3, 'SE', 'sek kronor'),
  NOK: row(10.5, 200e3, 'NO', 'nok'),
  DKK: row(7, 180e3, 'DK', 'dkk'),
  ISK: row(138, 4e6, 'IS'),
  PLN: row(4, 60e3, 'PL', 'zł zl ZŁ złotych pln'),
  CZK: row(23, 300e3, 'CZ', 'Kč kč Kc czk'),
  HUF: row(360, 4e6, 'HU', 'Ft huf forint'),
  RON: row(4.6, 60e3, 'RO', 'lei Lei'),
  BGN: row(1.8, 25e3, 'BG', 'лв лв.'),
  RSD: row(108, 1.2e6, 'RS'),
  UAH: row(41, 600e3, 'UA', '₴ грн грн. гривень гривні'),
  RUB: row(90, 1.5e6, 'RU BY', '₽ руб. руб рублей'),
  TRY: row(35, 600e3, 'TR', '₺ TL'),
  ILS: row(3.6, 90e3, 'IL', '₪ NIS'),
  AED: row(3.67, 90e3, 'AE', 'درهم'),
  SAR: row(3.75, 90e3, 'SA', 'ريال'),
  QAR: row(3.64, 90e3, 'QA'),
  KWD: row(0.31, 9e3, 'KW'),
  BHD: row(0.38, 9e3, 'BH'),
  OMR: row(0.38, 9e3, 'OM'),
  EGP: row(48, 500e3, 'EG', 'E£'),
  MAD: row(10, 120e3, 'MA'),
  ZAR: row(18, 150e3, 'ZA', 'R'),
  NGN: row(1500, 6e6, 'NG', '₦'),
  KES: row(130, 1.2e6, 'KE', 'KSh Ksh KShs'),
  GHS: row(15, 100e3, 'GH', 'GH₵ GH¢'),
  INR: row(85, 240e3, 'IN', '₹ inr rupees'),
  PKR: row(280, 2e6, 'PK'),
  LKR: row(300, 3e6, 'LK'),
  BDT: row(120, 1e6, 'BD', '৳ Tk'),
  NPR: row(135, 1.2e6, 'NP'),
  JPY: row(150, 2e6, 'JP', '円 yen 万円'),
  CNY: row(7.2, 80e3, 'CN', 'RMB CN¥ rmb 人民币'),
  KRW: row(1350, 18e6, 'KR', '₩ 원'),
  MYR: row(4.4, 60e3, 'MY', 'RM'),
  THB: row(34, 400e3, 'TH', '฿ Baht baht บาท'),
  PHP: row(57, 500e3, 'PH', '₱ Php php'),
  IDR: row(16000, 200e6, 'ID', 'Rp Rp. IDR'),
  VND: row(25000, 300e6, 'VN', '₫ đ VNĐ vnđ'),
});

/** Marks shared by several currencies: the country decides, or else `else`. */
const sharedMarks: Record<string, { among: string[]; else: string | null }> = tableOf({
  $: {
    among: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN', 'TWD', 'ARS', 'CLP', 'COP', 'UYU'],
    else: 'USD',
  },
  kr: { among: ['SEK', 'NOK', 'DKK', 'ISK'], else: null },
  '¥': { among: ['JPY', 'CNY'], else: 'JPY' },
  元: { among: ['CNY', 'TWD', 'HKD'], else: 'CNY' },
  rs: { among: ['INR', 'PKR', 'LKR', 'NPR'], else: 'INR' },
  dhs: { among: ['AED', 'MAD'], else: 'AED' },
  DH: { among: ['MAD', 'AED'], else: 'MAD' },
});
const spellings: Record<string, string> = tableOf({
  'kr.': 'kr',
  Kr: 'kr',
  'Kr.': 'kr',
  KR: 'kr',
  Rs: 'rs',
  'Rs.': 'rs',
  '￥': '¥',
  dollars: '$',
  Dollars: '$',
  ...Object.fromEntries(['Dhs', 'Dhs.', 'DHS', 'Dirhams', 'dirhams'].map((mark) => [mark, 'dhs'])),
  dh: 'DH',
  Dh: 'DH',
});

const byCountry = new Map<string, string>();
const byMark = new Map<string, string>();
for (const [code, { countries, marks }] of Object.entries(table)) {
  for (const country of countries.split(' ')) byCountry.set(country, code);
  byMark.set(code, code);
  for (const mark of marks.split(' ').filter(Boolean)) byMark.set(mark.replace('_', ' '), code);
}
for (const code of sharedMarks.$?.among ?? [])
  for (const written of [`${code}$`, `${code} $`, `$${code}`, `$ ${code}`]) byMark.set(written, code);

// The naira is written as a plain N; only grouped digits after it distinguish it from "N95".
byMark.set('N', 'NGN');

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

const longestFirst = [...byMark.keys(), ...Object.keys(sharedMarks), ...Object.keys(spellings)].sort(
  (a, b) => b.length - a.length,
);
const words = longestFirst.filter((mark) => /^\p{Script=Latin}/u.test(mark)).map(quoted);
const symbols = longestFirst.filter((mark) => !/^\p{Script=Latin}/u.test(mark)).map(quoted);

/** Length of the longest mark in characters. */
export const longestMark = longestFirst[0]?.length ?? 0;

/** The source of a case-sensitive regular expression for currency marks before an amount. */
export const markBefore = `(?<!\\p{L})(?:N(?=\\d{1,3}(?:,\\d{3})+)|${words.join('|')})|${symbols.join('|')}`;

/** The same for marks after an amount or its multiplier ("30kEUR"). */
export const markBehind = `(?:${words.join('|')})(?!\\p{L})|${symbols.join('|')}`;

/** The currency of a country; `null` if the table lacks it. */
export function currencyOf(country: string | null): string | null {
  return country === null ? null : (byCountry.get(country.toUpperCase()) ?? null);
}

/**
 * The currencies a mark may mean, most likely first; `only` = it means one currency everywhere, `sure` = one in this
 * country.
 */
export type MarkMeaning = { codes: string[]; only: boolean; sure: boolean };

/** Reads a currency mark (`€`, `CA$`, `PLN`, `$`) as it is used in a country; `null` for any other text. */
export function readMark(mark: string, country: string | null): MarkMeaning | null {
  const code = byMark.get(mark);
  if (code !== undefined) return { codes: [code], only: true, sure: true };
  const shared = sharedMarks[spellings[mark] ?? mark];
  if (shared === undefined) return null;
  const local = currencyOf(country);
  const codes = [local !== null && shared.among.includes(local) ? local : null, shared.else];
  return {
    codes: [...new Set(codes.filter((each) => each !== null))],
    only: false,
    sure: local !== null && local === shared.else && (local === 'USD' || local === 'CNY'),
  };
}

/** Reads an ISO 4217 code in any case, or a mark such as `€`, from a source's field. */
export function readCurrencyCode(
  stated: string | null,
  country: string | null,
): { code: string; sure: boolean } | null {
  const text = stated?.trim() ?? '';
  if (/^[a-z]{3}$/i.test(text) && !/^(?:nul|n\/a|xxx)$/i.test(text)) return { code: text.toUpperCase(), sure: true };
  const read = readMark(text, country);
  const [code] = read?.codes ?? [];
  return read === null || code === undefined ? null : { code, sure: read.sure };
}

/** The approximate units of a currency per US dollar; 1 for an unknown currency. */
export function unitsPerDollar(code: string | null): number {
  return (code === null ? undefined : table[code]?.unitsPerDollar) ?? 1;
}

/** The minimum unlabelled amount that can only be yearly pay; higher without a currency. */
export function yearFrom(code: string | null): number {
  return code === null ? 30_000 : (table[code]?.yearFrom ?? 30_000);
}
