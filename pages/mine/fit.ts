/** Scores how well jobs fit a person's profile, from the facts of the jobs only, and always with reasons. */
import { say } from '../../shared/messages/messages.js';
import type { Job } from '../../shared/search/job.js';
import { plainLetters } from '../../shared/words/text.js';
import { nameOfLanguage } from '../components/words.js';
import { type Answer, isProblem, type Query } from '../search/answer.js';
import { readAnswerBody } from '../search/api-client.js';
import type { Profile } from './my-jobs-file.js';

/** Facts that fit and that do not, as text; the score is the sum of their weights. Unknown facts count nothing. */
export type Fit = { score: number; fits: string[]; lacks: string[] };

/** Weights of the profile's parts, by how much each decides whether people apply. */
const counts = { role: 4, skills: 3, place: 3, pay: 2, language: 2, permit: 3 } as const;

/** Maximum skills named on a card. */
const mostNamed = 4;

type Verdict = { share: number; words: string } | null;
type FittedJob = Pick<
  Job,
  'title' | 'skills' | 'location' | 'locations' | 'workplace' | 'remoteFrom' | 'salary' | 'language' | 'visaSponsorship'
>;

/** `share`: fraction of the weight, from 1 (fits) to -1 (does not fit). */
const verdicts: Readonly<Record<keyof typeof counts, (job: FittedJob, profile: Profile) => Verdict>> = {
  role({ title }, { roles }) {
    if (roles.length === 0) return null;
    const words = new Set(wordsOf(title));
    const role = roles.find((each) => wordsOf(each).every((word) => words.has(word)));
    return role === undefined ? { share: -1, words: say('fit.noRole') } : { share: 1, words: role };
  },
  skills({ skills }, profile) {
    if (profile.skills.length === 0 || skills.length === 0) return null;
    const known = new Set(profile.skills.map(plain));
    const met = skills.filter((skill) => known.has(plain(skill)));
    if (met.length === 0) return { share: -1, words: say('fit.noSkill') };
    return { share: met.length / skills.length, words: met.slice(0, mostNamed).join(', ') };
  },
  place({ location, locations = [], workplace, remoteFrom }, { places, countries }) {
    const isRemote = workplace === 'remote' && places.some((place) => plain(place) === 'remote');
    if (isRemote && (remoteFrom === null || remoteFrom.some(({ country }) => isAmong(country, countries))))
      return { share: 1, words: say('remoteFilter.remote') };
    if (places.length === 0 || location.text === null) return null;
    const where = [location, ...locations].map(({ text }) => ` ${wordsOf(text ?? '').join(' ')} `);
    const place = places.find((each) => where.some((text) => text.includes(` ${wordsOf(each).join(' ')} `)));
    return place === undefined ? { share: -1, words: say('fit.elsewhere') } : { share: 1, words: place };
  },
  pay({ salary }, { pay }) {
    const [, amount = '', currency = ''] = /^([\d.,' ]{1,20})([a-z]{3})$/i.exec(pay.trim()) ?? [];
    const wanted = Number(amount.replace(/\D/g, ''));
    const most = salary?.yearly?.max ?? salary?.yearly?.min ?? null;
    if (wanted === 0 || most === null || salary?.currency !== currency.toUpperCase()) return null;
    return most >= wanted ? { share: 1, words: say('fit.pay') } : { share: -1, words: say('fit.lessPay') };
  },
  language({ language }, { languages }) {
    if (languages.length === 0 || language === null) return null;
    const isRead = languages.some((each) => [language, plain(nameOfLanguage(language))].includes(plain(each)));
    return isRead ? null : { share: -1, words: say('fit.language', { language: nameOfLanguage(language) }) };
  },
  permit({ location: { country }, visaSponsorship }, { countries }) {
    if (countries.length === 0 || country === null || isAmong(country, countries)) return null;
    if (visaSponsorship === null) return null;
    return visaSponsorship ? { share: 1, words: say('fit.visa') } : { share: -1, words: say('fit.noVisa') };
  },
};

const plain = (text: string): string => plainLetters(text).trim();
const wordsOf = (text: string): string[] => plainLetters(text).match(/[\p{L}\p{N}+#]+/gu) ?? [];
const isAmong = (country: string | null | undefined, countries: readonly string[]): boolean =>
  country != null && countries.some((each) => each.trim().toUpperCase() === country);

/** Compares a job with a profile. */
export function fitOf(job: FittedJob, profile: Profile): Fit {
  const fit: Fit = { score: 0, fits: [], lacks: [] };
  for (const [name, count] of Object.entries(counts)) {
    const verdict = verdicts[name as keyof typeof counts](job, profile);
    if (verdict === null) continue;
    fit.score += count * verdict.share;
    (verdict.share > 0 ? fit.fits : fit.lacks).push(verdict.words);
  }
  return fit;
}

/** Jobs sorted by fit; equal ones keep their order. */
export const byFit = (jobs: readonly Job[], profile: Profile): { job: Job; fit: Fit }[] =>
  jobs.map((job) => ({ job, fit: fitOf(job, profile) })).sort((one, other) => other.fit.score - one.fit.score);

/** The first jobs of a search, sorted by fit, with the fit of each. */
export type Fitted = { jobs: readonly Job[]; fits: ReadonlyMap<string, Fit> };

/** Maximum page size, and number of pages sorted: the first 200 jobs. */
const [pageLength, pagesOrdered] = [100, 2];

/** Reads the first jobs of a search and sorts them by fit; `null` = they could not be read. */
export async function orderByFit(query: Query, profile: Profile): Promise<Fitted | null> {
  const jobs = await firstJobs(query).catch(() => null);
  if (jobs === null) return null;
  const fitting = byFit(jobs, profile);
  return { jobs: fitting.map(({ job }) => job), fits: new Map(fitting.map(({ job, fit }) => [job.id, fit])) };
}

/** The first jobs of the search on screen, which is cached. */
async function firstJobs(query: Query): Promise<Job[] | null> {
  const jobs: Job[] = [];
  for (let page = 0; page < pagesOrdered; page++) {
    const response = await fetch('/api/jobs/search', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...query, limit: String(pageLength), page: String(page) }),
    });
    const body = await readAnswerBody(response);
    if (!response.ok || isProblem(body)) return null;
    jobs.push(...(body as Answer).jobs);
    if ((body as Answer).next === null) break;
  }
  return jobs;
}
