/** The part of the operator's page below the sources: workers and queues, scheduled searches, watches and keys. */

import { distance, fill, find, number } from './admin-cells.js';

type WatchFigures = {
  total: number;
  paused: number;
  deliveries: number;
  oldestSeconds: number;
  pausedWatches: {
    id: string;
    owner: string;
    address: string;
    reason: string | null;
    search: Record<string, string>;
  }[];
};

/** The answer of `/admin/overview`. */
export type Overview = {
  queues: { name: string; waiting: number; active: number; oldestWaitSeconds: number }[];
  workers: { id: string; alive: boolean; running: number; finished: number; sources: number }[];
  warm: { name: string; outcome?: string; total?: number | null; startedAt?: number }[];
  /** `searches` and `refused` are those of the last 30 days. */
  keys: {
    id: string;
    name: string;
    /** Shares its limits and watches with the account's other keys. */
    account: string | null;
    plan: string;
    revoked: boolean;
    watches: number;
    searches: number;
    refused: number;
    lastUsedAt: string | null;
  }[];
  /** Of all keys; some hundred are listed, and `nextKeys` is where the next ones begin. */
  keyCount: number;
  nextKeys: string | null;
  watches: WatchFigures;
};

function showWatches({ total, paused, deliveries, oldestSeconds, pausedWatches }: WatchFigures): void {
  const oldest = deliveries === 0 ? '' : `, the oldest for ${Math.round(oldestSeconds)} s`;
  find('watch-figures', HTMLParagraphElement).textContent =
    `${number(total)} watches, ${number(paused)} paused. ${number(deliveries)} deliveries wait${oldest}.`;
  fill(
    'watches',
    pausedWatches.map(({ id, owner, address, reason, search }) => [
      id,
      owner,
      Object.values(search).join(', ') || 'all jobs',
      address,
      reason ?? '–',
    ]),
    'No watch is paused.',
  );
}

/** Says how many keys there are, and offers the next ones where not all are listed. */
function showKeyCount({ keys, keyCount, nextKeys }: Overview, isFirst: boolean): void {
  const isAll = isFirst && nextKeys === null;
  find('key-count', HTMLSpanElement).textContent = isAll ? '' : `${number(keys.length)} of ${number(keyCount)} keys.`;
  const more = find('more-keys', HTMLButtonElement);
  more.hidden = isAll;
  more.textContent = nextKeys === null ? 'First keys' : 'More keys';
}

/** Shows an answer of `/admin/overview`; `isFirst`: with the first page of keys. */
export function showOverview(overview: Overview, { isFirst }: { isFirst: boolean }): void {
  const { queues, workers, warm, keys, watches } = overview;
  showKeyCount(overview, isFirst);
  showWatches(watches);
  fill(
    'queues',
    [
      ...workers.map(({ id, alive, running, finished, sources }) => [
        `Worker ${id}`,
        alive ? 'alive' : 'not heard of',
        `${number(running)} running, ${number(finished)} finished, ${number(sources)} sources`,
      ]),
      ...queues.map(({ name, waiting, active, oldestWaitSeconds }) => [
        `Queue ${name}`,
        `${number(waiting)} waiting`,
        `${number(active)} active${waiting === 0 ? '' : `, oldest waits ${Math.round(oldestWaitSeconds)} s`}`,
      ]),
    ],
    'No worker is known.',
  );
  fill(
    'warm',
    warm.map(({ name, outcome, total, startedAt }) => [
      name,
      outcome ?? '–',
      `${number(total ?? null)} jobs`,
      startedAt === undefined ? '–' : distance(new Date(startedAt).toISOString()),
    ]),
    'No scheduled search has run.',
  );
  fill(
    'keys',
    keys.map(({ id, name, account, plan, revoked, lastUsedAt, watches: own, searches, refused }) => [
      id,
      account === null ? name : `${name} (account ${account})`,
      revoked ? 'revoked' : plan,
      `${number(own)} watches`,
      `${number(searches)} searches in 30 days${refused === 0 ? '' : `, ${number(refused)} beyond its quota`}`,
      lastUsedAt === null ? 'never used' : `used ${distance(lastUsedAt)}`,
    ]),
    'There are no API keys.',
  );
}
