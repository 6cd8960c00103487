import type { SearchSubject } from '../shared/query.js';
import type { Entry } from './corpus.js';
import type { Clause, Keyword } from './keyword.js';
import type { PlaceFilter } from './place-filter.js';
import { holdsPhrase } from './rank.js';

/** Why a job is in an answer, in a person's words (`match.why`). */
export function explain(
  entry: Entry,
  { query, keyword, place, now }: { query: SearchSubject; keyword: Keyword; place: PlaceFilter | null; now: number },
): string[] {
  const { job } = entry;
  const why = keywordReasons(entry, keyword);
  if (place !== null) why.push(place.why(job));
  if (query.remoteFilter !== '' && job.workplace !== null) why.push(job.workplace);
  if (query.jobType !== '' && job.jobType !== null) why.push(job.jobType);
  if (query.experienceLevel !== '' && job.experienceLevel !== null)
    why.push(`${job.experienceLevel} level`.replace('level level', 'level'));
  if (query.salary !== '') why.push(payReason(job));
  if (!Number.isNaN(entry.postedAt)) why.push(`posted ${ago(now - entry.postedAt)}`);
  // "remote" may be both the place and the filter met.
  return [...new Set(why)];
}

function keywordReasons(entry: Entry, { clauses, words }: Keyword): string[] {
  if (clauses.length === 0) return [];
  const written = clauses.map((clause) => clause.written);
  if (words.length > 1 && holdsPhrase(entry.title, words)) return [`title has "${written.join(' ')}"`];
  const places = new Map<string, string[]>();
  for (const clause of clauses) {
    const where = fieldOf(entry, clause);
    places.set(where, [...(places.get(where) ?? []), `"${clause.written}"`]);
  }
  return [...places].map(([where, found]) => `${where} has ${found.join(' and ')}`);
}

function fieldOf(entry: Entry, { wordings }: Clause): string {
  const stands = (tokens: readonly string[]) => wordings.some(({ words }) => holdsPhrase(tokens, words));
  if (stands(entry.title)) return 'title';
  if (stands(entry.company)) return 'company';
  return stands(entry.tags) ? 'field' : 'text';
}

function payReason({ salary }: Entry['job']): string {
  const { min = null, max = null } = salary?.yearly ?? {};
  if (min !== null) return `pays ${min} a year or more`;
  return `pays up to ${max} a year`;
}

function ago(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  if (hours < 1) return 'within the hour';
  if (hours < 24) return hours === 1 ? 'an hour ago' : `${hours} hours ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? 'yesterday' : `${days} days ago`;
}
