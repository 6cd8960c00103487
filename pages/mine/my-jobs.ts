import { say } from '../../shared/messages/messages.js';
import { companyKey } from '../../shared/words/company-names.js';
import { placeWords, statedPay } from '../components/words.js';
import { keep, readKept } from '../lib/kept.js';
import type { Job } from '../search/answer.js';
import {
  type FollowedCompany,
  type KeptFacts,
  type KeptJob,
  keptJob,
  limitedJobs,
  type Mine,
  maxCompanies,
  maxJobs,
  maxSearches,
  type Profile,
  parse,
  type SavedSearch,
} from './my-jobs-file.js';

/** Storage for a person's searches and jobs. */
type MineStorage = {
  /** The stored text; `null` = none, or storage is unavailable. */
  read(): string | null;
  /** Stores a text; false if that fails. */
  write(text: string): boolean;
  /** Calls back when the data changes elsewhere, such as in another tab. */
  onChange(changed: () => void): void;
};

const key = 'my-jobs';

/** The page says whether people can sign in, so that saved items may belong to an account. */
const hasAccounts = (): boolean => globalThis.document?.documentElement.dataset.accounts !== undefined;

/** The storage key; with an account, the key of this browser's copy (account-storage.ts). */
const nameKept = (): string => (isInAccount() ? 'account-jobs' : key);

/** Whether saved items belong to an account, whose copy is in this browser. */
export const isInAccount = (): boolean => hasAccounts() && readKept('account-base') !== null;

/** Milliseconds after a change before it is stored for offline use. */
const keepAfterMs = 3000;

/** Browser storage, which a private window or a full disk may refuse; writes for an account are also sent. */
const browserStorage = (): MineStorage => {
  let account: { send(): void } | null = null;
  return {
    read: () => readKept(nameKept()),
    write(text) {
      account?.send();
      return keep(nameKept(), text);
    },
    onChange(changed) {
      addEventListener('storage', (event) => {
        if (event.key === nameKept()) changed();
      });
      if (!hasAccounts()) return;
      import('./account-storage.js').then(({ followAccount }) => {
        account = followAccount(changed);
      }, reportError);
    },
  };
};

/** This browser's own data, outside any account. */
export const keptHere = (): string | null => readKept(key);

/** The stored facts of a job, whose page may be gone later. */
export type KeepableJob = Pick<Job, 'id' | 'title' | 'url'> & {
  company: Pick<Job['company'], 'name'>;
  facts: KeptFacts;
};

/** A job of an answer in its stored form. */
export const keepable = (job: Omit<Job, 'match' | 'description'>): KeepableJob => ({
  id: job.id,
  title: job.title,
  url: job.url,
  company: job.company,
  facts: {
    place: placeWords(job) ?? '',
    pay: statedPay(job, { short: true }) ?? '',
    ...(job.postedAt === null ? {} : { postedAt: job.postedAt }),
  },
});

export type MyJobs = {
  all(): Mine;
  job(id: string): KeptJob | undefined;
  /** Changes a saved job; a member that is `undefined` is removed. */
  change(job: KeepableJob | { id: string }, change: Partial<KeptJob>): void;
  search(address: string): SavedSearch | undefined;
  saveSearch(search: SavedSearch): void;
  removeSearch(address: string): void;
  /** Whether a company is followed, regardless of spelling. */
  follows(company: string): boolean;
  /** Follows or unfollows a company. */
  toggleCompany(company: string): void;
  setProfile(profile: Profile): void;
  /** Adds the contents of an exported file. Throws an Error with a readable message if it is invalid. */
  import(text: string): void;
  export(): string;
};

/**
 * Opens a person's saved data. `onChange` is called after each change, including those in other tabs; `onLoss` when
 * saving fails, in which case the change is not shown either.
 */
export function openMyJobs(onChange: () => void, onLoss: () => void, storage: MineStorage = browserStorage()): MyJobs {
  const read = (): Mine => parse(storage.read() ?? '') ?? empty;
  let mine = read();
  storage.onChange(() => {
    mine = read();
    onChange();
  });
  const write = (next: Mine): void => {
    if (storage.write(JSON.stringify(next))) mine = next;
    else onLoss();
    onChange();
    keepSoon();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Saved items are also stored for offline use; the code for that is loaded when the browser is idle. */
  const keepSoon = (): void => {
    clearTimeout(timer);
    if (typeof document === 'undefined' || (Object.keys(mine.jobs).length === 0 && mine.searches.length === 0)) return;
    timer = setTimeout(() => {
      import('./offline.js').then(({ keepOffline }) => keepOffline(mine.jobs)).catch(() => undefined);
    }, keepAfterMs);
  };
  keepSoon();

  return {
    all: () => mine,
    job: (id) => (Object.hasOwn(mine.jobs, id) ? mine.jobs[id] : undefined),
    change(job, change) {
      const former = Object.hasOwn(mine.jobs, job.id) ? mine.jobs[job.id] : undefined;
      const known =
        'title' in job ? { title: job.title, company: job.company.name ?? '', url: job.url, ...job.facts } : former;
      if (known === undefined) return;
      const { [job.id]: _, ...others } = mine.jobs;
      const kept = keptJob({ ...former, ...known, ...change });
      const isKept = kept !== null && (kept.starredAt ?? kept.hiddenAt ?? kept.appliedAt ?? kept.note) !== undefined;
      write({ ...mine, jobs: isKept ? { [job.id]: kept, ...limitedJobs(others, maxJobs - 1) } : others });
    },
    search: (address) => mine.searches.find((search) => search.address === address),
    saveSearch(search) {
      const others = mine.searches.filter(({ address }) => address !== search.address);
      write({ ...mine, searches: [search, ...others].slice(0, maxSearches) });
    },
    removeSearch(address) {
      write({ ...mine, searches: mine.searches.filter((search) => search.address !== address) });
    },
    follows: (company) => (mine.companies ?? []).some(isCompany(company)),
    toggleCompany(name) {
      const [all, is] = [mine.companies ?? [], isCompany(name)];
      const others = all.filter((company) => !is(company));
      const followed =
        others.length < all.length ? others : [{ name, followedAt: new Date().toISOString() }, ...others];
      write({ ...mine, companies: followed.slice(0, maxCompanies) });
    },
    setProfile: (profile) => write({ ...mine, profile }),
    import(text) {
      const added = parse(text);
      if (added === null) throw new Error(say('import.foreign'));
      const known = new Set(mine.searches.map(({ address }) => address));
      write({
        version: 1,
        searches: [...mine.searches, ...added.searches.filter(({ address }) => !known.has(address))].slice(
          0,
          maxSearches,
        ),
        jobs: limitedJobs({ ...added.jobs, ...mine.jobs }),
        companies: joinCompanies(mine.companies, added.companies),
        ...((mine.profile ?? added.profile) && { profile: mine.profile ?? added.profile }),
      });
    },
    export: () => JSON.stringify(mine, null, 2),
  };
}

const isCompany =
  (name: string) =>
  (company: FollowedCompany): boolean =>
    companyKey(company.name) === companyKey(name);

/** Both lists, each company once. */
const joinCompanies = (some: FollowedCompany[] = [], others: FollowedCompany[] = []): FollowedCompany[] =>
  [...some, ...others.filter(({ name }) => !some.some(isCompany(name)))].slice(0, maxCompanies);

const empty: Mine = { version: 1, searches: [], jobs: {} };

/** The message shown when saving fails. */
export const lossWords = (): string => say('save.lost');
