import { connect } from 'node:net';

/**
 * Sends one inline command to a Redis on a unix socket and resolves with the first line of its answer, or with '' when
 * it closes the connection instead, as it does on SHUTDOWN. Rejects when nothing listens or after `limitMs`.
 */
export function sendInlineCommand(socketPath: string, command: 'PING' | 'SHUTDOWN', limitMs = 2000): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    let answer = '';
    socket.setTimeout(limitMs, () => {
      socket.destroy(new Error(`Redis on ${socketPath} did not answer ${command} within ${limitMs} ms.`));
    });
    socket.on('connect', () => socket.write(`${command}\r\n`));
    socket.on('data', (bytes) => {
      answer += String(bytes);
      if (answer.includes('\r\n')) socket.end();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
  });
}
