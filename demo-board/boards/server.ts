import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type GenerateOptions, generatePostings } from '../postings/generate.js';
import type { DemoPosting } from '../postings/posting.js';
import type { Board, BoardRequest } from './board-request.js';
import { createCareersBoard } from './careers-board.js';
import { boardToken, createGreenhouseBoard } from './greenhouse-board.js';
import { indexPage } from './index-page.js';
import { htmlPage } from './layout.js';
import { logoReply } from './logo.js';
import { found, type Reply, sendReply } from './reply.js';
import { sites } from './sites.js';
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

/** Creates the boards and their postings without listening. */
export function createDemoBoard(options: GenerateOptions): DemoBoard {
  const postings = generatePostings(options);
  const on = (name: DemoPosting['board']): DemoPosting[] => postings.filter(({ board }) => board === name);
  const boards = [
    createGreenhouseBoard(on('greenhouse')),
    createCareersBoard(on('careers')),
    createSpaBoard(on('spa')),
    rest(postings),
  ];
  const server = createServer((request, response) => answer(boards, request, response));
  return {
    postings,
    listen: async (port, host = '127.0.0.1') => {
      const taken = await startListening(server, port, host);
      const origin = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
      // Serialize the largest response in advance, so that no request waits for it.
      answerOf(boards, {
        path: `/greenhouse/v1/boards/${boardToken}/jobs`,
        query: new URLSearchParams('content=true'),
        origin,
      });
      return { port: taken, origin };
    },
    close: () => stopListening(server),
  };
}

function startListening(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function stopListening(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!server.listening) return resolve();
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}

function answer(boards: readonly Board[], request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    sendReply(request, response, {
      ...notice(405, `This board only reads: send GET, not ${request.method}.`),
      headers: { allow: 'GET, HEAD' },
    });
    return;
  }
  sendReply(request, response, answerOf(boards, readVisit(request)));
}

function answerOf(boards: readonly Board[], request: BoardRequest): Reply {
  for (const board of boards) {
    const reply = board(request);
    if (reply) return reply;
  }
  return notice(404, 'There is nothing at this address. Perhaps the position has been filled.');
}

/** Parses the request target by hand: it may contain anything, and `new URL` throws on some of it. */
function readVisit({ url = '/', headers, socket }: IncomingMessage): BoardRequest {
  const [target = '/', query = ''] = url.split('#')[0]?.split(/\?(.*)/s) ?? [];
  const host = /^[\w.-]+(:\d{1,5})?$|^\[[\da-fA-F:.]+\](:\d{1,5})?$/.test(headers.host ?? '')
    ? headers.host
    : `127.0.0.1:${socket.localPort}`;
  return { path: target, query: new URLSearchParams(query), origin: `http://${host}` };
}

/** Paths outside the boards: the index, robots.txt and logos. */
function rest(postings: readonly DemoPosting[]): Board {
  const index = indexPage(postings);
  return ({ path, origin }) => {
    if (path === '/') return index;
    if (path === '/robots.txt')
      return found('text', `User-agent: *\nAllow: /\n\nSitemap: ${origin}/careers/sitemap.xml\n`);
    const logo = /^\/logos\/([a-z0-9-]+)\.svg$/.exec(path)?.[1];
    return logo ? logoReply(logo) : null;
  };
}

function notice(status: 404 | 405, sentence: string): Reply {
  const body = `<h1>${status === 404 ? 'Not here' : 'Not like this'}</h1>\n<p>${sentence}</p>\n<p><a href="/">See all boards</a></p>`;
  return { ...found('html', htmlPage({ title: 'Demo board', site: sites.index, body })), status };
}
