import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { evenBoards } from './postings/employers.js';
import { createPostings } from './postings/postings.js';

/**
 * Sites to be read, in a separate process, so that their cost is not measured: `/board/N/DELAY/v1/boards/…` answers in
 * Greenhouse's format after `DELAY` milliseconds, `/slow/MS/jobs?q=…` answers a search after a set time, and
 * `/site/jobs/N` is a page of 60 KB with its posting as JSON-LD, listed by `/site/sitemap.xml?pages=…&from=…`.
 */
const { BOARDS = '1', POSTINGS = '400' } = process.env;
const pageBytes = 60_000;
const jobsASearch = 10;
const postings = createPostings({ seed: 11, now: Date.now(), gazetteer: loadGazetteer() });
const boards = evenBoards(Number(BOARDS), Number(POSTINGS));
const answers = boards.map((board) => postings.answer(board));
const samples = boards.slice(0, 1).flatMap((board) => postings.held(board));

const answer: RequestListener = ({ url = '', headers }, response) => {
  const path = new URL(url, `http://${headers.host}`);
  const [, kind = '', one = '', other = ''] = path.pathname.split('/');
  if (kind === 'robots.txt') return void send(response, 'text/plain', 'User-agent: *\nAllow: /\n');
  if (kind === 'board')
    return void pause(Number(other)).then(() => send(response, 'application/json', answers[Number(one)] ?? ''));
  if (kind === 'slow') return void sendSlowly(response, path, Number(one));
  if (path.pathname === '/site/sitemap.xml') return void send(response, 'application/xml', sitemap(path));
  if (kind === 'site') return void send(response, 'text/html', pageOf(path, Number(path.pathname.split('/').at(-1))));
  response.writeHead(404).end();
};

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

function jobLd(at: number, url: string, title?: string): object {
  const job = samples[at % samples.length];
  if (job === undefined) throw new Error('There are no postings.');
  return {
    ...{ '@context': 'https://schema.org', '@type': 'JobPosting', title: title ?? job.title, url, identifier: url },
    ...{ description: job.description, datePosted: job.postedAt },
    hiringOrganization: { '@type': 'Organization', name: job.company.name },
    jobLocation: { '@type': 'Place', address: job.location.text },
  };
}

const script = (value: object): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

/** The page is written before the delay, so that it adds none. */
async function sendSlowly(response: ServerResponse, path: URL, ms: number): Promise<void> {
  const due = performance.now() + ms;
  const word = path.searchParams.get('q') ?? '';
  const found = Array.from({ length: jobsASearch }, (_, at) =>
    jobLd(at * 7, `${path.origin}/slow/${ms}/${encodeURIComponent(word)}-${at}`, `${word} ${at}`),
  );
  const page = `<!doctype html><title>Jobs</title>${script(found)}`;
  await pause(due - performance.now());
  send(response, 'text/html', page);
}

function pageOf(path: URL, number: number): string {
  const page = `<!doctype html><html lang="en"><head><title>Job</title>${script(jobLd(number, path.href))}</head><body><ul>`;
  let text = '';
  for (let at = 0; page.length + text.length < pageBytes; at++)
    text += `<li class="menu-item level-${at % 3}"><a href="/about/${at}" data-track="nav:${at}">Page number ${at}</a></li>\n`;
  return `${page}${text}</ul></body></html>`;
}

function sitemap(path: URL): string {
  const from = Number(path.searchParams.get('from'));
  const pages = Array.from(
    { length: Number(path.searchParams.get('pages')) },
    (_, at) => `<url><loc>${path.origin}/site/jobs/${from + at}</loc></url>`,
  );
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages.join('')}</urlset>`;
}

/** Further addresses of the machine act as further hosts, each with its own pace. */
const server = createServer({ keepAliveTimeout: 60_000 }, answer);
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  for (const address of ['127.0.0.2', '127.0.0.3'])
    createServer({ keepAliveTimeout: 60_000 }, answer).listen(port, address);
  process.send?.({ url: `http://127.0.0.1:${port}` });
});
process.on('SIGTERM', () => process.exit(0));
