import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Board, boards, type Openings, type Posting } from './openings.js';

/** A loopback host with every board, in the shape of Greenhouse's. The caller closes it. */
export type BoardHost = { sources: object[]; close(): void };

export async function startBoardHost(openings: Openings): Promise<BoardHost> {
  const server = createServer(({ url = '', headers }, response) => {
    const board = boards.find((name) => url.includes(`/boards/${name}/`));
    if (board === undefined) return void response.writeHead(404).end();
    const body = JSON.stringify(answerOf(board, openings, `http://${headers.host}`));
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    sources: boards.map((id) => ({
      ...{ id, kind: 'greenhouse', board: id, baseUrl, perMinute: 60_000, concurrency: 8, timeoutSeconds: 20 },
    })),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answerOf(board: Board, openings: Openings, origin: string): object {
  const rows = openings.listed(board).map((posting) => rowOf(posting, `${origin}/${board}`));
  return { jobs: rows, meta: { total: rows.length } };
}

const rowOf = ({ id, title, company, city, text }: Posting, origin: string): object => ({
  ...{ id, internal_job_id: id + 500_000, title, company_name: company, absolute_url: `${origin}/jobs/${id}` },
  ...{ location: { name: city }, first_published: new Date().toISOString(), updated_at: new Date().toISOString() },
  ...{ metadata: null, departments: [], offices: [], content: `&lt;p&gt;${text}&lt;/p&gt;` },
});
