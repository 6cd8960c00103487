import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readEvents, type StreamEvent } from '../../pages/read-events.js';

async function readAll(chunks: readonly Uint8Array[]): Promise<StreamEvent[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const events: StreamEvent[] = [];
  for await (const event of readEvents(stream)) events.push(event);
  return events;
}

describe('readEvents', () => {
  test('reads events, and passes over comments and what tells when to come back', async () => {
    const text =
      'retry: 5000\n\nevent: source\ndata: {"name":"acme"}\n\n: still collecting\n\ndata: one\ndata: two\n\n';
    expect(await readAll([new TextEncoder().encode(text)])).toEqual([
      { name: 'source', data: '{"name":"acme"}' },
      { name: 'message', data: 'one\ntwo' },
    ]);
  });

  test('reads the same wherever the network cuts, also within a letter', async () => {
    const event = fc.record({
      name: fc.constantFrom('source', 'jobs', 'result'),
      data: fc.string({ unit: 'grapheme' }).filter((text) => !/[\r\n]/.test(text) && text !== ''),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(event), fc.array(fc.nat(200)), async (events, cuts) => {
        const bytes = new TextEncoder().encode(
          events.map(({ name, data }) => `event: ${name}\ndata: ${data}\n\n`).join(''),
        );
        const ends = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length), bytes.length])].sort((a, b) => a - b);
        const chunks = ends.slice(1).map((end, index) => bytes.slice(ends[index], end));
        expect(await readAll(chunks)).toEqual(events);
      }),
    );
  });
});
