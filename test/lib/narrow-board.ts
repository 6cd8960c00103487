import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type NarrowPosting = { title: string; town?: string };

export type NarrowBoard = {
  /** The search address of a `site` source. */
  search: string;
  /** What it was asked for so far: words and town. */
  asked: { q: string; where: string }[];
  close(): Promise<void>;
};

/**
 * A loopback board that searches by itself, to the letter: each word asked for stands in a title, whatever it is ("OR" and
 * "-night" are words), and the town is written as it writes it. The caller closes it.
 */
export async function startNarrowBoard(postings: readonly NarrowPosting[]): Promise<NarrowBoard> {
  const asked: NarrowBoard['asked'] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    if (url.pathname !== '/jobs') return void response.writeHead(404).end();
    const [q, where] = [url.searchParams.get('q') ?? '', url.searchParams.get('where') ?? ''];
    asked.push({ q, where });
    const words = q
      .toLowerCase()
      .split(' ')
      .filter((word) => word !== '');
    const found = postings.filter(({ title, town = 'Berlin' }) => {
      const has = ` ${title.toLowerCase()} `;
      return words.every((word) => has.includes(` ${word} `)) && (where === '' || where === town);
    });
    response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(found, `http://${request.headers.host}`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    search: `http://127.0.0.1:${port}/jobs?q={keyword}&where={location}`,
    asked,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function pageOf(postings: readonly NarrowPosting[], origin: string): string {
  const blocks = postings.map(({ title, town = 'Berlin' }) => {
    const posting = {
      ...{
        '@context': 'https://schema.org',
        '@type': 'JobPosting',
        title,
        description: `${title}: the work of a day.`,
      },
      ...{ datePosted: '2026-01-05', url: `${origin}/jobs/${encodeURIComponent(`${title} ${town}`)}` },
      hiringOrganization: { '@type': 'Organization', name: 'Narrow Works' },
      jobLocation: { '@type': 'Place', address: `${town}, ${town === 'Berlin' ? 'Germany' : 'CA, USA'}` },
    };
    return `<script type="application/ld+json">${JSON.stringify(posting)}</script>`;
  });
  return `<!doctype html><title>Jobs</title>${blocks.join('')}<p class="none">${postings.length} jobs</p>`;
}
