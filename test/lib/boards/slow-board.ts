import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A board that delays every keyword, then returns one posting of that name. */
export type SlowBoard = {
  /** The keywords it received. */
  asked: string[];
  /** The highest number of concurrent requests. */
  readonly atMost: number;
  /** An entry for a sources file: each keyword is its own collection, read without pacing. */
  source(id: string, more?: object): object;
  close(): Promise<void>;
};

export async function startSlowBoard(delayMs: number): Promise<SlowBoard> {
  const asked: string[] = [];
  const open = new Set<NodeJS.Timeout>();
  let atMost = 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://board');
    if (url.pathname !== '/jobs') return void response.writeHead(404).end();
    const keyword = url.searchParams.get('q') ?? '';
    asked.push(keyword);
    const timer = setTimeout(() => {
      open.delete(timer);
      response.writeHead(200, { 'content-type': 'text/html' }).end(page(keyword, `http://${request.headers.host}`));
    }, delayMs);
    open.add(timer);
    atMost = Math.max(atMost, open.size);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    get atMost() {
      return atMost;
    },
    source: (id, more = {}) => ({
      ...{ id, kind: 'site', search: `http://127.0.0.1:${port}/jobs?q={keyword}`, render: 'never' },
      ...{ perMinute: 60_000, concurrency: 64, ...more },
    }),
    close() {
      for (const timer of open) clearTimeout(timer);
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function page(keyword: string, origin: string): string {
  const posting = {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: `${keyword} wanted`,
    description: `<p>We look for: ${keyword}.</p>`,
    datePosted: new Date().toISOString(),
    hiringOrganization: { '@type': 'Organization', name: 'Slow & Sure' },
    jobLocation: { '@type': 'Place', address: { addressLocality: 'Berlin', addressCountry: 'DE' } },
    url: `${origin}/jobs/${encodeURIComponent(keyword)}`,
  };
  return `<!doctype html><title>Jobs</title><script type="application/ld+json">${JSON.stringify(posting)}</script>`;
}
