import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BoardRequest } from '../simulated-kinds/simulated-kind.js';

/** A loopback host whose answers may change. Records requests, without robots.txt. The caller closes it. */
export type ChangingBoard = {
  baseUrl: string;
  asked: BoardRequest[];
  /** The body for a request: an object is sent as JSON, a text as HTML or XML, `null` as 404, a number as that status. */
  answer: (request: BoardRequest) => unknown;
  /** Whether responses to GET have an ETag, by which an unchanged one is a 304. */
  etags: boolean;
  close(): Promise<void>;
};

export async function startChangingBoard(): Promise<ChangingBoard> {
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = 'GET', url = '/', headers } = incoming;
      if (url === '/robots.txt') return void response.writeHead(404).end();
      const text = Buffer.concat(chunks).toString();
      const conditional = headers['if-none-match'] !== undefined;
      const isJson = headers['content-type'] === 'application/json';
      const request = { method, path: url, json: isJson ? JSON.parse(text) : null, conditional };
      board.asked.push(request);
      respond(board, request, { response, validator: headers['if-none-match'] });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const board: ChangingBoard = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    answer: () => null,
    etags: true,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return board;
}

type Reply = { response: ServerResponse; validator: string | undefined };

function respond(board: ChangingBoard, request: BoardRequest, { response, validator }: Reply): void {
  const answer = board.answer(request);
  if (answer === null || typeof answer === 'number') return void response.writeHead(answer ?? 404).end();
  const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 12)}"`;
  const validators = board.etags && request.method === 'GET' ? { etag } : {};
  if (board.etags && validator === etag) return void response.writeHead(304, validators).end();
  response.writeHead(200, { 'content-type': typeOf(answer), ...validators }).end(body);
}

function typeOf(answer: unknown): string {
  if (typeof answer !== 'string') return 'application/json';
  return answer.startsWith('<?xml') ? 'application/xml' : 'text/html';
}
