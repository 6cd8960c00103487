import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ScriptBoard = { origin: string; asked: string[]; close(): Promise<void> };

const posting = { '@context': 'https://schema.org', '@type': 'JobPosting', title: 'Baker', datePosted: '2026-01-05' };
const organisation = { hiringOrganization: { '@type': 'Organization', name: 'Oven Works' } };

/** A page that shows a posting only when its script runs, which fetches the data first. */
const page = `<!doctype html><title>Jobs</title><div id="root"></div><script>
fetch('/data').then((answer) => answer.text()).then((text) => {
  const script = document.createElement('script');
  script.type = 'application/ld+json';
  script.textContent = text;
  document.head.append(script);
});</script>`;

/** A loopback career site that needs a browser. The caller closes it. */
export async function startScriptBoard(): Promise<ScriptBoard> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '');
    asked.push(path);
    if (path === '/jobs') return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    if (path !== '/data') return void response.writeHead(404).end();
    const url = `http://${request.headers.host}/jobs/1`;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...posting, ...organisation, url, description: 'Bread, early.' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
