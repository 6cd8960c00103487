/**
 * Bounds the bytes of this process's collections between fetching and storing: a collection begins when there is room
 * for its first response, and continues within a larger limit.
 */
export type ByteBudget = {
  /** Opens the account of one collection; the caller closes it. */
  open(): ByteAccount;
  /** Bytes in use, and the requests waiting for room. */
  counts(): { bytes: number; waiting: number };
};

/** The bytes of one collection. */
export type ByteAccount = {
  /**
   * Resolves when there is room for one more response. The account opened first never waits: it completes and makes
   * room, whatever the others take. Rejects with the signal's reason.
   */
  reserve(signal: AbortSignal): Promise<Reservation>;
  /** Replaces bytes no longer needed by others: those of a response by those of its postings. */
  replace(bytes: number, by: number): void;
  /** Releases all of its bytes. */
  close(): void;
};

/** Room for a response. */
export type Reservation = {
  /** Call it once with the bytes of the response, 0 = none. */
  settle(bytes: number): void;
};

/** The assumed size of a response before any was read: the listing of a board of 500. */
const firstEstimate = 1_500_000;

/** Share of the latest response in the moving mean of sizes. */
const latestShare = 1 / 8;

/**
 * A request without a response after this many milliseconds is waiting for its host's pace or for a slow network. It
 * then releases its room for others until its response arrives: forty hosts that never answer must not delay one that
 * does.
 */
const reservedMs = 400;

/** Collections that have begun may take this many times the limit: they wait for their hosts' pace. */
const begunFactor = 4;

type Account = { bytes: number; hasBegun: boolean };
type Waiter = { account: Account; resolve(): void };

/** Creates a budget of `limit` bytes. One response may be larger than the full budget. */
export function createByteBudget(limit: number): ByteBudget {
  /** Open accounts, in order of opening. */
  const accounts = new Set<Account>();
  const waiters = new Set<Waiter>();
  let heldBytes = 0;
  let requested = 0;
  let estimate = Number.NaN;

  const hasRoom = (account: Account): boolean => {
    const [first] = accounts;
    const expected = Number.isNaN(estimate) ? firstEstimate : estimate;
    const most = account.hasBegun ? begunFactor * limit : limit;
    return account === first || heldBytes + (requested + 1) * expected <= most;
  };
  const wake = (): void => {
    for (const waiter of waiters) {
      if (!hasRoom(waiter.account)) continue;
      waiters.delete(waiter);
      waiter.resolve();
    }
  };
  const wait = (account: Account, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const abort = (): void => {
        waiters.delete(waiter);
        reject(signal.reason);
      };
      const waiter: Waiter = {
        account,
        resolve() {
          signal.removeEventListener('abort', abort);
          requested += 1;
          resolve();
        },
      };
      waiters.add(waiter);
      signal.addEventListener('abort', abort, { once: true });
    });
  const add = (account: Account, bytes: number): void => {
    // Bytes that arrive after a collection has ended do not count.
    if (!accounts.has(account)) return;
    account.bytes += bytes;
    heldBytes += bytes;
  };
  return {
    open() {
      const account: Account = { bytes: 0, hasBegun: false };
      accounts.add(account);
      return {
        async reserve(signal) {
          signal.throwIfAborted();
          if (hasRoom(account)) requested += 1;
          else await wait(account, signal);
          account.hasBegun = true;
          let isReserved = true;
          const release = (): void => {
            clearTimeout(timer);
            if (isReserved) requested -= 1;
            isReserved = false;
          };
          const timer = setTimeout(() => {
            release();
            wake();
          }, reservedMs).unref();
          return {
            settle(bytes) {
              release();
              if (bytes > 0) estimate = Number.isNaN(estimate) ? bytes : estimate + (bytes - estimate) * latestShare;
              add(account, bytes);
              wake();
            },
          };
        },
        replace(bytes, by) {
          add(account, by - bytes);
          wake();
        },
        close() {
          accounts.delete(account);
          heldBytes -= account.bytes;
          wake();
        },
      };
    },
    counts: () => ({ bytes: heldBytes, waiting: waiters.size }),
  };
}
