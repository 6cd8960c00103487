import { createServer } from 'node:http';

/**
 * A loopback host with boards in the form of Greenhouse's, each of which may be changed while it is read: `postings` (how many it lists),
 * `grows` (so many more with each reading), `words` (in each description) and `delayMs`. `sources` are entries of a sources file; `cut` ends
 * the way to the host, `mend` restores it.
 */
export async function openHost(names, settings = {}) {
  const boards = Object.fromEntries(names.map((name) => [name, { postings: 12, grows: 0, words: 20, delayMs: 0 }]));
  const server = createServer((request, response) => {
    const name = names.find((each) => request.url.includes(`/${each}/`));
    if (name === undefined) return void response.writeHead(404).end();
    const board = boards[name];
    board.postings += board.grows;
    const body = JSON.stringify({ jobs: rowsOf(name, board, origin), meta: { total: board.postings } });
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(body), board.delayMs);
  });
  const listen = (port) => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  await listen(0);
  const { port } = server.address();
  const origin = `http://127.0.0.1:${port}`;
  return {
    boards,
    sources: names.map((id) => ({
      ...{ id, kind: 'greenhouse', board: id, baseUrl: `${origin}/${id}`, timeoutSeconds: 12 },
      ...{ perMinute: 60_000, concurrency: 8, ...settings },
    })),
    cut: close,
    mend: () => listen(port),
    close: () => (server.listening ? close() : undefined),
  };
}

const begun = new Date().toISOString();

function rowsOf(name, { postings, words }, origin) {
  return Array.from({ length: postings }, (_, index) => ({
    ...{ id: index + 1, title: `${name} engineer ${index}`, absolute_url: `${origin}/${name}/jobs/${index + 1}` },
    ...{ location: { name: 'Berlin, Germany' }, first_published: begun, updated_at: begun, company_name: name },
    content: `&lt;p&gt;${Array.from({ length: words }, (_, at) => `w${(index * 31 + at * 7) % 9973}`).join(' ')}&lt;/p&gt;`,
  }));
}

/** A loopback address of watches, which accepts what is sent while it is `open`. */
export async function openReceiver() {
  let sent = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
    sent += 1;
  });
  const listen = (port) => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address();
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  await close();
  return {
    url: `http://127.0.0.1:${port}/hook`,
    sent: () => sent,
    open: () => listen(port),
    close: () => (server.listening ? close() : undefined),
  };
}
