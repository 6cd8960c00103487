import type { Logger } from '../../shared/logger.js';
import type { Matcher } from '../engine/engine.js';
import type { ShardLeases } from './shard-leases.js';

/** Interval of renewing leases, in milliseconds; three may fail before a lease is lost. */
const defaultBalanceMs = 1500;

/** A shard that this process holds. `close` stops answering questions about it and frees its memory. */
export type LoadedShard = {
  matcher: Matcher;
  /** Loads the postings. */
  load(): Promise<void>;
  /** Begins to answer questions. */
  answer(): void;
  close(): Promise<void>;
};

export type ShardHolder = {
  /** The matcher of a shard that this process has loaded; `null` = it has not. */
  here(shard: number): Matcher | null;
  /** Shards that this process answers for. */
  held(): number[];
  close(): Promise<void>;
};

type Options = {
  leases: ShardLeases;
  logger: Logger;
  /** Begins to hold a shard. */
  open(shard: number): LoadedShard;
  balanceMs?: number;
};

/** `isLoaded`: it can be searched; `isWanted`: this process has its lease. */
type Holding = { loaded: LoadedShard; isLoaded: boolean; isWanted: boolean };

/**
 * Holds the shards that this worker has leases of: loads what it newly has, then answers questions about it. A shard that it
 * has given up is answered for until another worker has loaded it.
 */
export function startShardHolder({ leases, logger, open, balanceMs = defaultBalanceMs }: Options): ShardHolder {
  const holdings = new Map<number, Holding>();
  const closing = new Set<Promise<void>>();
  let isClosed = false;

  const begin = (shard: number): void => {
    const holding: Holding = { loaded: open(shard), isLoaded: false, isWanted: true };
    holdings.set(shard, holding);
    holding.loaded
      .load()
      .catch((err: unknown) => logger.warn({ err, shard }, 'shards: not all postings could be loaded'))
      .then(async () => {
        // A search loads what is missing.
        if (isClosed || holdings.get(shard) !== holding) return;
        holding.isLoaded = true;
        holding.loaded.answer();
        await leases.setReady(shard);
        logger.info({ shard }, 'shards: answers for a part of the postings');
      })
      .catch((err: unknown) => logger.debug({ err, shard }, 'shards: readiness could not be noted'));
  };
  const end = (shard: number, { loaded }: Holding): void => {
    holdings.delete(shard);
    const ending = loaded
      .close()
      .catch((err: unknown) => logger.warn({ err, shard }, 'shards: could not be closed'))
      .finally(() => closing.delete(ending));
    closing.add(ending);
    logger.info({ shard }, 'shards: another worker answers for a part of the postings');
  };
  const balance = async (): Promise<void> => {
    const wanted = await leases.balance(new Set(holdings.keys()));
    if (isClosed) return;
    for (const shard of wanted) if (!holdings.has(shard)) begin(shard);
    for (const [shard, holding] of holdings) {
      holding.isWanted = wanted.has(shard);
      if (!holding.isWanted) {
        if (!holding.isLoaded || (await leases.isAnswered(shard))) end(shard, holding);
      } else if (holding.isLoaded) await leases.setReady(shard);
    }
  };

  let running: Promise<void> | null = null;
  const tick = (): void => {
    running ??= balance()
      .catch((err: unknown) => logger.warn({ err }, 'shards: leases could not be renewed'))
      .finally(() => {
        running = null;
      });
  };
  tick();
  const timer = setInterval(tick, balanceMs);
  return {
    here: (shard) => {
      const holding = holdings.get(shard);
      return holding?.isLoaded === true ? holding.loaded.matcher : null;
    },
    held: () => [...holdings].filter(([, { isLoaded }]) => isLoaded).map(([shard]) => shard),
    async close() {
      isClosed = true;
      clearInterval(timer);
      await running;
      await leases.leave().catch((err: unknown) => logger.debug({ err }, 'shards: leases could not be given up'));
      for (const [shard, holding] of holdings) end(shard, holding);
      await Promise.all(closing);
    },
  };
}
