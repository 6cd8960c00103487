import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { corkWrites } from '../../../shared/redis/redis.js';

/** A stream that records what each system call writes. */
function openStream() {
  const calls: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      calls.push(String(chunk));
      done();
    },
    writev(chunks, done) {
      calls.push(chunks.map(({ chunk }) => String(chunk)).join(''));
      done();
    },
  });
  corkWrites(stream);
  return { stream, calls };
}

describe('corked writes', () => {
  test('commands written in one turn leave in one call, in order', async () => {
    const { stream, calls } = openStream();
    stream.write('one ');
    await Promise.resolve();
    stream.write('two ', 'utf8');
    stream.write('three');
    expect(calls).toEqual([]);
    await turn();
    expect(calls).toEqual(['one two three']);
  });

  test('each turn is flushed separately', async () => {
    const { stream, calls } = openStream();
    for (const text of ['a', 'b']) {
      stream.write(text);
      await turn();
    }
    expect(calls).toEqual(['a', 'b']);
  });

  test('a write’s callback runs once the write is done', async () => {
    const { stream, calls } = openStream();
    const told = await new Promise((resolve) => stream.write('whole', () => resolve([...calls])));
    expect(told).toEqual(['whole']);
  });

  test('pending writes leave before the end', async () => {
    const { stream, calls } = openStream();
    stream.write('last ');
    await new Promise<void>((resolve) => stream.end('words', resolve));
    expect(calls.join('')).toBe('last words');
  });

  test('a stream that breaks in between reports the usual error', async () => {
    const { stream, calls } = openStream();
    const broken = new Promise((resolve) => stream.once('error', resolve));
    stream.write('lost');
    stream.destroy(new Error('gone'));
    expect(await broken).toMatchObject({ message: 'gone' });
    await turn();
    expect(calls).toEqual([]);
  });
});
