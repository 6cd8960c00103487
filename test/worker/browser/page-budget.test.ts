import { expect, test } from '@jest/globals';
import { createPageBudget, type LoadLimits } from '../../../worker/browser/page-requests.js';
import { SourceError } from '../../../worker/sources/source.js';

const { signal } = new AbortController();
const most: LoadLimits = { requests: 50, bytes: 1000, bytesEach: 300, atOnce: 2 };

/** Loads that end on command; `under` are the in-flight ones. */
function loads() {
  const under: { most: number; end: (bytes: number) => void; fail: (error: Error) => void }[] = [];
  const peaks = { atOnce: 0, promised: 0 };
  const load = (mostBytes: number) =>
    new Promise<{ bytes: number }>((resolve, reject) => {
      const leave = () => under.splice(under.indexOf(one), 1);
      const one = {
        most: mostBytes,
        end(bytes: number) {
          leave();
          resolve({ bytes });
        },
        fail(error: Error) {
          leave();
          reject(error);
        },
      };
      under.push(one);
      peaks.atOnce = Math.max(peaks.atOnce, under.length);
      peaks.promised = Math.max(
        peaks.promised,
        under.reduce((sum, each) => sum + each.most, 0),
      );
    });
  return { under, peaks, load };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));
const tooLarge = () => new SourceError('too-large', 'The answer is larger than 5 MB.');

test('limits a hundred simultaneous requests to the in-flight limit', async () => {
  const { under, peaks, load } = loads();
  const budget = createPageBudget({ ...most, requests: 1000, bytes: 1e6 }, () => undefined);
  const all = Array.from({ length: 100 }, () => budget.spend(signal, load));
  for (await turn(); under.length > 0; await turn()) under[0]?.end(10);
  await Promise.all(all);
  expect(peaks.atOnce).toBe(2);
});

test('never reserves more bytes than remain, and reports once that they are used up', async () => {
  const { under, peaks, load } = loads();
  const passed: SourceError[] = [];
  const budget = createPageBudget({ ...most, atOnce: 10 }, (error) => passed.push(error));
  const all = Promise.allSettled(Array.from({ length: 20 }, () => budget.spend(signal, load)));
  let taken = 0;
  for (await turn(); under.length > 0; await turn()) {
    const [one] = under;
    taken += one?.most ?? 0;
    one?.end(one.most);
  }
  const results = await all;
  expect(peaks.promised).toBeLessThanOrEqual(1000);
  expect(taken).toBe(1000);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  expect(passed.map(({ message }) => message)).toEqual(['The page loaded more than 0.001 MB.']);
  expect(budget.overrun()).toBe(passed[0]);
});

test('counts a response that was too large as its whole limit, and a failed one as zero', async () => {
  const { under, load } = loads();
  const passed: SourceError[] = [];
  const budget = createPageBudget({ ...most, atOnce: 1 }, (error) => passed.push(error));
  const spend = async (error: Error) => {
    const spending = budget.spend(signal, load).catch((thrown: unknown) => thrown);
    await turn();
    under[0]?.fail(error);
    return spending;
  };
  for (let n = 0; n < 10; n++) expect(await spend(new Error('reset'))).toMatchObject({ message: 'reset' });
  for (let n = 0; n < 3; n++)
    expect(await spend(tooLarge())).toMatchObject({ message: 'The answer is larger than 5 MB.' });
  expect(passed).toEqual([]);
  expect(await spend(tooLarge())).toMatchObject({ message: 'The page loaded more than 0.001 MB.' });
  expect(passed).toHaveLength(1);
});

test('refuses a request beyond the limit, and rejects waiting ones when the page ends', async () => {
  const { load } = loads();
  const over = new AbortController();
  const budget = createPageBudget({ ...most, requests: 2, atOnce: 1 }, () => undefined);
  budget.spend(over.signal, load).catch(() => undefined);
  const waiting = budget.spend(over.signal, load);
  over.abort(new Error('over'));
  await expect(waiting).rejects.toThrow('over');
  await expect(budget.spend(signal, load)).rejects.toMatchObject({ message: 'The page made more than 2 requests.' });
});
