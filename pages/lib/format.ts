/** Number and time formats of the pages. */

import { keptFormat, say, spokenLanguage } from '../../shared/messages/messages.js';
import { serviceWords } from '../../shared/messages/service-words.js';

const relative = keptFormat((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
// In French, the narrow style writes a negative number.
const relativeShort = keptFormat(
  (language) => new Intl.RelativeTimeFormat(language, { style: language === 'fr' ? 'short' : 'narrow' }),
);
const day = keptFormat((language) => new Intl.DateTimeFormat(language, { dateStyle: 'long' }));
const moment = keptFormat((language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }));
const timeOfDay = keptFormat((language) => new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }));

/** The time zone of the browser. */
export const timeZoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const lengths = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** "3 days ago"; "just now" within a minute; short "3d ago". */
export function formatAgo(iso: string, now: Date, { short = false } = {}): string {
  const seconds = (now.getTime() - Date.parse(iso)) / 1000;
  const [unit, length] = lengths.find(([, each]) => Math.abs(seconds) >= each) ?? [null, 1];
  return unit === null
    ? say('justNow')
    : (short ? relativeShort : relative)().format(-Math.round(seconds / length), unit);
}

/** "850 ms", "2.1 s"; a dash if it was not measured. */
export function formatTook(ms: number | null): string {
  if (ms === null) return '–';
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** "$118K"; a dash if unknown. */
export function formatMoney(amount: number | null, currency: string | null): string {
  if (amount === null || currency === null) return '–';
  const style = { style: 'currency', currency, notation: 'compact', maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat(spokenLanguage(), style).format(amount);
}

/** "34 %"; a dash if unknown. */
export const formatShare = (share: number | null): string =>
  share === null ? '–' : `${share > 0 && share < 0.01 ? '<1' : Math.round(share * 100)} %`;

/** "18 November 2026", with the time of day unless only the day is known. */
export const formatMoment = (iso: string, { dayOnly = false } = {}): string =>
  (dayOnly ? day : moment)().format(new Date(iso));

/** The page's names for request fields, which service sentences name as in JSON. */
const fieldWords: Readonly<Record<string, string>> = {
  jobType: 'job type',
  remoteFilter: 'workplace',
  experienceLevel: 'level',
  dateSincePosted: 'date',
  sortBy: 'order',
  salary: 'pay',
  excludeCompanies: 'excluded companies',
};

/** A service sentence for display: times as in `writeTimes`, fields by the page's names. */
export const writeSentence = (sentence: string, now: Date): string =>
  writeTimes(serviceWords(sentence), now).replace(
    /\b(?:jobType|remoteFilter|experienceLevel|dateSincePosted|sortBy|salary|excludeCompanies)\b/g,
    (name) => fieldWords[name] ?? name,
  );

/** A service sentence with its ISO 8601 times formatted in the browser's time zone. */
export function writeTimes(sentence: string, now: Date): string {
  return sentence.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z/g, (iso) => {
    const at = new Date(iso);
    if (Number.isNaN(at.getTime())) return iso;
    return at.toDateString() === now.toDateString() ? timeOfDay().format(at) : formatMoment(iso);
  });
}
