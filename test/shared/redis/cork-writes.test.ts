import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { corkWrites } from '../../../shared/redis/cork-writes.js';

/** A stream that notes what reached the system with each call. */
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

describe('writing together', () => {
  test('what is written in one turn leaves in one call, in its order', async () => {
    const { stream, calls } = openStream();
    stream.write('one ');
    await Promise.resolve();
    stream.write('two ', 'utf8');
    stream.write('three');
    expect(calls).toEqual([]);
    await turn();
    expect(calls).toEqual(['one two three']);
  });

  test('each turn leaves by itself', async () => {
    const { stream, calls } = openStream();
    for (const text of ['a', 'b']) {
      stream.write(text);
      await turn();
    }
    expect(calls).toEqual(['a', 'b']);
  });

  test('who is told that a write is done is told once it is', async () => {
    const { stream, calls } = openStream();
    const told = await new Promise((resolve) => stream.write('whole', () => resolve([...calls])));
    expect(told).toEqual(['whole']);
  });

  test('what was written before the end leaves before it', async () => {
    const { stream, calls } = openStream();
    stream.write('last ');
    await new Promise<void>((resolve) => stream.end('words', resolve));
    expect(calls.join('')).toBe('last words');
  });

  test('a stream that broke in between says so as it always does', async () => {
    const { stream, calls } = openStream();
    const broken = new Promise((resolve) => stream.once('error', resolve));
    stream.write('lost');
    stream.destroy(new Error('gone'));
    expect(await broken).toMatchObject({ message: 'gone' });
    await turn();
    expect(calls).toEqual([]);
  });
});
