import { connect } from 'node:net';

/** A response as received; `null` when the server closed, or stayed silent, without one. */
export type RawResponse = { status: number; headers: Record<string, string>; body: string } | null;

/** Sends bytes on a new connection and reads until the server closes it, or for `silentMs` without a response. */
export function rawRequest(port: number, bytes: Buffer, silentMs: number): Promise<RawResponse> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const pieces: Buffer[] = [];
    socket.setTimeout(silentMs, () => socket.destroy());
    socket.on('data', (piece: Buffer) => pieces.push(piece));
    // A server that refuses midway may reset the connection; what it sent before counts.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(read(Buffer.concat(pieces).toString('latin1'))));
    socket.write(bytes);
  });
}

function read(received: string): RawResponse {
  const text = received.replace('HTTP/1.1 100 Continue\r\n\r\n', '');
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  if (end < 0 || Number.isNaN(status)) return null;
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { status, headers, body: Buffer.from(text.slice(end + 4), 'latin1').toString('utf8') };
}
