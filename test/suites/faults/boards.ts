import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a source behaves: correctly, or with one of the usual failures. */
export const moods = ['well', 'hangs', 'resets', 'answers garbage', 'answers half a page', 'answers 500'] as const;
export type Mood = (typeof moods)[number];

/** The boards of the fault suite; the last one can only be read by a browser. */
export const boards = ['acme', 'beta', 'gamma', 'delta'] as const;
export type Board = (typeof boards)[number];

/** A loopback host with every board. `hits` counts the requests to each. */
export type Boards = {
  sources: object[];
  hits: Record<Board, number>;
  setMood(board: Board, mood: Mood): void;
  close(): Promise<void>;
};

/** Openings of each board; all of them match the word "engineer". */
const openings = 12;

/** How long a collection may take, in seconds: rendering a page takes several on a busy machine. */
const timeoutSeconds = 12;

export async function startBoards(): Promise<Boards> {
  const mood: Record<Board, Mood> = { acme: 'well', beta: 'well', gamma: 'well', delta: 'well' };
  const hits: Record<Board, number> = { acme: 0, beta: 0, gamma: 0, delta: 0 };
  const server = createServer(({ url = '', headers }, response) => {
    if (url === '/app.js') return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    const board = boards.find((name) => url.includes(`/${name}/`));
    if (board === undefined) return void response.writeHead(404).end();
    hits[board] += 1;
    misbehave[mood[board]](response, pageOf(board, `http://${headers.host}`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    sources: sourcesAt(origin),
    hits,
    setMood(board, next) {
      mood[board] = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

type Page = { type: string; body: string };

const misbehave: Record<Mood, (response: ServerResponse, page: Page) => void> = {
  well: (response, { type, body }) => response.writeHead(200, { 'content-type': type }).end(body),
  hangs: () => undefined,
  resets: (response) => response.socket?.resetAndDestroy(),
  'answers garbage': (response, { type }) =>
    response.writeHead(200, { 'content-type': type }).end('{"error":"\u0000{[<html><p>Please log in to go on</p>'),
  'answers half a page': (response, { type, body }) => {
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
    response.write(body.slice(0, body.length / 2));
    response.socket?.end();
  },
  'answers 500': (response) => response.writeHead(500).end(),
};

function sourcesAt(origin: string): object[] {
  const shared = { perMinute: 60_000, concurrency: 8, timeoutSeconds };
  return boards.map((id) =>
    id === 'delta'
      ? { ...shared, id, kind: 'site', pages: [`${origin}/delta/jobs`], render: 'always' }
      : { ...shared, id, kind: 'greenhouse', board: id, baseUrl: `${origin}/${id}` },
  );
}

function pageOf(board: Board, origin: string): Page {
  const jobs = Array.from({ length: openings }, (_, index) => ({ id: index + 1, title: `${board} engineer ${index}` }));
  if (board === 'delta') return { type: 'text/html', body: scripted(jobs, origin) };
  const rows = jobs.map(({ id, title }) => ({
    ...{ id, title, absolute_url: `${origin}/${board}/jobs/${id}`, location: { name: 'Berlin, Germany' } },
    ...{ first_published: new Date().toISOString(), updated_at: new Date().toISOString(), company_name: board },
    content: `&lt;p&gt;${title}: you build what we make, at ${board}.&lt;/p&gt;`,
  }));
  return { type: 'application/json', body: JSON.stringify({ jobs: rows, meta: { total: rows.length } }) };
}

/** A page that is empty until its script has run. */
function scripted(jobs: readonly { id: number; title: string }[], origin: string): string {
  const nodes = jobs.map(({ id, title }) => ({
    ...{ '@context': 'https://schema.org', '@type': 'JobPosting', title, url: `${origin}/delta/jobs/${id}` },
    ...{ description: `${title}: you build what we make.`, datePosted: new Date().toISOString() },
    hiringOrganization: { '@type': 'Organization', name: 'delta' },
  }));
  const data = Buffer.from(JSON.stringify(nodes)).toString('base64');
  return `<!doctype html><title>Jobs</title><div id="app" data-jobs="${data}"></div><script src="/app.js"></script>`;
}

const script = `
  const ld = document.createElement('script');
  ld.type = 'application/ld+json';
  ld.textContent = atob(document.getElementById('app').dataset.jobs);
  document.head.append(ld);`;
