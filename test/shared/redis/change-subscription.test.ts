import { describe, expect, test } from '@jest/globals';
import { type Announcement, type Listener, subscribeToChanges } from '../../../shared/redis/listener.js';

/** A listener without Redis: messages are received at once. */
function createEar(): Listener & { say(key: string): void } {
  const hearers = new Map<string, Set<(announcement: Announcement) => void>>();
  return {
    on(key, hear) {
      hearers.set(key, (hearers.get(key) ?? new Set()).add(hear));
      return () => {
        hearers.get(key)?.delete(hear);
      };
    },
    onAny: () => () => undefined,
    onInterrupted: () => () => undefined,
    hears: (key) => (hearers.get(key)?.size ?? 0) > 0,
    size: () => [...hearers.values()].filter(({ size }) => size > 0).length,
    say(key) {
      for (const hear of hearers.get(key) ?? []) hear({ key, state: 'ok' });
    },
  };
}

describe('subscribeToChanges', () => {
  test('receives a message while waiting', async () => {
    const ear = createEar();
    const news = subscribeToChanges(ear, ['a', 'b']);
    const next = news.next(5000);
    ear.say('b');
    expect(await next).toBe('news');
    news.close();
  });

  test('remembers a message between two waits, once', async () => {
    const ear = createEar();
    const news = subscribeToChanges(ear, ['a']);
    ear.say('a');
    ear.say('a');
    expect(await news.next(5000)).toBe('news');
    expect(await news.next(10)).toBe('backstop');
    news.close();
  });

  test('names each announced key once', async () => {
    const ear = createEar();
    const news = subscribeToChanges(ear, ['a', 'b', 'c']);
    for (const key of ['a', 'c', 'a']) ear.say(key);
    expect(await news.next(5000)).toBe('news');
    expect(news.takeKeys()).toEqual(['a', 'c']);
    expect(news.takeKeys()).toEqual([]);
    news.close();
  });

  test('says so when nothing arrived, and leaves no listener behind', async () => {
    const ear = createEar();
    const news = subscribeToChanges(ear, ['a']);
    ear.say('other');
    expect(await news.next(10)).toBe('backstop');
    news.close();
    expect(ear.size()).toBe(0);
  });
});
