import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generatePostings } from '../../demo-board/postings/generate.js';
import { simulatedKinds } from './kinds/all-simulated-kinds.js';
import type { Opening, SimulatedKind } from './kinds/simulated-kind.js';

/**
 * The hosts of a catalogue's boards, in a separate process: a server on loopback for each, whose boards answer as their systems do, with
 * postings of real size. A board's address is `/bNUMBER` on its host; links that begin at the root are told by the ids in them.
 */

/** A board as the file that BOARDS names lists them; `host` is the number of its host. */
export type HostedBoard = { kind: string; company: string; host: number };

const boards = JSON.parse(readFileSync(process.env.BOARDS ?? '', 'utf8')) as HostedBoard[];
const perBoard = Number(process.env.POSTINGS);

const texts = generatePostings({ seed: 34, postings: 2500, now: new Date() }).map(({ title, descriptionHtml }) => ({
  ...{ title, text: descriptionHtml.replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' ') },
}));
const kinds = new Map(simulatedKinds.map((each) => [each.kind, each]));

/** Ids of a board's postings begin at its number times this, so that no two boards share one. */
const idsEach = 1000;

const openingsOf = (board: number): Opening[] =>
  Array.from({ length: perBoard }, (_, at) => {
    const { title = '', text = '' } = texts[(board * 7 + at) % texts.length] ?? {};
    return { id: (board + 1) * idsEach + at, version: 1, title, text };
  });

let requests = 0;

function answer(host: number, request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { url = '/', method = 'GET' } = request;
    if (url === '/robots.txt') return void response.writeHead(404).end();
    requests += 1;
    const asked = boardAt(url, host);
    const board = asked === null ? undefined : boards[asked.number];
    const kind = board?.host === host ? kinds.get(board.kind) : undefined;
    if (asked === null || board === undefined || kind === undefined) return void response.writeHead(404).end();
    const text = Buffer.concat(chunks).toString();
    send(response, bodyOf(kind, { ...asked, board, method, json: text === '' ? null : JSON.parse(text), request }));
  });
}

/** The board of a host that an address belongs to; `null` = none. Systems write an id behind letters and digits of their own. */
function boardAt(url: string, host: number): { number: number; path: string } | null {
  const [, number, path = ''] = /^\/b(\d+)(.*)$/s.exec(url) ?? [];
  if (number !== undefined) return { number: Number(number), path: path === '' ? '/' : path };
  const ids = url.match(/\d{4,12}/g)?.flatMap((digits) => [Number(digits), Number(digits.slice(1))]) ?? [];
  const id = ids.find((each) => each % idsEach < perBoard && boards[Math.floor(each / idsEach) - 1]?.host === host);
  return id === undefined ? null : { number: Math.floor(id / idsEach) - 1, path: url };
}

type Asked = {
  number: number;
  path: string;
  board: HostedBoard;
  method: string;
  json: unknown;
  request: IncomingMessage;
};

function bodyOf({ answer: say }: SimulatedKind, { number, path, board, method, json, request }: Asked): string | null {
  const baseUrl = `http://${request.headers.host}/b${number}`;
  const said = say({ method, path, json, conditional: false }, { openings: openingsOf(number), baseUrl });
  if (said === null || said === undefined) return null;
  const text = typeof said === 'string' ? said : JSON.stringify(said);
  return text.replaceAll('Acme', board.company);
}

function send(response: ServerResponse, body: string | null): void {
  if (body === null) return void response.writeHead(404).end();
  const type = /^[[{]/.test(body) ? 'application/json' : body.startsWith('<?xml') ? 'application/xml' : 'text/html';
  response.writeHead(200, { 'content-type': type }).end(body);
}

const hosts = Math.max(...boards.map(({ host }) => host)) + 1;
const servers = Array.from({ length: hosts }, (_, host) => {
  const server = createServer((request, response) => answer(host, request, response));
  server.keepAliveTimeout = 5000;
  return server.listen(0, '127.0.0.1');
});
await Promise.all(servers.map(async (server) => server.listening || once(server, 'listening')));
process.on('message', () => process.send?.({ requests }));
process.send?.({ urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`) });
process.on('SIGTERM', () => process.exit(0));
