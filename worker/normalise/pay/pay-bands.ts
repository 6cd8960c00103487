import { foldPlace } from '../../../shared/places/fold-place.js';
import type { Place, Salary } from '../../../shared/search/job.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import type { PayFound } from './pay-found.js';
import { payText, yearlyPay } from './resolve-pay.js';

/** A pay range for one place or level, in the salary's currency and period. */
export type PayBand = NonNullable<Salary['bands']>[number];

/** Words next to the name of a place or level that do not belong to it. */
const words =
  "the|our|an?|transparency|base|basic|annuali[sz]ed|annual|yearly|hourly|salary|salaries|pay|compensation|wages?|cash|ranges?|rates?|bands?|scales?|brackets?|for|in|is|are|of|from|between|at|to|this|that|it|these|positions?|roles?|jobs?|candidates?|employees?|applicants?|hires?|those|located|based|residing|living|who|resides?|lives?|work(?:s|ing)?|expected|anticipated|estimated|estimate|target(?:ed)?|hiring|starting|total|full[- ]time|gross|approximately|about|and|or|will|would|be|by|with|primarily|reasonably|here|locations?|areas?|markets?|usd|cad|eur|gbp|as|follows|within|if|you|we|per|hour|year|currently|typically|plus|while|'s|’s";
const before = new RegExp(`^(?:[\\s\\p{P}\\p{S}]+|(?:${words})(?![\\p{L}\\p{N}]))+`, 'iu');
/** At the end "A" is part of a name: "Zone A". */
const behind = new RegExp(`(?:[\\s\\p{P}\\p{S}]+|(?<![\\p{L}\\p{N}])(?:${words.replace('|an?|', '|')}))+$`, 'iu');
const longest = 60;

/** The place or level of each range of a line, all named before their amounts or all directly after; `''` = none. */
export function labelsOfBands(line: string, amounts: readonly PayFound[]): string[] {
  const names = amounts.map((found, at) =>
    namesBeside(line, found, { before: amounts[at - 1], next: amounts[at + 1] }),
  );
  const first = names.find((_, at) => amounts[at]?.pair === true);
  const isBehind = first !== undefined && first.before === '' && first.behind !== '';
  return names.map((each, at) => (amounts[at]?.pair !== true ? '' : isBehind ? each.behind : each.before));
}

/** The names before a range, from the previous amount on, and directly after it, up to the next amount. */
function namesBeside(
  line: string,
  { start, end, pair }: PayFound,
  around: { before: PayFound | undefined; next: PayFound | undefined },
): { before: string; behind: string } {
  if (!pair) return { before: '', behind: '' };
  const lead = line.slice(Math.max(around.before?.end ?? 0, start - 160), start);
  const rest = line.slice(end, Math.min(around.next?.start ?? line.length, end + 90));
  const [after = ''] = /^ ?(?:\(|,? ?(?:in|for) )[^.;|•]{2,80}/u.exec(rest) ?? [];
  return { before: nameIn(lead.slice(lead.search(/(?<![^;|•])[^;|•]*$/))), behind: nameIn(after) };
}

/** The name in a text, without the words around it; empty if the rest is a sentence rather than a name. */
function nameIn(text: string): string {
  const [last = ''] = text.split(/\. /).slice(-1);
  const name = withoutArticle(last.replace(before, '')).replace(behind, '');
  return name.length <= longest && named.test(name) ? name : '';
}

/** A leading "A" belongs to the name, such as that of a zone, unless a lower-case word follows. */
const withoutArticle = (text: string): string => text.replace(/^an? (?=\p{Ll})/u, '');

/** A name begins with a capital letter; levels and "elsewhere" may be in lower case. */
const named =
  /^\p{Lu}|(?<!\p{L})(?:junior|mid|senior|lead|staff|principal|entry|associate|level|zone|tier|geo|elsewhere|other|remote)(?!\p{L})/u;

/** The bands among labelled ranges: at least two with different names and amounts. */
export function bandsOf(ranges: readonly { label: string; min: number | null; max: number | null }[]): PayBand[] {
  const found = new Map<string, PayBand>();
  for (const { label, min, max } of ranges)
    if (label !== '' && !found.has(label)) found.set(label, { text: label, min, max });
  const bands = [...found.values()].slice(0, bandsAtMost);
  return new Set(bands.map(({ min, max }) => `${min}-${max}`)).size > 1 ? bands : [];
}

const bandsAtMost = 20;

/** The target of a posting: its places, and its title, which names a level. */
export type BandContext = { places: readonly Place[]; title: string; gazetteer: Gazetteer };

/** A salary with the pay for the posting's own place or level, if its bands identify one. */
export function payOfOwnBand(salary: Salary, context: BandContext): Salary {
  const bands = salary.bands ?? [];
  const there = byPlace(bands, context);
  const [band, ...others] = byLevel(there ?? bands, context.title) ?? there ?? [];
  if (band === undefined || others.some(({ min, max }) => min !== band.min || max !== band.max)) return salary;
  const sum = { min: band.min, max: band.max, currency: salary.currency, per: salary.per };
  return { ...salary, ...sum, text: payText(sum), yearly: yearlyPay(sum) };
}

/** The bands that name the only city of a posting, or else its region, or else its country. */
function byPlace(bands: readonly PayBand[], { places, gazetteer }: BandContext): readonly PayBand[] | null {
  const [place, ...more] = places.filter(({ country }) => country !== null);
  if (place?.country == null || more.length > 0) return null;
  const { city, region, country } = place;
  const names = [
    city === null ? [] : [city],
    region === null ? [] : [region, gazetteer.regionName(country, region)],
    // "All other US" covers a town without its own band; with only a country, any band may apply.
    city === null && region === null ? [] : [country, gazetteer.countryName(country)],
  ];
  for (const level of names) {
    const found = bands.filter(({ text }) => level.some((name) => hasName(text, name)));
    if (found.length > 0) return found;
  }
  return null;
}

/** Whether a label contains a name as complete words; a code must be in capitals. */
function hasName(label: string, name: string): boolean {
  if (name.length <= 3) return label.split(/[^\p{L}]+/u).includes(name);
  return ` ${foldPlace(label).replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${foldPlace(name)} `);
}

const levels =
  /(?<![\p{L}\d])(?:junior|jr|mid|intermediate|senior|sr|lead|staff|principal|entry|associate|I{1,3}|IV|V|[1-6])(?![\p{L}\d])/giu;

/** The bands that name the level of the title: "Senior", "II". */
function byLevel(bands: readonly PayBand[], title: string): readonly PayBand[] | null {
  const wanted = levelsIn(title);
  if (wanted.length === 0) return null;
  const found = bands.filter(({ text }) => {
    const levels = levelsIn(text);
    return levels.length === wanted.length && levels.every((level) => wanted.includes(level));
  });
  return found.length > 0 ? found : null;
}

const levelsIn = (text: string): string[] =>
  (text.match(levels) ?? []).map((word) => word.toLowerCase().replace(/^sr$/, 'senior').replace(/^jr$/, 'junior'));
