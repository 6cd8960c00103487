import { decodeHTML } from 'entities';
import { emptyPosting } from '../../worker/sources/posting.js';
import { payFacts } from '../quality/labelled.js';
import { caseId, labelledPostings, realComments } from './material.js';
import { readRealPosting } from './read-real-posting.js';
import type { RealCase, RealFact } from './real-fact.js';

/** Lines and sentences with amounts of money, read as the text of a pay field; most amounts in them are not pay. */
export const payStrings: RealFact = {
  name: 'pay-strings',
  title: 'pay, single strings',
  right: 'min, max, currency and period are all as labelled, or nothing is said of a string without pay',
  target: '97 %; traps 99 %',
  cases: () => {
    const cases = new Map<string, RealCase>();
    const add = (html: string | null, location: string): void => {
      for (const text of moneyStrings(linesOf(html ?? ''))) {
        const id = caseId(text);
        if (!cases.has(id)) cases.set(id, { shown: text, read: () => readPayField(text, location) });
      }
    };
    for (const { posting, location } of labelledPostings()) add(posting.descriptionHtml, location);
    for (const { html } of realComments()) add(html, '');
    return cases;
  },
};

/** The pay read from a text as if it were the pay field of a posting with this location. */
export function readPayField(text: string, location: string): unknown {
  const posting = emptyPosting('Posting', 'https://posting.invalid/');
  if (location !== '') posting.places = [{ text: location, city: null, region: null, country: null }];
  posting.salary = { text, min: null, max: null, currency: null, per: null };
  return payFacts(readRealPosting(posting).salary);
}

/** The text of a recorded description, with the line breaks of its source and of its elements. */
function linesOf(html: string): string {
  const bare = html.includes('&lt;') ? decodeHTML(html) : html;
  const lined = bare.replace(/<\s*\/?\s*(?:br|p|div|li|ul|ol|tr|h\d|table|section)[^>]*>/gi, '\n');
  return decodeHTML(lined.replace(/<[^>]*>/g, ''));
}

const longestLine = 240;
const longestString = 400;
const money =
  /[$€£₹¥₩₪₽฿₱₫]\s?\d|\d\s?[$€£₹¥₩₪₽₫]|\b(?:usd|eur|gbp|cad|aud|chf|pln|sek|nok|dkk|inr|czk|sgd|brl|mxn|jpy|rs\.?)\s?\d|\d[\d.,]*\s?k?\s?(?:usd|eur|gbp|cad|aud|chf|pln|sek|nok|dkk|inr|zł|kr|lpa|lakhs?|czk|euros?|dollars|yen)\b|\d\d\s?k\b/i;

/** The lines of a text with an amount of money; long lines are cut into sentences. */
export function moneyStrings(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').replace(/^[ \-•*|]+|[ \-•*|]+$/g, ''))
    .flatMap((line) => (line.length <= longestLine ? [line] : line.split(/(?<=[.!?])\s+(?=[A-Z"“(])/)))
    .map((part) => part.trim())
    .filter((part) => part !== '' && part.length <= longestString && money.test(part));
}
