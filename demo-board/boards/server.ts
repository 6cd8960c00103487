import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type GenerateOptions, generatePostings } from '../postings/generate.js';
import { type BoardName, boardNames, type DemoPosting } from '../postings/posting.js';
import { createCareersBoard } from './careers-board.js';
import { createGreenhouseBoard } from './greenhouse-board.js';
import { htmlPage, sites } from './pages.js';
import { type Board, type BoardRequest, found, type Reply, sendReply } from './reply.js';
import { createSpaBoard } from './spa-board.js';

/** A server of three job boards with invented postings. */
export type DemoBoard = {
  /** All generated postings. */
  postings: readonly DemoPosting[];
  /** Starts listening (port 0: any free one) and returns its address; rejects when the port is in use. */
  listen(port: number, host?: string): Promise<{ port: number; origin: string }>;
  /** Ends every connection and stops listening. */
  close(): Promise<void>;
};

const creators = { greenhouse: createGreenhouseBoard, careers: createCareersBoard, spa: createSpaBoard };

/** Creates the boards and their postings without listening. */
export function createDemoBoard(options: GenerateOptions): DemoBoard {
  const postings = generatePostings(options);
  const on = (name: BoardName): DemoPosting[] => postings.filter(({ board }) => board === name);
  const boards: Board[] = [...boardNames.map((name) => creators[name](on(name))), createRest(postings)];
  const server = createServer((request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const only = {
      ...notice(405, `This board only reads: send GET, not ${request.method}.`),
      headers: { allow: 'GET, HEAD' },
    };
    sendReply(request, response, isRead ? answerOf(boards, readRequest(request)) : only);
  });
  return {
    postings,
    async listen(port, host = '127.0.0.1') {
      server.listen(port, host);
      await once(server, 'listening');
      const taken = (server.address() as AddressInfo).port;
      return { port: taken, origin: `http://${host.includes(':') ? `[${host}]` : host}:${taken}` };
    },
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

function answerOf(boards: readonly Board[], request: BoardRequest): Reply {
  for (const board of boards) {
    const reply = board(request);
    if (reply) return reply;
  }
  return notice(404, 'There is nothing at this address. Perhaps the position has been filled.');
}

/** Parses the request target by hand: it may contain anything, and `new URL` throws on some input. */
function readRequest({ url = '/', headers, socket }: IncomingMessage): BoardRequest {
  const [path = '/', query = ''] = url.split('#')[0]?.split(/\?(.*)/s) ?? [];
  const host = /^[\w.-]+(:\d{1,5})?$|^\[[\da-fA-F:.]+\](:\d{1,5})?$/.test(headers.host ?? '')
    ? headers.host
    : `127.0.0.1:${socket.localPort}`;
  return { path, query: new URLSearchParams(query), origin: `http://${host}` };
}

/** Paths outside the boards: the index and robots.txt. */
function createRest(postings: readonly DemoPosting[]): Board {
  const cards = boardNames.map((name) => `<li class="card"><a href="${sites[name].home}">${sites[name].name}</a></li>`);
  const body = `<h1>${postings.length} postings on three job boards</h1>\n<ul class="cards">${cards.join('\n')}</ul>`;
  const index = found('html', htmlPage({ title: 'Demo board', site: sites.index, body }));
  return ({ path, origin }) => {
    if (path === '/') return index;
    if (path === '/robots.txt')
      return found('text', `User-agent: *\nAllow: /\n\nSitemap: ${origin}/careers/sitemap.xml\n`);
    return null;
  };
}

function notice(status: 404 | 405, sentence: string): Reply {
  const body = `<h1>${status === 404 ? 'Not here' : 'Not like this'}</h1>\n<p>${sentence}</p>`;
  return { ...found('html', htmlPage({ title: 'Demo board', site: sites.index, body })), status };
}
