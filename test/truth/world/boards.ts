import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { boardRows } from './board-rows.js';
import {
  ashbyShape,
  greenhouseShape,
  leverShape,
  recruiteeShape,
  type Shown,
  smartrecruitersShape,
} from './board-shapes.js';
import { narrows } from './narrow.js';
import { adzunaShape, jobPostingNode, rssItem, usajobsShape } from './open-board-shapes.js';
import type { Opening } from './opening.js';

export type Boards = {
  /** Their names in a sources file. */
  sources: object[];
  /** The requests to boards with their own search, in order. */
  narrowed: { board: string; keyword: string; place: string }[];
  /** Has the boards list these openings from now on. */
  list(openings: readonly Opening[]): void;
  close(): Promise<void>;
};

const sitePage = 50;

/** Serves every board of the world on loopback, in the formats of the real ones. The caller closes it. */
export async function serveBoards(openings: readonly Opening[]): Promise<Boards> {
  let shownOn = shownByBoard(openings);
  const narrowed: Boards['narrowed'] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://board.example');
    const [, board = '', ...rest] = url.pathname.split('/');
    const shown = shownOn.get(board);
    const answer = shown === undefined ? null : answerOf({ board, shown, path: rest.join('/'), url, narrowed });
    if (answer === null) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': answer.type }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    sources: boardRows.map((row) => ({ ...settingsOf(row, origin), perMinute: 60_000, concurrency: 16 })),
    narrowed,
    list(changed) {
      shownOn = shownByBoard(changed);
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function shownByBoard(openings: readonly Opening[]): Map<string, Shown[]> {
  const shown = new Map<string, Shown[]>(boardRows.map(({ id }) => [id, []]));
  for (const opening of openings)
    for (const posting of opening.postings) shown.get(posting.board)?.push({ opening, posting });
  return shown;
}

function settingsOf({ id, kind, company }: (typeof boardRows)[number], origin: string): object {
  const baseUrl = `${origin}/${id}`;
  const row = { id, kind, baseUrl };
  const own = company === undefined ? {} : { company };
  switch (kind) {
    case 'lever':
      return { ...row, ...own, site: id };
    case 'greenhouse':
    case 'ashby':
      return { ...row, ...own, board: id };
    case 'smartrecruiters':
      return { ...row, company: id, allowed: 'by the owner, 2026-11' };
    case 'recruitee':
      return { ...row, company: id };
    case 'feed':
      return {
        id,
        kind,
        url: `${baseUrl}/feed.rss`,
        titlePattern: '^(?<company>[^:]+): (?<title>.+) \\((?<location>.+)\\)$',
      };
    case 'site':
      return { id, kind, pages: [`${baseUrl}/jobs?page=1`], render: 'never' };
    case 'adzuna':
      return { ...row, country: 'gb', appId: 'truth-id', appKey: 'truth-key', maxPages: 100 };
    case 'usajobs':
      return { ...row, email: 'truth@example.com', apiKey: 'truth-key' };
  }
}

type Asked = { board: string; shown: Shown[]; path: string; url: URL; narrowed: Boards['narrowed'] };
type Answer = { type: string; body: string };

const asJson = (value: unknown): Answer => ({ type: 'application/json', body: JSON.stringify(value) });

function answerOf({ board, shown, path, url, narrowed }: Asked): Answer | null {
  const number = (name: string, fallback: number): number => Number(url.searchParams.get(name) ?? fallback);
  const search = (keyword: string, place: string): Shown[] => {
    narrowed.push({ board, keyword, place });
    const fits = narrows({ keyword, place });
    return shown.filter(({ opening }) => fits(opening));
  };
  const text = (name: string): string => url.searchParams.get(name) ?? '';
  if (/^v1\/boards\/[^/]+\/jobs$/.test(path)) return asJson({ jobs: shown.map(greenhouseShape) });
  if (path.startsWith('v0/postings/')) return asJson(shown.map(leverShape));
  if (path.startsWith('posting-api/job-board/')) return asJson({ apiVersion: '1', jobs: shown.map(ashbyShape) });
  if (path === 'api/offers/') return asJson({ offers: shown.map(recruiteeShape) });
  if (path === 'feed.rss') return rss(shown);
  if (path === 'jobs') return site(shown, { board, page: number('page', 1) });
  if (path.startsWith('v1/companies/')) return smartrecruiters(shown, path.split('/')[4], number('offset', 0));
  if (path === 'api/search') {
    const found = search(text('Keyword'), text('LocationName'));
    const page = number('Page', 1) - 1;
    const size = number('ResultsPerPage', 25);
    return asJson({
      SearchResult: {
        SearchResultCountAll: found.length,
        SearchResultItems: found.slice(page * size, (page + 1) * size).map(usajobsShape),
        UserArea: { NumberOfPages: String(Math.max(1, Math.ceil(found.length / size))) },
      },
    });
  }
  const adzunaPage = /^v1\/api\/jobs\/gb\/search\/(\d+)$/.exec(path)?.[1];
  if (adzunaPage === undefined) return null;
  const found = search(text('what'), text('where'));
  const size = number('results_per_page', 10);
  const from = (Number(adzunaPage) - 1) * size;
  return asJson({ count: found.length, results: found.slice(from, from + size).map(adzunaShape) });
}

function smartrecruiters(shown: Shown[], id: string | undefined, offset: number): Answer | null {
  const limit = 100;
  if (id === undefined) {
    const content = shown.slice(offset, offset + limit).map(smartrecruitersShape);
    return asJson({ offset, limit, totalFound: shown.length, content });
  }
  const found = shown.find(({ posting }) => posting.id === id);
  return found === undefined ? null : asJson(smartrecruitersShape(found));
}

function rss(shown: Shown[]): Answer {
  const channel = `<title>Jobs</title><link>https://rss.example</link><description>Jobs</description>`;
  const items = shown.map(rssItem).join('\n');
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>${channel}\n${items}</channel></rss>`;
  return { type: 'application/rss+xml', body };
}

function site(shown: Shown[], { board, page }: { board: string; page: number }): Answer {
  const from = (page - 1) * sitePage;
  const blocks = shown
    .slice(from, from + sitePage)
    .map((each) => `<script type="application/ld+json">${JSON.stringify(jobPostingNode(each))}</script>`);
  const next = from + sitePage < shown.length ? `<a rel="next" href="/${board}/jobs?page=${page + 1}">Next</a>` : '';
  return { type: 'text/html', body: `<!doctype html><title>Jobs</title>${blocks.join('\n')}<main>${next}</main>` };
}
