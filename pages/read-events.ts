/** One event of a stream; `name` is `message` unless the service says otherwise. */
export type StreamEvent = { name: string; data: string };

/** Reads an event stream as it comes (WHATWG HTML, 9.2.6), also when an event or a letter is cut by the network. */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let held = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      held += decoder.decode(value, { stream: true });
      // A line end may be cut in two; what follows tells which it was.
      const blocks = held.split(/\r\n\r\n|\n\n|\r\r(?!\n)/);
      held = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = readBlock(block);
        if (event !== null) yield event;
      }
    }
  } finally {
    await reader.cancel();
  }
}

/** `null` for a comment, which keeps a connection open. */
function readBlock(block: string): StreamEvent | null {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  }
  return data.length === 0 ? null : { name, data: data.join('\n') };
}
