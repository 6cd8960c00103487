import { findSalary } from '../../worker/normalise/pay/salary-in-description.js';
import { readDescription } from '../../worker/normalise/text/description.js';
import { payFacts } from '../quality/labelled.js';
import { labelledPostings, realComments } from './material.js';
import { readRealPosting } from './read-real-posting.js';
import { type RealCase, type RealFact, sourceOf } from './real-fact.js';

/** Pay that full descriptions state; the country comes from the posting's place. */
export const pay: RealFact = {
  name: 'pay',
  title: 'pay in descriptions',
  right: 'min, max, currency and period are all as labelled, or nothing is said of a description without pay',
  target: '97 %; 1 % wrong',
  cases: () => {
    const cases = new Map<string, RealCase>();
    for (const { id, from, source, location, posting } of labelledPostings())
      cases.set(id, {
        shown: `[${from}] ${posting.title} @ ${location}`,
        read: () => payFacts(readRealPosting(posting).salary),
        ...sourceOf(source),
      });
    for (const { id, html } of realComments())
      cases.set(id, {
        shown: `[comment] ${html}`,
        read: () => payFacts(findSalary(readDescription(html, null).text, { country: null })?.salary ?? null),
      });
    return cases;
  },
};
