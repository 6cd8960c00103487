/** One server-sent event: its name and its data as it came. */
export type ServerEvent = { event: string; data: string };

/** A line that has not ended by then comes from no search service. */
const longestLine = 32_000_000;

/** Reads server-sent events (WHATWG HTML 9.2.6) from a body, however it is cut into pieces. Throws when a line is endless. */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  let event = '';
  let data: string[] = [];
  for await (const line of readLines(body)) {
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

/** Lines that have ended, by CR LF, LF or CR alone; what is cut short by the end of the body is dropped, as the rules say. */
async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let length = 0;
  let afterReturn = false;
  for await (const bytes of body) {
    let text = decoder.decode(bytes, { stream: true });
    if (text === '') continue;
    if (afterReturn && text.startsWith('\n')) text = text.slice(1);
    afterReturn = text === '' ? false : text.endsWith('\r');
    const lines = text.split(/\r\n|\n|\r/);
    for (const [index, line] of lines.entries()) {
      pieces.push(line);
      length += line.length;
      if (length > longestLine) throw new Error('The service sent a line without end.');
      if (index === lines.length - 1) break;
      yield pieces.splice(0).join('');
      length = 0;
    }
  }
}
