import { request } from 'node:http';
import type { Got } from './judge-answer.js';

/** A client's timeout, in milliseconds: a slower answer violates the promise of bounded time. */
export const boundMs = 15_000;

export type Question = { url: string; body?: object | undefined; headers?: Record<string, string> };

/** Sends a request on a new connection, so that requests cannot affect each other; never rejects. */
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
