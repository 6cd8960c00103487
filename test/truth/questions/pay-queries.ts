import type { Chance } from '../../../demo-board/postings/chance.js';
import type { Meaning } from '../meaning.js';
import { rateOf, yearly } from '../oracle/pay-oracle.js';
import type { Opening } from '../world/opening.js';

const signs: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP' };

/** Currencies that a search may name whatever the opening pays in. */
const others = ['EUR', 'USD', 'GBP', 'CHF', 'SEK'] as const;

type PayQuery = {
  text: string;
  variants: readonly string[];
  meaning: NonNullable<Meaning['salary']>;
  traits: string[];
};

/** Pay near that of an opening: the lowest, a range or the highest, with a currency or without, by the year or the hour. */
export function payQuery(about: Opening, chance: Chance): PayQuery {
  const pay = about.postings.find(({ facts }) => facts.pay !== null)?.facts.pay;
  const stated = pay?.currency ?? 'EUR';
  const isNamed = chance.maybe(0.5);
  const currency = isNamed && chance.maybe(0.5) ? chance.pick(others) : stated;
  const inYear = (pay?.min ?? 70_000) * yearly[pay?.per ?? 'year'] * rateOf(stated, currency);
  const low = Math.max(1, Math.round((inYear * chance.pick([0.5, 0.7, 0.9, 1.6])) / 1000));
  const high = low + chance.pick([5, 20, 60]);
  const kind = chance.pick(['least', 'least', 'range', 'most'] as const);
  const isHourly = chance.maybe(0.15);
  const [from, to] = isHourly
    ? [Math.max(1, Math.round(low / 2.08)), Math.round(high / 2.08) + 1]
    : [low * 1000, high * 1000];
  const sign = Object.keys(signs).find((each) => signs[each] === currency);
  const isSigned = isNamed && sign !== undefined && chance.maybe(0.4);
  const texts = isHourly ? hourly[kind](from, to) : spellings[kind](low, high);
  const written = texts.flatMap((text) => {
    if (!isNamed) return [text];
    // A sign stands before the first amount.
    return isSigned
      ? [text.replace(/\d/, (digit) => `${sign}${digit}`)]
      : [`${text} ${currency}`, `${currency} ${text}`];
  });
  const named = written.filter((text) => !/^[A-Z]{3} (?:up|max|under|from)/.test(text));
  const factor = isHourly ? yearly.hour : 1;
  const meaning = {
    least: kind === 'most' ? null : from * factor,
    most: kind === 'least' ? null : to * factor,
    currency: isNamed ? currency : null,
    sign: isSigned && sign === '$',
    isLoose: isHourly,
  };
  const traits = [isNamed ? (currency === stated ? 'pay with currency' : 'pay converted') : 'pay', `pay: ${kind}`];
  return { text: chance.pick(named), variants: named, meaning, traits };
}

type Spell = (low: number, high: number) => string[];
const grouped = (thousands: number): string => (thousands * 1000).toLocaleString('en-US');

/** By thousands a year. */
const spellings: Readonly<Record<'least' | 'range' | 'most', Spell>> = {
  least: (low) => [`${low}000`, `${low}k`, grouped(low), `${low}K+`],
  range: (low, high) => [
    `${low}000-${high}000`,
    `${low}k-${high}k`,
    `${low}k – ${high}k`,
    `${grouped(low)} to ${grouped(high)}`,
    `${low}-${high}k`,
  ],
  most: (_, high) => [`up to ${high}k`, `max ${high}000`, `under ${grouped(high)}`],
};

/** By the hour. */
const hourly: typeof spellings = {
  least: (low) => [`${low}/hour`, `${low} an hour`, `${low} per hour`],
  range: (low, high) => [`${low}-${high}/h`, `${low} to ${high} an hour`],
  most: (_, high) => [`up to ${high}/hour`, `max ${high} per hour`],
};
