import type { Salary } from '../../shared/search/job.js';
import type { Vocabulary } from '../../shared/words/vocabulary.js';

/** A naive pay parser: "$", one or two numbers, "k", and "hour", else per year. */
export function baselineSalary(text: string): Pick<Salary, 'min' | 'max' | 'currency' | 'per'> | null {
  const found = /([$€£])\s?([\d,.]+)(k?)(?:\s?[-–—]\s?[$€£]?([\d,.]+)(k?))?/i.exec(text);
  if (found === null) return null;
  const [, sign = '', low = '', lowK, high = low, highK = lowK] = found;
  const sum = (digits: string, k: string | undefined): number => Number(digits.replace(/,/g, '')) * (k ? 1000 : 1);
  const currency = { $: 'USD', '€': 'EUR', '£': 'GBP' }[sign] ?? null;
  return {
    min: sum(low, lowK || highK),
    max: sum(high, highK),
    currency,
    per: /hour|hr/i.test(text) ? 'hour' : 'year',
  };
}

/** The first word of a vocabulary that occurs anywhere in the texts, in vocabulary order. */
export function baselineWord<Word extends string>(words: Vocabulary<Word>, texts: readonly string[]): Word | null {
  for (const text of texts) {
    const lowered = text.toLowerCase().replace(/[-_]/g, ' ');
    const found = words.words.find((word) => [word, ...words.understood[word]].some((one) => lowered.includes(one)));
    if (found !== undefined) return found;
  }
  return null;
}

/** A text or a number parsed by `Date`, as a day. */
export function baselineDay(stated: string | number): string | null {
  const time = new Date(stated).getTime();
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10);
}
