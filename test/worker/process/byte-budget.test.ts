import { describe, expect, test } from '@jest/globals';
import { type ByteAccount, createByteBudget, type Reservation } from '../../../worker/process/byte-budget.js';

const signal = new AbortController().signal;
const mb = 1_000_000;

/** Lets promises that can settle do so. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A request that waits for room; `granted` once it has some. */
function request(account: ByteAccount, of: AbortSignal = signal) {
  const state: { granted: Reservation | null; failed: unknown } = { granted: null, failed: null };
  account.reserve(of).then(
    (reservation) => {
      state.granted = reservation;
    },
    (error: unknown) => {
      state.failed = error;
    },
  );
  return state;
}

describe('the bytes that collections hold', () => {
  test('few responses are requested before their size is known, then as many as there is room for', async () => {
    const budget = createByteBudget(10 * mb);
    const requests = Array.from({ length: 8 }, () => request(budget.open()));
    await settled();
    expect(requests.filter(({ granted }) => granted !== null)).toHaveLength(6);
    requests[0]?.granted?.settle(mb);
    await settled();
    expect(requests.filter(({ granted }) => granted !== null)).toHaveLength(8);
    expect(budget.counts()).toEqual({ bytes: mb, waiting: 0 });
  });

  test('a collection does not begin while others hold the memory, and begins when one of them is stored', async () => {
    const budget = createByteBudget(10 * mb);
    const [first, second] = [budget.open(), budget.open()];
    for (const account of [first, second]) (await account.reserve(signal)).settle(5 * mb);
    const third = budget.open();
    const waiting = request(third);
    await settled();
    expect(waiting.granted).toBeNull();
    expect(budget.counts()).toEqual({ bytes: 10 * mb, waiting: 1 });
    first.close();
    await settled();
    expect(waiting.granted).not.toBeNull();
    expect(budget.counts()).toEqual({ bytes: 5 * mb, waiting: 0 });
  });

  test('the collection that was opened first always continues; others that have begun, up to four times the limit', async () => {
    const budget = createByteBudget(mb);
    const [first, second] = [budget.open(), budget.open()];
    (await first.reserve(signal)).settle(mb / 10);
    (await second.reserve(signal)).settle(mb / 10);
    (await second.reserve(signal)).settle(5 * mb);
    const [continues, waits] = [request(first), request(second)];
    await settled();
    expect([continues.granted !== null, waits.granted !== null]).toEqual([true, false]);
    first.close();
    await settled();
    expect(waits.granted).not.toBeNull();
  });

  test('a response larger than the whole budget is read, and counts as its postings once it is parsed', async () => {
    const budget = createByteBudget(mb);
    const account = budget.open();
    (await account.reserve(signal)).settle(20 * mb);
    expect(budget.counts().bytes).toBe(20 * mb);
    account.replace(20 * mb, 2 * mb);
    expect(budget.counts().bytes).toBe(2 * mb);
    account.close();
    account.replace(0, mb);
    expect(budget.counts().bytes).toBe(0);
  });

  test('a wait ends with the signal of its collection, and leaves the room to the next one', async () => {
    const budget = createByteBudget(mb);
    (await budget.open().reserve(signal)).settle(mb);
    const stop = new AbortController();
    const leaving = request(budget.open(), stop.signal);
    await settled();
    const reason = new Error('leaving');
    stop.abort(reason);
    await settled();
    expect(leaving.failed).toBe(reason);
    expect(budget.counts().waiting).toBe(0);
    await expect(budget.open().reserve(stop.signal)).rejects.toBe(reason);
  });
});
