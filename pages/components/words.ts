import { isMessage, keptFormat, say, thousandsWords } from '../../shared/messages/messages.js';
import { serviceWords } from '../../shared/messages/service-words.js';
import type { FieldName } from '../../shared/search/fields.js';
import type { Job } from '../../shared/search/job.js';
import { describePay } from '../../shared/words/job-words.js';
import type { JobType, Level, Order, SeenLabel, Workplace } from '../../shared/words/words.js';
import { writeDistances } from '../lib/distance.js';

/** Display names of fields, values, places and pay. */

/** A list of words as given; a list that lacks one is a type error. */
const all =
  <Word extends string>() =>
  <const Words extends readonly Word[]>(words: [Word] extends [Words[number]] ? Words : never) =>
    words;

/** The values of fields with fixed words, in menu order; addresses and requests use the API's words. */
export const optionValues = {
  remoteFilter: all<Workplace>()(['on site', 'remote', 'hybrid']),
  jobType: all<JobType>()(['full time', 'part time', 'contract', 'temporary', 'volunteer', 'internship']),
  experienceLevel: all<Level>()(['internship', 'entry level', 'associate', 'senior', 'director', 'executive']),
  label: all<SeenLabel>()(['new', 'fresh', 'old', 'reposted', 'always open']),
  dateSincePosted: ['24hr', 'past week', 'past month'],
  sortBy: all<Order>()(['relevant', 'recent', 'salary', 'distance']),
  limit: ['10', '20', '50', '100'],
} as const;

/** The display name of an API word; unknown words stay unchanged. */
export function optionWord(field: string, word: string): string {
  if (field === 'limit') return say('perPage', { n: Number(word) });
  const key = `${field}.${word}`;
  return isMessage(key) ? say(key) : capitalised(word);
}

/** Several values as display text; `null` = none. */
export const optionList = (field: string, words: readonly string[]): string | null =>
  words.length === 0 ? null : eitherOf(words.map((word) => optionWord(field, word)));

/** The display name of a field. */
export const labelOf = (name: FieldName): string => say(`field.${name}`);

/** The values of a multi-value field, accepting any spelling that may occur in an address. */
export const splitFormList = (value: string): string[] =>
  value
    .split(/[,;|]|\bor\b/i)
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Toggles a word in a list. */
export function withOrWithout(list: string, word: string): string {
  const words = splitFormList(list);
  return (words.includes(word) ? words.filter((other) => other !== word) : [...words, word]).sort().join(', ');
}

/** A value as display text: "Past 3 days" for "72hr", "80,000–120,000 EUR" for "80000-120000 EUR". */
export function wordOf(name: FieldName, value: string): string {
  if (name === 'salary') return value.replace('-', '–').replace(/\d{4,8}/g, (amount) => thousandsWords(Number(amount)));
  if (name === 'language') return eitherOf(splitFormList(value).map(nameOfLanguage));
  const [, hours] = (name === 'dateSincePosted' && /^(\d{1,5})hr$/.exec(value)) || [];
  if (hours !== undefined && value !== '24hr') {
    const count = Number(hours);
    return count % 24 === 0 ? say('past.days', { n: count / 24 }) : say('past.hours', { n: count });
  }
  return name in optionValues ? eitherOf(splitFormList(value).map((word) => optionWord(name, word))) : value;
}

const eitherOf = (words: readonly string[]): string => words.join(` ${say('or')} `);

/** "German" for "de"; text that is not a code stays unchanged. */
export function nameOfLanguage(code: string): string {
  try {
    return capitalised(languageNames().of(code) ?? code);
  } catch {
    return code;
  }
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const languageNames = keptFormat((language) => new Intl.DisplayNames([language], { type: 'language' }));
const countries = keptFormat((language) => new Intl.DisplayNames([language], { type: 'region' }));

/** "Germany" for "DE"; countries known by their letters are "US" and "UK". */
export function countryWord(code: string): string {
  const short = `country.${code}`;
  return isMessage(short) ? say(short) : (countries().of(code) ?? code);
}

/** A place as people write it: no part repeated, and its country by name, since a code may be a state's. */
const placeWord = (text: string, country: string | null): string => {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.at(-1) === (country ?? 'GB')) parts.splice(-1, 1, countryWord(country ?? 'GB'));
  return parts.filter((part, at) => part.toLowerCase() !== parts[at - 1]?.toLowerCase()).join(', ');
};

/** Maximum places named; the others are counted. */
const mostPlaces = 2;

/** Where a job is, without its workplace and the places where remote workers may live; `null` = nothing is left. */
export function placeWords(job: PlacedJob, { short = true } = {}): string | null {
  const { location, locations = [location], workplace, remoteFrom } = job;
  const countryOf = new Map(locations.map(({ text, country }) => [text, country]));
  const places = (location.text ?? '')
    .split(/[;|]/, 500)
    .map((text) => placeWord(text, countryOf.get(text.trim()) ?? null));
  const homes = new Set((remoteFrom ?? []).flatMap(({ text, country }) => [text, country && countryWord(country)]));
  const isSaid = (place: string): boolean => workplace === 'remote' && homes.has(place);
  const said = places.map((place) => (workplace === null ? place : withoutWorkplace(place, workplace)));
  const shown = said.filter((place) => place !== '' && !isSaid(place));
  if (shown.length === 0) return null;
  if (!short || shown.length <= mostPlaces) return shown.join(' · ');
  return say('place.more', { place: shown[0] ?? '', n: shown.length - 1 });
}

/** Jobs that a browser has kept for long may lack `locations`. */
type PlacedJob = Pick<Job, 'location' | 'workplace' | 'remoteFrom'> & Partial<Pick<Job, 'locations'>>;

const workplaceNames: Readonly<Record<Workplace, RegExp>> = {
  remote: /\b(?:fully |100% )?remote\b/gi,
  hybrid: /\bhybrid\b/gi,
  'on site': /\bon[- ]?site\b/gi,
};

const withoutWorkplace = (place: string, workplace: Workplace): string =>
  place
    .replace(workplaceNames[workplace], '')
    .replace(/\(\s{0,9}\)/, '')
    .replace(/\s{1,3}[–-]\s{1,3}\(/, ' (')
    .replace(/^[\s,/–-]{1,20}|[\s,/–-]{1,20}$/g, '')
    .replace(/^\(([^()]{0,300})\)$/, '$1');

/** The workplace and where one may live: "Remote · US only", "Remote · EMEA", "Remote · Canada + 2"; `null` = none. */
export function workplaceWords({ workplace, remoteFrom }: Pick<Job, 'workplace' | 'remoteFrom'>): string | null {
  if (workplace === null) return null;
  const word = optionWord('remoteFilter', workplace);
  const [first, ...others] = workplace === 'remote' ? (remoteFrom ?? []) : [];
  if (first === undefined) return word;
  const name = first.country !== null && first.region === null ? countryWord(first.country) : first.text;
  if (others.length > 0) return `${word} · ${name} + ${others.length}`;
  return `${word} · ${first.area === null ? say('place.only', { place: name }) : name}`;
}

/** The pay of a job; `short`: as stated, without the yearly equivalent. */
export function statedPay(job: Pick<Job, 'salary' | 'jobType' | 'inferred'>, { short = false } = {}): string | null {
  const { salary, jobType, inferred } = job;
  // The hours of this part-time work are unknown, so its yearly pay is for full-time work.
  const isOfFullTime =
    jobType === 'part time' && inferred.includes('salary') && (salary?.per === 'hour' || salary?.per === 'day');
  return salary && describePay(salary, { short, isOfFullTime });
}

/** A place split from its radius: "Berlin" and "25 km" for "Berlin within 25 km"; `radius`: `''` = none. */
export function splitRadius(location: string): { place: string; radius: string } {
  const [, place = location, radius = ''] = /^(.{1,120}?) within (\d{1,4} ?(?:km|miles?))$/i.exec(location) ?? [];
  return { place, radius };
}

/** Whether a location names a single place, which can have a radius. */
export const hasRadius = (location: string): boolean =>
  location.trim() !== '' && !/;| or |\b(?:remote|anywhere|worldwide)\b/i.test(location);

/** The distance of a job from the searched place, from its match reasons: "17 km away"; `null` = inside it. */
export function distanceOf({ match }: Pick<Job, 'match'>, units: Units): string | null {
  const [said] = (match?.why ?? []).flatMap((reason) => /\b\d{1,5} km from /.exec(reason) ?? []);
  return said === undefined ? null : say('distance.away', { way: writeDistances(said, units).replace(/ from $/, '') });
}

/** A reason for a match, with distances in the reader's unit. */
export const reasonWord = (reason: string, units: Units): string => serviceWords(writeDistances(reason, units));

type Units = { miles: boolean };

/** The host of an address, without "www."; people know a source by it. */
export const siteName = (url: string): string => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url);
