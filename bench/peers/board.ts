import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jobLd } from '../../demo-board/boards/job-ld.js';
import { postingHtml } from '../../demo-board/boards/posting-page.js';
import { generatePostings } from '../../demo-board/postings/generate.js';

/**
 * Sites to be read, in a separate process, so that their cost is not measured: a search that responds after a set time
 * (`/slow/MS/jobs?q=…`), pages of 60 KB that carry their posting as JSON-LD (`/site/SET/jobs/N`), the same drawn by a script
 * (`/spa/SET/jobs/N`), each with a sitemap, and boards (`/board/…`). `/hits` returns the number of requests for each path.
 */
const pageBytes = 60_000;
const jobsASearch = 10;
const kept = 6000;
const postings = generatePostings({ seed: 7, postings: kept, now: new Date() });
const hits = new Map<string, number>();

const answer: RequestListener = ({ url = '', headers }, response) => {
  const path = new URL(url, `http://${headers.host}`);
  hits.set(path.pathname + path.search, (hits.get(path.pathname + path.search) ?? 0) + 1);
  const route = routes.find(([pattern]) => pattern.test(path.pathname));
  if (route === undefined) return send(response, 'text/plain', '', 404);
  route[1](response, path);
};

type Route = (response: ServerResponse, path: URL) => void;
const part = (path: URL, index: number): string => path.pathname.split('/')[index] ?? '';

const routes: readonly [RegExp, Route][] = [
  [/^\/robots\.txt$/, (response) => send(response, 'text/plain', 'User-agent: *\nAllow: /\n')],
  [/^\/hits$/, (response) => send(response, 'application/json', JSON.stringify(Object.fromEntries(hits)))],
  [/^\/slow\//, sendSlowly],
  [/\/sitemap\.xml$/, sendSitemap],
  [/^\/site\//, (response, path) => send(response, 'text/html', pageOf(path, script(linked(path))))],
  [/^\/spa\/[^/]+\/data\//, (response, path) => send(response, 'application/json', JSON.stringify(dataOf(path)))],
  [/^\/spa\/[^/]+\/app\.js$/, (response) => send(response, 'text/javascript', app)],
  [/^\/spa\//, (response, path) => send(response, 'text/html', drawnPage(path))],
  [/^\/assets\//, (response) => send(response, 'image/svg+xml', picture)],
  [/^\/board\//, sendBoard],
];

function send(response: ServerResponse, type: string, body: string, status = 200): void {
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8`, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

/** The posting of a page number, with the page's URL and a distinct id. */
function linked(path: URL): object {
  const number = Number(part(path, 4));
  const posting = postings[number % kept];
  if (posting === undefined) throw new Error('There are no postings.');
  return { ...jobLd(posting, path.origin), url: path.href, identifier: `${part(path, 2)}-${number}` };
}

const script = (node: object): string => `<script type="application/ld+json">${JSON.stringify(node)}</script>`;

function pageOf(path: URL, head: string): string {
  const posting = postings[Number(part(path, 4)) % kept];
  const body = posting === undefined ? '' : postingHtml(posting, `${path.href}/apply`);
  const page = `<!doctype html><html lang="en"><head><title>Job</title>${head}</head><body><nav>`;
  const end = `</nav><main>${body}</main></body></html>`;
  return page + filler(pageBytes - page.length - end.length) + end;
}

/** What surrounds a posting on real sites: menus, links, lists of other jobs. */
function filler(bytes: number): string {
  const row = (index: number) =>
    `<li class="menu-item level-${index % 3}"><a href="/about/${index}" data-track="nav:${index}"><span class="icon"></span>Page number ${index}</a></li>\n`;
  let text = '';
  for (let index = 0; text.length < bytes; index++) text += row(index);
  return text;
}

/** Responds after the set time: the page is generated before, so that it adds no delay. */
function sendSlowly(response: ServerResponse, path: URL): void {
  const due = performance.now() + Number(part(path, 2));
  const page = searchPage(path);
  setTimeout(() => send(response, 'text/html', page), due - performance.now());
}

function searchPage(path: URL): string {
  const word = path.searchParams.get('q') ?? '';
  const nodes = Array.from({ length: jobsASearch }, (_, index) => {
    const posting = postings[(index * 7) % kept];
    const address = `${path.origin}${path.pathname}/${encodeURIComponent(word)}-${index}`;
    return { ...(posting === undefined ? {} : jobLd(posting, path.origin)), title: `${word} ${index}`, url: address };
  });
  return `<!doctype html><title>Jobs</title>${script(nodes)}`;
}

function sendSitemap(response: ServerResponse, path: URL): void {
  const base = path.href.replace(/sitemap\.xml.*$/, 'jobs');
  const pages = Array.from(
    { length: Number(path.searchParams.get('pages')) },
    (_, index) => `<url><loc>${base}/${Number(path.searchParams.get('from')) + index}</loc></url>`,
  );
  send(
    response,
    'application/xml',
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${pages.join('')}</urlset>`,
  );
}

/** A page that is empty until its script has fetched the content, with typical images and styles. */
function drawnPage(path: URL): string {
  const pictures = Array.from({ length: 12 }, (_, index) => `<img src="/assets/${part(path, 4)}-${index}.svg" alt="">`);
  const styles = `<link rel="stylesheet" href="/assets/style-${part(path, 4)}.css">`;
  const base = path.pathname.replace(/\/jobs\/.*/, '');
  return pageOf(path, styles).replace(
    /<main>.*<\/main>/s,
    `<main id="app" data-base="${base}" data-job="${part(path, 4)}">${pictures.join('')}</main><script src="${base}/app.js"></script>`,
  );
}

const dataOf = (path: URL): object => linked(new URL(path.href.replace('/data/', '/jobs/')));

const app = `
const main = document.getElementById('app');
fetch(main.dataset.base + '/data/' + main.dataset.job).then((answer) => answer.json()).then((job) => {
  main.innerHTML += '<h1>' + job.title + '</h1><article>' + job.description + '</article>';
  const ld = document.createElement('script');
  ld.type = 'application/ld+json';
  ld.textContent = JSON.stringify(job);
  document.head.append(ld);
});`;

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="teal"/>${'<circle cx="9" cy="9" r="9"/>'.repeat(60)}</svg>`;

/** A board in the shape of Greenhouse's: `/board/SET/JOBS/v1/boards/…`. */
function sendBoard(response: ServerResponse, path: URL): void {
  const jobs = Array.from({ length: Number(part(path, 3)) }, (_, index) => {
    const posting = postings[index % kept];
    const id = `${part(path, 2)}-${index}`;
    return {
      ...{
        id,
        title: posting?.title,
        absolute_url: `${path.origin}/board/${id}`,
        location: { name: posting?.locationText },
      },
      ...{
        company_name: `${part(path, 2)} ${posting?.companyName}`,
        content: posting?.descriptionHtml,
        updated_at: posting?.postedAt,
      },
    };
  });
  send(response, 'application/json', JSON.stringify({ jobs, meta: { total: jobs.length } }));
}

/** The same sites are hosts of their own, each with its own pace, at further addresses of the machine. */
const server = createServer({ keepAliveTimeout: 60_000 }, answer);
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  for (const address of ['127.0.0.2', '127.0.0.3'])
    createServer({ keepAliveTimeout: 60_000 }, answer).listen(port, address);
  process.send?.({ url: `http://127.0.0.1:${port}` });
});
process.on('SIGTERM', () => process.exit(0));
