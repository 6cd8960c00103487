import { createVocabulary } from './vocabulary.js';

/** Kinds of contract; after schema.org `employmentType`. */
export const jobTypes = createVocabulary({
  'full time': ['permanent', 'FT', 'regular'],
  'part time': ['PT'],
  contract: ['contractor', 'contracting', 'freelance', 'C2C', '1099'],
  temporary: ['temp', 'seasonal'],
  volunteer: ['voluntary', 'unpaid'],
  internship: ['intern', 'placement', 'trainee'],
});
export type JobType = (typeof jobTypes.words)[number];

/** Where the work is done. */
export const workplaces = createVocabulary({
  'on site': ['onsite', 'in office', 'office', 'in person'],
  remote: ['fully remote', '100% remote', 'work from home', 'WFH', 'telecommute', 'anywhere'],
  hybrid: ['partly remote', 'flexible'],
});
export type Workplace = (typeof workplaces.words)[number];

/** Workplaces as geo-stats distinguishes them: the words of a job record and `unknown`. */
export const statsWorkplaces = [...workplaces.words, 'unknown'] as const;
export type StatsWorkplace = Workplace | 'unknown';

/** Experience levels. */
export const levels = createVocabulary({
  internship: ['intern', 'student'],
  'entry level': ['entry', 'junior', 'jr', 'graduate', 'new grad'],
  associate: ['mid', 'mid level', 'intermediate'],
  senior: ['sr', 'senior level', 'mid senior', 'mid senior level', 'lead', 'staff', 'principal'],
  director: ['head', 'director level'],
  executive: ['exec', 'vp', 'c level', 'c suite', 'chief'],
});
export type Level = (typeof levels.words)[number];

/** Known facts about an opening's age (shared/words/seen.ts). */
export const seenLabels = createVocabulary({
  new: ['just opened', 'brand new'],
  fresh: ['recent', 'recently opened'],
  old: ['stale', 'long open'],
  reposted: ['repost', 'posted again', 'relisted'],
  'always open': ['evergreen', 'always hiring', 'never closed'],
});
export type SeenLabel = (typeof seenLabels.words)[number];

/** The order of results. */
export const orders = createVocabulary({
  recent: ['date', 'newest', 'latest', 'most recent'],
  relevant: ['relevance', 'best', 'best match', 'most relevant'],
  salary: ['pay', 'highest pay', 'best paid', 'highest salary'],
  distance: ['nearest', 'closest', 'near'],
});
export type Order = (typeof orders.words)[number];

/** The forms of full descriptions in lists. */
export const descriptionForms = createVocabulary({
  text: ['plain', 'plain text', 'txt', 'true', 'yes'],
  markdown: ['md'],
});
export type DescriptionForm = (typeof descriptionForms.words)[number];

/** The maximum age of a posting. Any other number is parsed by `readDateWord` and written in hours (`72hr`). */
export const dateWords = createVocabulary({
  '24hr': ['24h', '24 hours', 'past 24 hours', 'last 24 hours', 'past day', 'last day', '1 day', '1d', 'day', 'today'],
  'past week': ['week', 'last week', '7d', '7 days', 'past 7 days', 'last 7 days', '1 week', '1w', '168hr'],
  'past month': ['month', 'last month', '30d', '30 days', 'past 30 days', 'last 30 days', '1 month', '720hr'],
});

/** Units of pay, with their number in a year of full-time work (52 weeks of 40 hours, 260 days). */
export const payPeriods = { hour: 2080, day: 260, week: 52, month: 12, year: 1 } as const;
export type PayPeriod = keyof typeof payPeriods;

/** How many hours a canonical `dateSincePosted` reaches back. */
export function hoursOf(dateWord: string): number {
  if (dateWord === 'past week') return 168;
  if (dateWord === 'past month') return 720;
  return Number.parseInt(dateWord, 10);
}
