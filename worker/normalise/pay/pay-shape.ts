import type { PayFound } from './pay-found.js';

/** A range of the size of pay whose ends are not far apart, written as money. */
export function isPlainRange(found: PayFound, line: string): boolean {
  const { min, max, range, marks, moneylike, millions, per } = found;
  if (!range || !moneylike || millions || min === null || max === null || max > min * 3.2) return false;
  if (marks.length === 0 && countsAfter.test(line.slice(found.end, found.end + 30))) return false;
  const western = marks.some((mark) => /^(?:[$€£]|USD|EUR|GBP|CAD|AUD|CHF)$/.test(mark));
  if (per === null || per === 'year') return min >= 10_000 && max <= (western ? 1_200_000 : 50_000_000);
  return per === 'hour' && western && min >= 5 && max <= 400;
}

/** "50k-100k requests": a noun after a range without a currency is what it counts. */
const countsAfter =
  /^ (?!(?:per|a|an|plus|base|basic|gross|net|brutto|bruto|brut|doe|depending|dep|annual|annually|yearly|salary|and|or|for|with|in|equity|stock|bonus|pa|p|negotiable|range|total|ote|based)(?!\p{L}))\p{Ll}{3,}/u;

/** What offers name right after pay. */
const besideOffer =
  /^ ?(?:\+|plus|and|&|,|\() ?(?:\p{L}+ ){0,2}(?:equity|stock|options|shares|bonus|benefits|commission|doe|depending)(?!\p{L})/iu;

/** "| $40K + equity", "Support -- $80k", "[$36k]": a single amount of the size of yearly pay, alone between separators. */
export function isOwnSegment(found: PayFound, line: string): boolean {
  const { start, end, min, max, range, marks, moneylike, millions, per } = found;
  const value = min ?? max ?? 0;
  if (range || millions || !moneylike || marks.length === 0 || (per !== null && per !== 'year')) return false;
  if (value < 15_000 || value > 700_000 || !/[,.kK ]/.test(line.slice(start, end))) return false;
  const rest = after(found, line);
  const lead = line.slice(Math.max(0, start - 12), start);
  if (start === 0) return besideOffer.test(rest);
  return /(?:[|[]| --?) ?(?:up to |from )?$/i.test(lead) && /^ ?(?:$|[|\],+&(]|and |plus |base|OTE)/i.test(rest);
}

/** The text after an amount; the "+" of "$130k+ benefits" belongs to it too. */
function after({ end }: PayFound, line: string): string {
  const from = line[end - 1] === '+' ? end - 1 : end;
  return line.slice(from, from + 30);
}

/** The score of the form: ranges, periods and amounts of the size of yearly pay are likely pay. */
export function shapeScore(found: PayFound, line: string): number {
  const isSegment = isOwnSegment(found, line);
  return (
    (isYearlyRange(found) ? 1 : 0) +
    (found.range ? 0.25 : 0) +
    (found.per === null ? 0 : 1) +
    (isSegment || isPlainRange(found, line) ? 1.5 : 0) +
    (isSegment && besideOffer.test(after(found, line)) ? 1 : 0)
  );
}

/** Whether an amount has a period or the size of yearly pay. */
export function isWageLike({ min, max, per }: PayFound): boolean {
  return per !== null || (max ?? min ?? 0) >= 15_000;
}

/** Whether it is a range that only a year's pay has the size of. */
export function isYearlyRange({ min, max, range, moneylike }: PayFound): boolean {
  return range && (max ?? 0) >= 15_000 && (moneylike || (min ?? 0) >= 10_000);
}
