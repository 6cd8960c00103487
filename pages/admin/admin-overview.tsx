import { distance, number, PlainTable } from './admin-parts.js';

/** The part of the operator's page below the sources: workers and queues, scheduled searches, watches and keys. */

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
  watches: {
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
};

/** `isFirst`: with the first page of keys; `turnKeys` shows the next one. */
type OverviewProps = { overview: Overview; isFirst: boolean; turnKeys(): void };

export function OverviewTables({ overview, isFirst, turnKeys }: OverviewProps) {
  const { queues, workers, warm, keys, keyCount, nextKeys, watches } = overview;
  const oldest = watches.deliveries === 0 ? '' : `, the oldest for ${Math.round(watches.oldestSeconds)} s`;
  const isAll = isFirst && nextKeys === null;
  return (
    <>
      <h2>Workers and queues</h2>
      <PlainTable
        label="Workers and queues"
        id="queues"
        none="No worker is known."
        rows={[
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
        ]}
      />
      <h2>Scheduled searches</h2>
      <PlainTable
        label="Scheduled searches"
        id="warm"
        none="No scheduled search has run."
        rows={warm.map(({ name, outcome, total, startedAt }) => [
          ...[name, outcome ?? '–', `${number(total ?? null)} jobs`],
          startedAt === undefined ? '–' : distance(new Date(startedAt).toISOString()),
        ])}
      />
      <h2>Watches</h2>
      <p id="watch-figures" class="quiet">
        {`${number(watches.total)} watches, ${number(watches.paused)} paused. ${number(watches.deliveries)} deliveries wait${oldest}.`}
      </p>
      <PlainTable
        label="Paused watches"
        id="watches"
        none="No watch is paused."
        rows={watches.pausedWatches.map(({ id, owner, address, reason, search }) => [
          ...[id, owner, Object.values(search).join(', ') || 'all jobs', address, reason ?? '–'],
        ])}
      />
      <h2>API keys</h2>
      <p class="quiet">
        Requests, searches and refusals by key and day: <a href="/admin/usage.csv?days=92">usage.csv</a>,{' '}
        <a href="/admin/usage.csv?days=92&by=account">by account</a>
      </p>
      <PlainTable
        label="API keys"
        id="keys"
        none="There are no API keys."
        rows={keys.map(({ id, name, account, plan, revoked, lastUsedAt, watches: own, searches, refused }) => [
          id,
          account === null ? name : `${name} (account ${account})`,
          revoked ? 'revoked' : plan,
          `${number(own)} watches`,
          `${number(searches)} searches in 30 days${refused === 0 ? '' : `, ${number(refused)} beyond its quota`}`,
          lastUsedAt === null ? 'never used' : `used ${distance(lastUsedAt)}`,
        ])}
      />
      {!isAll && (
        <p class="line">
          <span id="key-count" class="quiet">
            {number(keys.length)} of {number(keyCount)} keys.
          </span>{' '}
          <button type="button" onClick={turnKeys}>
            {nextKeys === null ? 'First keys' : 'More keys'}
          </button>
        </p>
      )}
    </>
  );
}
