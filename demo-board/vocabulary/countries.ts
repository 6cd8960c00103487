import type { PayPeriod } from '../../shared/words/words.js';

/** A country of the demo boards: its names and its pay. */
export type Country = {
  /** ISO 3166-1 alpha-2. */
  code: string;
  name: string;
  /** Other spellings a person may search with. */
  alsoCalled: readonly string[];
  currency: string;
  /** Yearly pay in local currency per US dollar of yearly pay in the United States. */
  payFactor: number;
  /** The pay period of advertisements for salaried work. */
  salaryPer: Extract<PayPeriod, 'year' | 'month'>;
  /** Share of all openings, in no particular unit. */
  weight: number;
};

/** The countries of the demo boards by code. */
export const countries = {
  US: country('US', 'United States', ['USA', 'U.S.', 'United States of America', 'America'], ['USD', 1, 'year', 36]),
  GB: country('GB', 'United Kingdom', ['UK', 'U.K.', 'Great Britain', 'Britain'], ['GBP', 0.6, 'year', 14]),
  DE: country('DE', 'Germany', ['Deutschland'], ['EUR', 0.66, 'year', 10]),
  CA: country('CA', 'Canada', [], ['CAD', 1.02, 'year', 7]),
  IN: country('IN', 'India', ['Bharat'], ['INR', 17, 'year', 6]),
  NL: country('NL', 'Netherlands', ['The Netherlands', 'Nederland', 'Holland'], ['EUR', 0.64, 'year', 5]),
  FR: country('FR', 'France', [], ['EUR', 0.54, 'year', 5]),
  IE: country('IE', 'Ireland', ['Éire', 'Republic of Ireland'], ['EUR', 0.66, 'year', 4]),
  ES: country('ES', 'Spain', ['España'], ['EUR', 0.44, 'year', 4]),
  PL: country('PL', 'Poland', ['Polska'], ['PLN', 2.0, 'month', 4]),
  CH: country('CH', 'Switzerland', ['Schweiz', 'Suisse'], ['CHF', 0.95, 'year', 3]),
  AU: country('AU', 'Australia', [], ['AUD', 1.12, 'year', 4]),
  SE: country('SE', 'Sweden', ['Sverige'], ['SEK', 5.4, 'month', 2]),
  SG: country('SG', 'Singapore', [], ['SGD', 0.98, 'month', 2]),
} as const satisfies Record<string, Country>;
export type CountryCode = keyof typeof countries;

type Pay = readonly [currency: string, payFactor: number, salaryPer: 'year' | 'month', weight: number];

function country(code: string, name: string, alsoCalled: readonly string[], pay: Pay): Country {
  const [currency, payFactor, salaryPer, weight] = pay;
  return { code, name, alsoCalled, currency, payFactor, salaryPer, weight };
}
