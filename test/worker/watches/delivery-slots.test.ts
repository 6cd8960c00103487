import { expect, test } from '@jest/globals';
import { createDeliverySlots, type DeliverySlots } from '../../../worker/watches/delivery-slots.js';

/** Offers tasks that run until they are ended; `begun` are their names in the order in which they began. */
function offering(slots: DeliverySlots) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const offer = (owner: string, name: string, { apart = false, isUrgent = false } = {}): boolean =>
    slots.offer({
      ...{ name, owner, apart, isUrgent },
      run: () => {
        begun.push(name);
        return new Promise((resolve) => ends.set(name, resolve));
      },
    });
  /** Ends a task; the next ones have begun when it resolves. */
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, offer, end };
}

const quiet = { warn: () => undefined };
const names = (owner: string, count: number) => Array.from({ length: count }, (_, at) => `${owner}${at}`);

test('an owner has a quarter of the slots, and another one a slot at once', async () => {
  const { begun, offer, end } = offering(createDeliverySlots(16, quiet));
  for (const name of names('a', 100)) offer('a', name);
  expect(begun).toEqual(names('a', 4));
  offer('b', 'b0');
  expect(begun.at(-1)).toBe('b0');
  await end('a0');
  expect(begun.at(-1)).toBe('a4');
});

test('owners that all wait have their turns one after the other', async () => {
  const { begun, offer, end } = offering(createDeliverySlots(4, quiet));
  for (const owner of ['a', 'b', 'c', 'd', 'e', 'f']) for (const name of names(owner, 3)) offer(owner, name);
  expect(begun).toEqual(['a0', 'b0', 'c0', 'd0']);
  for (const name of ['a0', 'b0', 'c0']) await end(name);
  expect(begun.slice(4)).toEqual(['e0', 'f0', 'a1']);
});

test('receivers that do not answer in time have slots of their own', async () => {
  const { begun, offer } = offering(createDeliverySlots(16, quiet));
  for (const owner of ['a', 'b', 'c', 'd', 'e', 'f'])
    for (const name of names(owner, 9)) offer(owner, name, { apart: true });
  expect(begun).toEqual(['a0', 'b0', 'c0', 'd0']);
  offer('a', 'usual');
  expect(begun.at(-1)).toBe('usual');
});

test('what waits is not added again, what somebody waits for comes first, and an owner has at most a thousand waiting', async () => {
  const { begun, offer, end } = offering(createDeliverySlots(4, quiet));
  for (const name of ['a0', 'a1', 'a1', 'a2']) offer('a', name);
  offer('a', 'test', { isUrgent: true });
  for (const name of ['a0', 'test', 'a1', 'a2']) await end(name);
  expect(begun).toEqual(['a0', 'test', 'a1', 'a2']);
  expect(names('b', 1001).map((name) => offer('b', name))).not.toContain(false);
  expect([offer('b', 'more'), offer('c', 'c0')]).toEqual([false, true]);
});

test('what waits or runs is known by its name until it has ended', async () => {
  const slots = createDeliverySlots(4, quiet);
  const { offer, end } = offering(slots);
  for (const name of ['a0', 'a1']) offer('a', name);
  expect(['a0', 'a1', 'a2'].map(slots.has)).toEqual([true, true, false]);
  await end('a0');
  expect(['a0', 'a1'].map(slots.has)).toEqual([false, true]);
});

test('an error of one is reported and leaves its slot to the next; after the end nothing begins', async () => {
  const warned: object[] = [];
  const slots = createDeliverySlots(1, { warn: (about: object) => void warned.push(about) });
  const { begun, offer, end } = offering(slots);
  slots.offer({ name: 'bad', owner: 'a', apart: false, isUrgent: false, run: () => Promise.reject(new Error('Why.')) });
  offer('a', 'good');
  await end('');
  expect([warned, begun]).toEqual([[expect.objectContaining({ delivery: 'bad' })], ['good']]);
  offer('a', 'late');
  const closed = slots.close();
  await end('good');
  await closed;
  expect([offer('a', 'after'), begun]).toEqual([true, ['good']]);
});
