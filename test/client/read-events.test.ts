import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readEvents, type ServerEvent } from '../../client/read-events.js';

/** A stream of these bytes in chunks of these sizes. */
function streamOf(bytes: Uint8Array, sizes: readonly number[]) {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      let at = 0;
      for (const size of [...sizes, bytes.length]) {
        controller.enqueue(bytes.slice(at, at + size));
        at += size;
      }
      controller.close();
    },
  });
}

async function read(text: string, sizes: readonly number[] = []): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of readEvents(streamOf(new TextEncoder().encode(text), sizes))) events.push(event);
  return events;
}

describe('readEvents', () => {
  test('reads names, multi-line data, comments and other fields as the standard says', async () => {
    const text =
      '\uFEFFretry: 5000\n\n: beat\n\nevent: a\ndata: 1\ndata:2\nid: 7\n\ndata:  x: y\r\n\r\nevent: b\n\ndata\r\rdata: cut';
    expect(await read(text)).toEqual([
      { event: 'a', data: '1\n2' },
      { event: 'message', data: ' x: y' },
      { event: 'message', data: '' },
    ]);
  });

  test('reads the same events however the bytes are split into chunks', async () => {
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

  test('cancels the stream when the loop is left', async () => {
    let cancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\ndata: 2\n\n')),
      cancel() {
        cancelled = true;
      },
    });
    for await (const { data } of readEvents(stream)) {
      expect(data).toBe('1');
      break;
    }
    expect(cancelled).toBe(true);
  });
});
