import { request } from 'node:http';
import type { Got } from './judge-answer.js';

/** How long a client gives an answer, in milliseconds, beyond which it is not bounded any more. */
export const boundMs = 15_000;

export type Question = { url: string; body?: object | undefined; headers?: Record<string, string> };

/** Asks on a connection of its own, so that nothing of one answer touches another; never rejects. */
export function ask({ url, body, headers = {} }: Question): Promise<Got> {
  return new Promise((resolve) => {
    const sent = request(url, {
      method: body === undefined ? 'GET' : 'POST',
      agent: false,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    });
    const timer = setTimeout(() => settle({ kind: 'late' }), boundMs);
    const settle = (got: Got): void => {
      clearTimeout(timer);
      sent.destroy();
      resolve(got);
    };
    sent.on('error', (error: NodeJS.ErrnoException) =>
      settle(error.code === 'ECONNREFUSED' ? { kind: 'refused' } : { kind: 'cut', why: error.message }),
    );
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', (error) => settle({ kind: 'cut', why: error.message }));
      response.on('end', () =>
        settle(
          response.complete
            ? {
                kind: 'answer',
                status: response.statusCode ?? 0,
                headers: Object.fromEntries(Object.entries(response.headers).map(([name, is]) => [name, String(is)])),
                text: Buffer.concat(chunks).toString(),
              }
            : { kind: 'cut', why: 'the answer ended early' },
        ),
      );
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
