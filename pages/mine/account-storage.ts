/** Stores a person's saved items in their account, so that other devices have them, with a copy in this browser. */
import { keep, readKept, readKeptJson } from '../lib/kept.js';
import { type KeptJob, limitedJobs, type Mine, maxSearches, parse, type SavedSearch } from './my-jobs-file.js';
import { forgetOffline } from './offline.js';

/** The copy in this browser, and the account's data when it was last read or replaced. */
const copyKey = 'account-jobs';
const baseKey = 'account-base';

/** Milliseconds to wait after a change before sending, because people often make several. */
const sendAfterMs = 300;

const empty: Mine = { version: 1, searches: [], jobs: {} };

type Base = { account: string; revision: number; kept: Mine };

/** Keeps the copy in sync with the account. `changed` is called after an external change, or after signing out. */
export function followAccount(changed: () => void): { send(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> = Promise.resolve();

  const sendLater = (): void => {
    clearTimeout(timer);
    timer = setTimeout(sendNow, sendAfterMs);
  };
  const sendNow = (): void => {
    clearTimeout(timer);
    // The copy stays; it is sent with the next change, or when the browser is back online.
    sending = sending.then(replace).catch(() => undefined);
  };
  const replace = async (): Promise<void> => {
    const [base, kept] = [readBase(), readCopy()];
    if (base === null || JSON.stringify(base.kept) === JSON.stringify(kept)) return;
    const response = await fetch('/account/kept', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ revision: base.revision, kept }),
    });
    if (response.status === 401) return end();
    const answer = (await response.json()) as { revision: number; kept?: unknown };
    if (response.ok) return writeBase({ ...base, revision: answer.revision, kept });
    if (response.status !== 409) return;
    join({ ...base, revision: answer.revision, kept: mineOf(answer.kept) });
    await replace();
  };
  /** Applies the account's data; keeps local changes made since the account was last read. */
  const join = (newer: Base): void => {
    const joined = merge(readBase()?.kept ?? empty, readCopy(), newer.kept);
    writeBase(newer);
    keep(copyKey, JSON.stringify(joined));
    changed();
  };
  const end = (): void => {
    if (readKept(baseKey) === null) return;
    forgetAccount();
    changed();
  };
  const pull = async (): Promise<void> => {
    const response = await fetch('/account/kept');
    if (response.status === 401) return end();
    if (!response.ok) return;
    const { kept, ...read } = (await response.json()) as Omit<Base, 'kept'> & { kept: unknown };
    // Another person has signed in: the previous person's unsent changes are discarded.
    if (readBase()?.account !== read.account) forgetAccount();
    join({ ...read, kept: mineOf(kept) });
    sendNow();
  };
  pull().catch(() => undefined);
  addEventListener('online', () => void pull().catch(() => undefined));
  addEventListener('pagehide', sendNow);
  return { send: sendLater };
}

/** Removes the account's data from this browser, including pages stored for offline use. */
export function forgetAccount(): void {
  keep(copyKey, null);
  keep(baseKey, null);
  forgetOffline().catch(() => undefined);
}

const mineOf = (kept: unknown): Mine => parse(JSON.stringify(kept ?? null)) ?? empty;
const readCopy = (): Mine => parse(readKept(copyKey) ?? '') ?? empty;
const writeBase = (base: Base): void => void keep(baseKey, JSON.stringify(base));

function readBase(): Base | null {
  const stored = readKeptJson(baseKey) as Partial<Record<keyof Base, unknown>> | null;
  if (stored === null) return null;
  return { account: String(stored.account), revision: Number(stored.revision), kept: mineOf(stored.kept) };
}

/** Merges two changed versions of the same base: each job and search from the side that changed it, ours first. */
export function merge(before: Mine, ours: Mine, theirs: Mine): Mine {
  const pick = <Value>(was: Value, mine: Value, other: Value): Value =>
    JSON.stringify(was) === JSON.stringify(mine) ? other : mine;
  const jobs: Record<string, KeptJob> = {};
  for (const id of new Set([...Object.keys(ours.jobs), ...Object.keys(theirs.jobs)])) {
    const job = pick(before.jobs[id], ours.jobs[id], theirs.jobs[id]);
    if (job !== undefined) jobs[id] = job;
  }
  const [was, mine, other] = [before, ours, theirs].map(
    ({ searches }) => new Map(searches.map((search) => [search.address, search])),
  );
  const addresses = new Set([...ours.searches, ...theirs.searches].map(({ address }) => address));
  const searches = [...addresses].flatMap(
    (address): SavedSearch[] | SavedSearch => pick(was?.get(address), mine?.get(address), other?.get(address)) ?? [],
  );
  const companies = pick(before.companies, ours.companies, theirs.companies);
  const profile = pick(before.profile, ours.profile, theirs.profile);
  return {
    version: 1,
    searches: searches.slice(0, maxSearches),
    jobs: limitedJobs(jobs),
    ...(companies !== undefined && { companies }),
    ...(profile !== undefined && { profile }),
  };
}
