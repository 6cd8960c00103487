import { labelledPostings } from './material.js';
import { readPayField } from './pay-strings.js';
import type { RealCase, RealFact } from './real-fact.js';

/** The pay fields of further sources, as their boards write them; a batch for each source. */
export const payFields: RealFact = {
  name: 'pay-fields',
  title: 'pay fields of other sources',
  right: 'min, max, currency and period are all as labelled, or nothing is said of a field without an amount',
  target: '97 %; traps 99 %',
  cases: () => {
    const cases = new Map<string, RealCase>();
    for (const { payField, location } of labelledPostings())
      if (payField !== null && !cases.has(payField.id))
        cases.set(payField.id, { shown: payField.text, read: () => readPayField(payField.text, location) });
    return cases;
  },
};
