import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchLimits } from '../../worker/fetch/limits.js';
import { createRandom } from '../lib/postings/random.js';
import { createDayPostings } from './day-postings.js';
import { changeList, type DayChange, type DayRecord, type DayRequest } from './day-record.js';
import { changesIn, type DayBoard, failureOf, layOutDay, speed } from './simulated-day.js';

/**
 * The boards of a day in a process of their own, one port for each host: `BOARDS` boards, `SEED`, `NOW` (epoch milliseconds of
 * the first moment). They change by themselves until the message `still`, and fail for hours. The message `record` is answered
 * with everything that changed and was asked.
 */
const seed = Number(process.env.SEED);
const began = Number(process.env.NOW);
const layout = layOutDay(seed, Number(process.env.BOARDS));
const write = createDayPostings(seed, began);

type LiveBoard = DayBoard & { postings: number[]; next: number; version: number };
const boards = new Map(
  layout.map((board): [string, LiveBoard] => [
    board.id,
    { ...board, postings: Array.from({ length: board.size }, (_, at) => at), next: board.size, version: 0 },
  ]),
);
const requests: DayRequest[] = [];
const changes: DayChange[] = [];
const robots: number[] = [];

const robotsOf = (host: number): string =>
  ['User-agent: *', ...layout.filter((each) => each.host === host && each.isForbidden).map(forbid), 'Allow: /'].join(
    '\n',
  );
const forbid = ({ id }: DayBoard): string => `Disallow: /v1/boards/${id}/`;

function answer(host: number, request: IncomingMessage, response: ServerResponse): void {
  const [first = '', , third = ''] = (request.url ?? '').split('?', 1)[0]?.split('/').slice(1) ?? [];
  if (first === 'robots.txt') {
    robots[host] = (robots[host] ?? 0) + 1;
    response.writeHead(200, { 'Content-Type': 'text/plain' }).end(robotsOf(host));
    return;
  }
  const board = boards.get(third);
  if (first !== 'v1' || board?.host !== host) {
    response.writeHead(404).end();
    return;
  }
  const at = Date.now() - began;
  const { number } = board;
  const failure = failureOf(seed, number, (at / 1000) * speed);
  if (failure !== null) {
    requests.push({ at, board: number, answer: failure });
    if (failure === 'error') response.writeHead(500).end('Something went wrong.');
    if (failure === 'hangs') setTimeout(() => response.destroy(), hangMs);
    if (failure === 'cut') cutOff(response, write(board, board.postings));
    return;
  }
  const etag = board.isTagged ? { ETag: `"${board.id}-${board.version}"` } : {};
  const isSame = etag.ETag !== undefined && request.headers['if-none-match'] === etag.ETag;
  requests.push({ at, board: number, answer: isSame ? 'unchanged' : 'whole' });
  if (isSame) response.writeHead(304, etag).end();
  else
    response
      .writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', ...etag })
      .end(write(board, board.postings));
}

/** A request may take 15 s; on the clock of the day it would occupy its host for a quarter of an hour. */
const hangMs = fetchLimits.requestMs / speed;

function cutOff(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.write(body.slice(0, body.length / 2), () => response.destroy());
}

const random = createRandom(seed, 6);
const list = [...boards.values()];

/** A board gains and loses a few postings; at least one closes, and one stays. */
function change(board: LiveBoard): void {
  const made = changeList(board, random);
  board.postings = made.postings;
  board.next = made.next;
  board.version += 1;
  changes.push({ at: Date.now() - began, board: board.number, ...{ added: made.added, removed: made.removed } });
}

let owed = 0;
let former = Date.now();
const changing = setInterval(() => {
  const now = Date.now();
  owed += changesIn(list.length, ((now - former) / 1000) * speed);
  former = now;
  for (; owed >= 1; owed--) change(random.pick(list));
}, 200);

process.on('message', (message: { still?: true; record?: true }) => {
  if (message.still) {
    clearInterval(changing);
    process.send?.({});
  }
  if (message.record) process.send?.({ requests, changes, robots } satisfies DayRecord);
});

const hosts = Math.max(...layout.map(({ host }) => host)) + 1;
const servers = Array.from({ length: hosts }, (_, host) => {
  const server = createServer((request, response) => answer(host, request, response));
  server.keepAliveTimeout = 60_000;
  return server.listen(0, '127.0.0.1');
});
await Promise.all(servers.map((server) => once(server, 'listening')));
process.send?.({ urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`) });
process.on('SIGTERM', () => process.exit(0));
