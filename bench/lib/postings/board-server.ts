import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadGazetteer } from '../../../worker/gazetteer/gazetteer.js';
import { type Board, evenBoards } from './employers.js';
import { type Change, createPostings } from './postings.js';

/**
 * Boards in the shape of Greenhouse's in a process of their own, with ETags: `BOARDS` boards of `SIZE` postings. `POST
 * /change/BOARD/COUNT/MARK` changes the first postings of a board; `GET /read/BOARD` says when the change was first read (epoch
 * milliseconds, 0 = not yet), and `GET /requests` how many requests boards answered whole and with 304.
 */
const settings = { seed: Number(process.env.SEED), now: Number(process.env.NOW) };
const boards = new Map<string, Board>(
  evenBoards(Number(process.env.BOARDS), Number(process.env.SIZE)).map((board) => [board.id, board]),
);
const postings = createPostings({ ...settings, gazetteer: loadGazetteer() });
/** Made before the first request, so that collecting does not share the processor with the generator. */
const answers = new Map([...boards].map(([id, board]) => [id, Buffer.from(postings.answer(board))]));
const changes = new Map<string, Change>();
const readAt = new Map<string, number>();
const requests = { whole: 0, unchanged: 0 };

const server = createServer((request, response) => {
  const [first = '', second = '', third = '', fourth = ''] =
    (request.url ?? '').split('?', 1)[0]?.split('/').slice(1) ?? [];
  const send = (body: string | Buffer, headers: Record<string, string> = {}): void => {
    response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', ...headers });
    response.end(body);
  };
  const board = boards.get(third);
  if (first === 'v1' && board !== undefined) {
    const change = changes.get(board.id);
    const etag = `"${board.id}-${change?.mark ?? 'first'}"`;
    if (change !== undefined && !readAt.has(board.id)) readAt.set(board.id, Date.now());
    if (request.headers['if-none-match'] === etag) {
      requests.unchanged++;
      response.writeHead(304, { ETag: etag }).end();
      return;
    }
    requests.whole++;
    const unchanged = change === undefined ? answers.get(board.id) : undefined;
    return send(unchanged ?? postings.answer(board, change), { ETag: etag });
  }
  if (first === 'change' && request.method === 'POST') {
    changes.set(second, { count: Number(third), mark: fourth });
    readAt.delete(second);
    return send('{}');
  }
  if (first === 'read') return send(String(readAt.get(second) ?? 0));
  if (first === 'requests') return send(JSON.stringify(requests));
  if (first === 'robots.txt') return send('User-agent: *\nAllow: /\n', { 'Content-Type': 'text/plain' });
  response.writeHead(404).end();
});

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
);
process.on('SIGTERM', () => process.exit(0));
