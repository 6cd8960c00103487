/** One server-sent event: its name and its data. */
export type ServerEvent = { event: string; data: string };

/** Reads a stream of server-sent events (WHATWG HTML §9.2.6); leaving the loop hangs up. */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent, void, undefined> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      // A chunk may end between the two letters of a line's end.
      const whole = rest.endsWith('\r') && !done ? rest.slice(0, -1) : rest;
      const blocks = whole.replace(/\r\n?/g, '\n').split('\n\n');
      rest = (blocks.pop() ?? '') + rest.slice(whole.length);
      yield* blocks.flatMap((block) => readEvent(block) ?? []);
      if (done) return;
    }
  } finally {
    await reader.cancel();
  }
}

/** What a block of lines says; `null` when it has no data, as a comment that keeps the line open. */
function readEvent(block: string): ServerEvent | null {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
  }
  return data.length === 0 ? null : { event, data: data.join('\n') };
}
