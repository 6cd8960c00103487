import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type NarrowPosting = { title: string; town?: string };

export type NarrowBoard = {
  /** The search URL of a `site` source. */
  search: string;
  /** The requests received so far: words and town. */
  asked: { q: string; where: string }[];
  close(): Promise<void>;
};

/**
 * A loopback board with its own literal search: every requested word must be in the title ("OR" and "-night" are words
 * too), and the town must be spelled as the board spells it. The caller closes it.
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
