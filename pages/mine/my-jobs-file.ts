/** The data a person saves, stored only in this browser or their account. */
export type Mine = {
  version: 1;
  searches: SavedSearch[];
  jobs: Record<string, KeptJob>;
  /** Followed companies, most recent first; absent = none. */
  companies?: FollowedCompany[];
  /** The person's profile; absent = not filled in. */
  profile?: Profile;
};

/** A profile in the person's own words; `pay` is a yearly amount with its currency: "60000 EUR". */
export type Profile = Record<(typeof profileLists)[number], string[]> & { pay: string };
export const profileLists = ['roles', 'skills', 'places', 'languages', 'countries'] as const;

/** A company by its name, and when it was followed (ISO 8601). */
export type FollowedCompany = { name: string; followedAt: string };

/** A saved search: its address (`?keyword=…`), its name, and when it was last viewed (ISO 8601). */
export type SavedSearch = { address: string; name: string; visitedAt: string; alert?: SearchAlert };

/** Identifies the notifications of a saved search, so that they can be ended. */
export type SearchAlert = { watch: string; token: string };

/** A job that was starred, hidden or applied for; times are ISO 8601. */
export type KeptJob = {
  title: string;
  company: string;
  url: string;
  starredAt?: string;
  hiddenAt?: string;
  appliedAt?: string;
  note?: string;
  /** The stage of an application after applying. */
  stage?: LateStage;
  /** The date of the next step: "2026-11-24". */
  nextAt?: string;
} & KeptFacts;

/** The displayed facts of a saved job, as they were when it was saved. */
export type KeptFacts = { place?: string; pay?: string; postedAt?: string };

export const lateStages = ['interview', 'offer', 'closed'] as const;
export type LateStage = (typeof lateStages)[number];
export type Stage = 'saved' | 'applied' | LateStage;

/** The stage of a saved job; `null` = it is only hidden. */
export const stageOf = ({ stage, appliedAt, starredAt }: KeptJob): Stage | null =>
  stage ?? (appliedAt !== undefined ? 'applied' : starredAt !== undefined ? 'saved' : null);

/** Limits of the saved data, so that a file from elsewhere cannot fill the browser. */
export const maxSearches = 50;
export const maxJobs = 2000;
export const maxCompanies = 200;
const maxText = 300;
export const maxNote = 2000;
export const maxFileBytes = 4_000_000;

/** The first jobs, up to the maximum. */
export const limitedJobs = (jobs: Record<string, KeptJob>, most = maxJobs): Record<string, KeptJob> =>
  Object.fromEntries(Object.entries(jobs).slice(0, most));

/** The valid parts of a stored text; `null` if it is not our format. */
export function parse(text: string): Mine | null {
  if (text.length > maxFileBytes) return null;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(body) || body.version !== 1 || !Array.isArray(body.searches) || !isObject(body.jobs)) return null;
  const searches = body.searches.slice(0, maxSearches).flatMap((search: unknown) => {
    if (!isObject(search) || !isText(search.address, 2000) || !search.address.startsWith('?')) return [];
    const name = isText(search.name) ? search.name : search.address;
    const visitedAt = timeOf(search.visitedAt);
    const { watch, token } = isObject(search.alert) ? search.alert : {};
    const alert = isText(watch) && isText(token) ? { alert: { watch, token } } : {};
    return visitedAt === undefined ? [] : [{ address: search.address, name, visitedAt, ...alert }];
  });
  const jobs = Object.entries(body.jobs)
    .slice(0, maxJobs)
    .flatMap(([id, job]) => {
      const kept = /^job_[0-9A-Za-z]{16}$/.test(id) && isObject(job) ? keptJob(job) : null;
      return kept === null ? [] : [[id, kept] as const];
    });
  const companies = (Array.isArray(body.companies) ? body.companies : []).slice(0, maxCompanies).flatMap((company) => {
    const followedAt = isObject(company) ? timeOf(company.followedAt) : undefined;
    return followedAt !== undefined && isText(company.name) ? [{ name: company.name, followedAt }] : [];
  });
  const profile = isObject(body.profile) ? profileOf(body.profile) : undefined;
  return {
    version: 1,
    searches,
    jobs: Object.fromEntries(jobs),
    ...(companies.length > 0 && { companies }),
    ...(profile !== undefined && { profile }),
  };
}

/** Maximum words per list of a profile, and characters per word. */
const [maxWords, maxWord] = [20, 60];

/** The valid parts of a profile. */
export function profileOf(given: Record<string, unknown>): Profile {
  const list = (value: unknown): string[] =>
    (Array.isArray(value) ? value : []).filter((word) => isText(word, maxWord) && word !== '').slice(0, maxWords);
  const lists = Object.fromEntries(profileLists.map((name) => [name, list(given[name])]));
  return { ...(lists as Omit<Profile, 'pay'>), pay: isText(given.pay, maxWord) ? given.pay : '' };
}

/** The valid parts of a saved job; `null` if it is not one. */
export function keptJob(job: Record<string, unknown>): KeptJob | null {
  if (typeof job.title !== 'string' || typeof job.company !== 'string' || typeof job.url !== 'string') return null;
  if (!/^https?:\/\//i.test(job.url) || job.url.length > 2000) return null;
  const times = (['starredAt', 'hiddenAt', 'appliedAt', 'postedAt'] as const).flatMap((name) => {
    const time = timeOf(job[name]);
    return time === undefined ? [] : [[name, time] as const];
  });
  return {
    title: job.title.slice(0, maxText),
    company: job.company.slice(0, maxText),
    url: job.url,
    ...Object.fromEntries(times),
    ...Object.fromEntries(
      (['place', 'pay'] as const).flatMap((name) => (isText(job[name]) ? [[name, job[name]] as const] : [])),
    ),
    ...(lateStages.some((stage) => stage === job.stage) ? { stage: job.stage as LateStage } : {}),
    ...(isText(job.nextAt) && /^\d{4}-\d\d-\d\d$/.test(job.nextAt) ? { nextAt: job.nextAt } : {}),
    ...(typeof job.note === 'string' && job.note !== '' ? { note: job.note.slice(0, maxNote) } : {}),
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown, most = maxText): value is string => typeof value === 'string' && value.length <= most;

const timeOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 40 && !Number.isNaN(Date.parse(value))
    ? new Date(value).toISOString()
    : undefined;
