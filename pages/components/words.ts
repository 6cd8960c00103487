import type { FieldName } from '../../shared/search/fields.js';
import type { Job } from '../../shared/search/job.js';
import { describePay, manyWords, reasonWords } from '../../shared/words/job-words.js';
import type { JobType, Level, Order, SeenLabel, Workplace } from '../../shared/words/words.js';
import { writeDistances } from '../lib/distance.js';

/** What pages call fields, values, places and pay. */

/** The values of fields with fixed words; those of the API stay in addresses and requests. */
export const optionWords = {
  remoteFilter: { 'on site': 'On site', remote: 'Remote', hybrid: 'Hybrid' } satisfies Record<Workplace, string>,
  jobType: {
    ...{ 'full time': 'Full time', 'part time': 'Part time', contract: 'Contract', temporary: 'Temporary' },
    ...{ volunteer: 'Volunteer', internship: 'Internship' },
  } satisfies Record<JobType, string>,
  experienceLevel: {
    ...{ internship: 'Internship', 'entry level': 'Entry level', associate: 'Mid level', senior: 'Senior' },
    ...{ director: 'Director', executive: 'Executive' },
  } satisfies Record<Level, string>,
  label: {
    ...{ new: 'Just opened', fresh: 'Recently opened', old: 'Open for long', reposted: 'Posted again' },
    'always open': 'Always open',
  } satisfies Record<SeenLabel, string>,
  dateSincePosted: { '24hr': 'Past 24 hours', 'past week': 'Past week', 'past month': 'Past month' },
  sortBy: {
    ...{ relevant: 'Most relevant', recent: 'Newest', salary: 'Highest pay', distance: 'Nearest' },
  } satisfies Record<Order, string>,
  limit: { 10: '10 per page', 20: '20 per page', 50: '50 per page', 100: '100 per page' },
} as const;

/** What a word of the API is called on pages; a word that is not known stays as it is. */
export const optionWord = (field: keyof typeof optionWords, word: string): string =>
  Object.entries(optionWords[field]).find(([key]) => key === word)?.[1] ?? capitalised(word);

/** Several values as pages write them; `null` = there are none. */
export const optionList = (field: keyof typeof optionWords, words: readonly string[]): string | null =>
  words.map((word) => optionWord(field, word)).join(' or ') || null;

/** What fields are called. */
export const labels: Readonly<Record<FieldName, string>> = {
  ...{ keyword: 'What', location: 'Where', dateSincePosted: 'Posted', salary: 'Pay', jobType: 'Job type' },
  ...{ remoteFilter: 'Workplace', experienceLevel: 'Level', excludeCompanies: 'Not from', language: 'Language' },
  ...{ skills: 'Skills', label: 'Opening', sortBy: 'Sort by', limit: 'Per page', page: 'Page' },
  descriptions: 'Descriptions',
};

/** The values of a field that takes several, as anybody may write them into an address. */
export const splitFormList = (value: string): string[] =>
  value
    .split(/[,;|]|\bor\b/i)
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** A list with a word that it lacks, or without one that it has. */
export function withOrWithout(list: string, word: string): string {
  const words = splitFormList(list);
  return (words.includes(word) ? words.filter((other) => other !== word) : [...words, word]).sort().join(', ');
}

/** A value as a person reads it: "Past 3 days" for "72hr", "80,000–120,000 EUR" for "80000-120000 EUR". */
export function wordOf(name: FieldName, value: string): string {
  if (name === 'salary')
    return value.replace('-', '–').replace(/\d{4,8}/g, (amount) => new Intl.NumberFormat('en').format(Number(amount)));
  if (name === 'language') return splitFormList(value).map(nameOfLanguage).join(' or ');
  const [, hours] = (name === 'dateSincePosted' && /^(\d{1,5})hr$/.exec(value)) || [];
  if (hours !== undefined && value !== '24hr') {
    const count = Number(hours);
    if (count % 24 === 0) return `Past ${count / 24} days`;
    return count === 1 ? 'Past hour' : `Past ${count} hours`;
  }
  if (name in optionWords)
    return splitFormList(value)
      .map((word) => optionWord(name as keyof typeof optionWords, word))
      .join(' or ');
  return value;
}

/** "German" for "de"; a text that is no code stays as it is. */
export function nameOfLanguage(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Made when it is first needed: that takes milliseconds in a browser. */
let countries: Intl.DisplayNames | undefined;

/** "Germany" for "DE", "US" and "UK" for countries that are known by their letters. */
export function countryWord(code: string): string {
  if (code === 'US') return 'US';
  if (code === 'GB') return 'UK';
  countries ??= new Intl.DisplayNames(['en'], { type: 'region' });
  return countries.of(code) ?? code;
}

/** A place as people write it: no part twice, the United Kingdom not by its code. */
const placeWord = (text: string): string => {
  const parts = text.split(',').map((part) => (part.trim() === 'GB' ? 'UK' : part.trim()));
  return parts.filter((part, at) => part.toLowerCase() !== parts[at - 1]?.toLowerCase()).join(', ');
};

/** Places that are named before the others are counted. */
const mostPlaces = 2;

/** Where a job is, without "remote", which its workplace says, and without where one may live; `null` = nothing else is said. */
export function placeWords({ location, workplace, remoteFrom }: PlacedJob, { short = true } = {}): string | null {
  const places = (location.text ?? '').split(/[;|]/, 500).map(placeWord);
  const homes = new Set((remoteFrom ?? []).flatMap(({ text, country }) => [text, country && countryWord(country)]));
  const isSaid = (place: string): boolean => workplace === 'remote' && homes.has(place);
  const said = places.map((place) => (workplace === 'remote' ? withoutRemote(place) : place));
  const shown = said.filter((place) => place !== '' && !isSaid(place));
  if (shown.length === 0) return null;
  if (!short || shown.length <= mostPlaces) return shown.join(' · ');
  return `${shown[0]} and ${shown.length - 1} more places`;
}

type PlacedJob = Pick<Job, 'location' | 'workplace' | 'remoteFrom'>;

const withoutRemote = (place: string): string =>
  place
    .replace(/\b(?:fully |100% )?remote\b/gi, '')
    .replace(/^[\s,()/–-]{1,20}/, '')
    .replace(/[\s,()/–-]{1,20}$/, '');

/** The workplace with where one may live: "Remote · US only", "Remote · EMEA", "Remote · Canada + 2"; `null` = not stated. */
export function workplaceWords({ workplace, remoteFrom }: Pick<Job, 'workplace' | 'remoteFrom'>): string | null {
  if (workplace === null) return null;
  const word = optionWords.remoteFilter[workplace];
  const [first, ...others] = workplace === 'remote' ? (remoteFrom ?? []) : [];
  if (first === undefined) return word;
  const name = first.country !== null && first.region === null ? countryWord(first.country) : first.text;
  const isOnly = others.length === 0 && first.area === null;
  return `${word} · ${name}${isOnly ? ' only' : others.length === 0 ? '' : ` + ${others.length}`}`;
}

/** The pay of a job; `short`: as stated, without what it is a year. */
export function statedPay(job: Pick<Job, 'salary' | 'jobType' | 'inferred'>, { short = false } = {}): string | null {
  const { salary, jobType, inferred } = job;
  // The hours of such part-time work are not known: its yearly pay is that of full-time work.
  const isOfFullTime =
    jobType === 'part time' && inferred.includes('salary') && (salary?.per === 'hour' || salary?.per === 'day');
  return salary && describePay(salary, { short, isOfFullTime });
}

/** "14 places" of an opening that is listed once for each. */
export const placesCount = (count: number): string => manyWords(count, 'place');

/** A place with its radius taken off: "Berlin", "25 km" of "Berlin within 25 km"; `radius`: `''` = none is named. */
export function splitRadius(location: string): { place: string; radius: string } {
  const [, place = location, radius = ''] = /^(.{1,120}?) within (\d{1,4} ?(?:km|miles?))$/i.exec(location) ?? [];
  return { place, radius };
}

/** Whether a location names one place that has a surrounding. */
export const hasRadius = (location: string): boolean =>
  location.trim() !== '' && !/;| or |\b(?:remote|anywhere|worldwide)\b/i.test(location);

/** How far a job is from the place that was asked for, as its reasons say: "17 km away"; `null` = it is there. */
export function distanceOf({ match }: Pick<Job, 'match'>, units: Units): string | null {
  const [said] = (match?.why ?? []).flatMap((reason) => /\b\d{1,5} km from /.exec(reason) ?? []);
  return said === undefined ? null : writeDistances(said, units).replace(/(?:from )?$/, 'away');
}

/** A reason for a match, with distances in the reader's unit. */
export const reasonWord = (reason: string, units: Units): string => reasonWords(writeDistances(reason, units));

type Units = { miles: boolean };

/** The site of an address: what people know a source by. */
export const siteName = (url: string): string => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url);
