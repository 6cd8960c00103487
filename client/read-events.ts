/** One server-sent event: its name (`message` by default) and its data. */
export type ServerEvent = { event: string; data: string };

/** Maximum length of a line in UTF-16 code units, far above any answer of the service. */
const maxLineLength = 32_000_000;

/**
 * Reads a stream of server-sent events (WHATWG HTML, 9.2.6). The repository's only reader: the client, the search command
 * and the pages use it. It lives here because the client has no dependencies and the pages have no bundler, which rules out
 * eventsource-parser. Leaving the loop cancels the stream. Throws when a line exceeds `maxLineLength`.
 */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent, void, undefined> {
  let event = '';
  let data: string[] = [];
  for await (const line of readLines(stream)) {
    if (line === '') {
      if (data.length > 0) yield { event: event === '' ? 'message' : event, data: data.join('\n') };
      event = '';
      data = [];
      continue;
    }
    const [, name = '', value = ''] = /^([^:]*)(?:: ?([\s\S]*))?$/.exec(line) ?? [];
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
  }
}

/** Lines ended by CR LF, LF or CR. An unterminated last line is dropped, as the standard requires. */
async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let length = 0;
  let endedWithReturn = false;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      let text = decoder.decode(read.value, { stream: true });
      if (text === '') continue;
      // CR and LF of one line end may arrive in different chunks.
      if (endedWithReturn && text.startsWith('\n')) text = text.slice(1);
      endedWithReturn = text.endsWith('\r');
      for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
        if (index > 0) {
          yield pieces.splice(0).join('');
          length = 0;
        }
        pieces.push(line);
        length += line.length;
        if (length > maxLineLength)
          throw new Error(`The service sent a line of more than ${maxLineLength} characters.`);
      }
    }
  } finally {
    await reader.cancel();
  }
}
