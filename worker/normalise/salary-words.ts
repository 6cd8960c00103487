import type { PayPeriod } from '../../shared/words.js';

/** Signs and names of currencies, the longer first where one begins another. `null`: which dollar or crown depends on the country. */
export const currencySigns: readonly { sign: RegExp; currency: string | null }[] = [
  { sign: /\bUS\s?\$|\$\s?USD|\bUSD\b|\bUS dollars?\b/i, currency: 'USD' },
  { sign: /\bCA?\s?\$|\bCAD\b/i, currency: 'CAD' },
  { sign: /\bAU?\s?\$|\bAUD\b/i, currency: 'AUD' },
  { sign: /\bNZ\s?\$|\bNZD\b/i, currency: 'NZD' },
  { sign: /\bS\s?\$|\bSGD\b/i, currency: 'SGD' },
  { sign: /\bHK\s?\$|\bHKD\b/i, currency: 'HKD' },
  { sign: /\bR\$|\bBRL\b/i, currency: 'BRL' },
  { sign: /\bMX\s?\$|\bMXN\b/i, currency: 'MXN' },
  { sign: /€|\bEUR\b|\beuros?\b/i, currency: 'EUR' },
  { sign: /£|\bGBP\b|\bpounds?\b/i, currency: 'GBP' },
  { sign: /₹|\bINR\b|\bRs\.?(?=\s?\d)|\blakhs?\b|\bLPA\b/i, currency: 'INR' },
  { sign: /\bCHF\b|\bSFr\.?/i, currency: 'CHF' },
  { sign: /\bPLN\b|zł/i, currency: 'PLN' },
  { sign: /\bSEK\b/i, currency: 'SEK' },
  { sign: /\bNOK\b/i, currency: 'NOK' },
  { sign: /\bDKK\b/i, currency: 'DKK' },
  { sign: /\bCZK\b|Kč/i, currency: 'CZK' },
  { sign: /\bHUF\b|\bFt\b/, currency: 'HUF' },
  { sign: /\bRON\b/, currency: 'RON' },
  { sign: /\bZAR\b/i, currency: 'ZAR' },
  { sign: /\bAED\b/i, currency: 'AED' },
  { sign: /\bSAR\b/, currency: 'SAR' },
  { sign: /\bILS\b|₪/i, currency: 'ILS' },
  { sign: /\bJPY\b|¥|円/i, currency: 'JPY' },
  { sign: /\bCNY\b|\bRMB\b/i, currency: 'CNY' },
  { sign: /\bKRW\b|₩/i, currency: 'KRW' },
  { sign: /₱|\bPHP\b(?=\s?\d)/, currency: 'PHP' },
  { sign: /₺|\bTRY\b/, currency: 'TRY' },
  { sign: /\$|\bdollars?\b/i, currency: null },
  { sign: /\bkr\b\.?/i, currency: null },
];

/** The currency a lone "$" or "kr" means in a country; elsewhere "$" is the US dollar. */
export const dollarsByCountry: Readonly<Record<string, string>> = {
  US: 'USD', CA: 'CAD', AU: 'AUD', NZ: 'NZD', SG: 'SGD', HK: 'HKD', MX: 'MXN', TW: 'TWD', AR: 'ARS', CL: 'CLP', CO: 'COP',
};
export const crownsByCountry: Readonly<Record<string, string>> = { SE: 'SEK', NO: 'NOK', DK: 'DKK', IS: 'ISK' };

/** Words for the unit pay is stated in, in text and in structured fields. */
export const periodWords: readonly { period: PayPeriod; word: RegExp }[] = [
  { period: 'hour', word: /\b(?:hour(?:ly)?|hr|hrs|ph|p\.h\.|stunden?|stündlich|std|heure|hora|uur|ora|godz\w*|stundenlohn)\b|\/\s?h\b/iu },
  { period: 'day', word: /\b(?:day|daily|per diem|pd|p\.d\.|tag|tagessatz|jour|tjm|día|dia|dag|giorno|dzień)\b/iu },
  { period: 'week', word: /\b(?:week(?:ly)?|wk|woche|semaine|semana|settimana|tydzień)\b/iu },
  { period: 'month', word: /\b(?:month(?:ly)?|mo|mth|pcm|p\.m\.|monat(?:lich)?|mtl|mensuel|mois|mensual|mes|mês|maand|bruto per maand|mese|mensili|miesi\w*|mies|mc)\b/iu },
  { period: 'year', word: /\b(?:year(?:ly)?|yr|annum|annual(?:ly)?|annually|p\.?\s?a\.?|jahr|jährlich|jahresgehalt|brut annuel|annuels?|an|ans|año|anual(?:es)?|ano|jaar|anno|annui|rok|rocznie|ral|lpa|ctc|salary)\b/iu },
];
