import type { Job } from '../../shared/search/job.js';
import { type SearchQuery, searchName } from '../../shared/search/query/query.js';

/** A page of a search, as shown by the formats other than JSON. */
export type JobPage = {
  query: SearchQuery;
  /** Key of the search without its page: the identity of a feed. */
  searchKey: string;
  jobs: readonly Job[];
  /** Number of matching jobs. */
  total: number;
  notices: readonly string[];
  partial: boolean;
  /** When this list last changed, epoch milliseconds. */
  modifiedAt: number;
  /** URLs of this service: this page and the next one as feeds, and the search page. */
  links: { self: string; next: string | null; page: string };
};

/** The title of a feed: "Jobs: nurse, Berlin, past week". */
export function titleOf(query: SearchQuery): string {
  const name = searchName(query);
  return name === '' ? 'All jobs' : `Jobs: ${name}`;
}

/** "Senior Engineer – Acme, Austin, TX" */
export function headlineOf({ title, company, location }: Job): string {
  const about = [company.name, location.text].filter((part) => part !== null && part !== '');
  return about.length === 0 ? title : `${title} – ${about.join(', ')}`;
}

/** The facts of a job in one line, then its summary. */
export function textOf({ company, location, workplace, jobTypes, experienceLevels, salary, summary }: Job): string {
  const words = [jobTypes, experienceLevels].map((each) => each.join(' or '));
  const facts = [company.name, location.text, workplace, ...words, salary?.text];
  const line = facts.filter((fact) => fact !== null && fact !== undefined && fact !== '').join(' · ');
  return [line, summary].filter((part) => part !== '').join('\n\n');
}

/** When a job was posted by its board or else first seen, and the later of the two; epoch milliseconds. */
export function timesOf({ postedAt, firstSeenAt }: Job): { published: number; updated: number } {
  const seen = Date.parse(firstSeenAt);
  const published = postedAt === null ? seen : Date.parse(postedAt);
  return { published, updated: Math.max(published, seen) };
}

/** A job's tags that readers can filter by. */
export function tagsOf({ workplace, jobTypes, experienceLevels }: Job): string[] {
  return [workplace, ...jobTypes, ...experienceLevels].filter((word) => word !== null);
}

/** Notices about the page, for its reader; `''` = none. */
export function remarksOf({ partial, notices }: JobPage): string {
  return [...(partial ? ['Some sources did not answer.'] : []), ...notices].join(' ');
}
