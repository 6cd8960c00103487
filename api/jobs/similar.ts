import { postalCountries } from '../../shared/places/regions.js';
import type { HeldAnswer } from '../../shared/search/held-question.js';
import type { Job, WholeJob } from '../../shared/search/job.js';
import { anySearch, type SearchSubject } from '../../shared/search/query/query.js';
import { mostSimilar, type SimilarAnswer } from '../../shared/search/similar.js';
import { companyKey } from '../../shared/words/company-names.js';
import { withoutGenderMarks } from '../../shared/words/text.js';
import type { Middleware } from '../middleware/identify.js';
import type { RateLimitState } from '../middleware/limit.js';
import type { AskHeld } from './ask-held.js';
import { findJob, type JobContext } from './job.js';

export type SimilarContext = JobContext & { askHeld: AskHeld };

/** GET /api/jobs/{id}/similar: stored openings of other companies that resemble a job. */
export function similar(context: SimilarContext): Middleware<RateLimitState> {
  return async function similar(ctx) {
    const { id = '' } = (ctx as typeof ctx & { params: Record<string, string> }).params;
    const answer = await findSimilar(context, await findJob(context, id));
    ctx.set('Cache-Control', 'no-store');
    ctx.body = answer;
  };
}

/** Records of each question; some are left out later. */
const asked = 30;

/** Scores of shared facts, added to the title's score of 0 to 1. */
const worth = { place: 0.15, country: 0.1, level: 0.08, workplace: 0.05, skills: 0.2 } as const;

/**
 * The jobs most similar to one: found by its title in its place, then in its country, then anywhere, until there are
 * enough. Throws an `unavailable` problem when no worker answers.
 */
export async function findSimilar({ askHeld }: Pick<SimilarContext, 'askHeld'>, job: WholeJob): Promise<SimilarAnswer> {
  const keyword = roleOf(job.title);
  const found = new Map<string, Job>();
  let partial = false;
  if (keyword === '') return { jobs: [], partial };
  for (const location of placesOf(job)) {
    const answer = await askHeld({ subject: subjectFor(job, keyword, location), jobs: asked, facets: false });
    partial ||= answer.partial;
    for (const each of othersIn(answer, job)) if (!found.has(each.id)) found.set(each.id, each);
    if (found.size >= mostSimilar) break;
  }
  const ranked = [...found.values()].map((each) => ({ each, score: each.match.score + likeness(each, job) }));
  ranked.sort((one, other) => other.score - one.score || (one.each.id < other.each.id ? -1 : 1));
  return { jobs: ranked.slice(0, mostSimilar).map(({ each }) => each), partial };
}

/** Other openings of the company are on its page. */
function subjectFor({ company }: WholeJob, keyword: string, location: string): SearchSubject {
  return { ...anySearch, keyword, location, excludeCompanies: (company.name ?? '').replaceAll(';', ' ') };
}

/** The results without the job itself, on any board, and without those that only mention its title. */
function othersIn({ jobs }: HeldAnswer, job: WholeJob): Job[] {
  const jobUrls = new Set([job.url, ...job.alsoOn.map(({ url }) => url)]);
  const employer = companyKey(job.company.name ?? '');
  return jobs.filter(
    ({ id, url, company, alsoOn, match }) =>
      id !== job.id &&
      match.inText !== true &&
      ![url, ...alsoOn.map((each) => each.url)].some((each) => jobUrls.has(each)) &&
      (employer === '' || companyKey(company.name ?? '') !== employer),
  );
}

function likeness(one: Job, other: WholeJob): number {
  const isSame = (name: 'city' | 'country'): boolean =>
    one.location[name] !== null && one.location[name] === other.location[name];
  const shares = (name: 'experienceLevel' | 'workplace'): boolean => one[name] !== null && one[name] === other[name];
  return (
    (isSame('city') && isSame('country') ? worth.place : isSame('country') ? worth.country : 0) +
    (shares('experienceLevel') ? worth.level : 0) +
    (shares('workplace') ? worth.workplace : 0) +
    worth.skills * sharedPart(one.skills, other.skills)
  );
}

/** The share of the combined skills that both jobs name, from 0 to 1. */
function sharedPart(one: readonly string[], other: readonly string[]): number {
  const shared = one.filter((skill) => other.includes(skill)).length;
  return shared === 0 ? 0 : shared / (one.length + other.length - shared);
}

/** The places to search, nearest first; `''` is anywhere. */
function placesOf({ location: { city, region, country }, workplace }: WholeJob): string[] {
  if (country === null) return [''];
  const nation = new Intl.DisplayNames(['en'], { type: 'region' }).of(country) ?? country;
  const state = region !== null && postalCountries.has(country) ? region : nation;
  return [...(city === null || workplace === 'remote' ? [] : [`${city}, ${state}`]), nation, ''];
}

/** Search operators, which are not part of a title's role. */
const operators: ReadonlySet<string> = new Set(['and', 'or', 'not']);

/** Maximum words of a role: the team or the product follows. */
const mostWords = 7;

/** The role in a title as plain keywords: "Senior Nurse (m/f/d) – Night Shift: Berlin" → "senior nurse night shift". */
export function roleOf(title: string): string {
  const plain = withoutGenderMarks(title.slice(0, 200))
    .replace(/[([{][^()[\]{}]*[)\]}]/g, ' ')
    .split(/[:@|]/, 1)
    .join('');
  const words = plain.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}+#.&'’]*/gu) ?? [];
  return words
    .map((word) => word.replace(/[.&'’]{1,8}$/, ''))
    .filter((word) => word !== '' && !operators.has(word))
    .slice(0, mostWords)
    .join(' ');
}
