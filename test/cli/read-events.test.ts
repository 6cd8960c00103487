import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readEvents, type ServerEvent } from '../../cli/read-events.js';

async function* cut(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const size of sizes) {
    yield bytes.slice(at, at + size);
    at += size;
  }
  yield bytes.slice(at);
}

async function read(text: string, sizes: readonly number[] = []): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of readEvents(cut(new TextEncoder().encode(text), sizes))) events.push(event);
  return events;
}

describe('readEvents', () => {
  test('reads names, data of several lines, comments and other fields by the rules', async () => {
    const text =
      '\uFEFFretry: 5000\n\n: beat\n\nevent: a\ndata: 1\ndata:2\nid: 7\n\ndata:  x: y\r\n\r\nevent: b\n\ndata\r\rdata: cut';
    expect(await read(text)).toEqual([
      { event: 'a', data: '1\n2' },
      { event: 'message', data: ' x: y' },
      { event: 'message', data: '' },
    ]);
  });

  test('reads the same however the bytes are cut', async () => {
    const line = fc.oneof(
      fc.constantFrom('', '\r', '\n', '\r\n', 'event: ä', 'data: 😀\u2028b', 'data', ': c', 'x'),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.array(fc.nat(5)), async (parts, sizes) => {
        const text = parts.join('\n');
        expect(await read(text, sizes)).toEqual(await read(text));
      }),
    );
  });
});
