import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { generatePostings } from '../../demo-board/postings/generate.js';

/**
 * Boards in the shape of Greenhouse's with postings of real size, in a separate process: `/SET/JOBS/DELAY/v1/boards/…` answers
 * after `DELAY` milliseconds with `JOBS` postings of some 3 kB of text each, every other one with its pay. The texts are
 * serialised once, so that an answer costs little beside its size. Sets whose name begins with `tagged` have an ETag. `/edition/N`
 * changes every fiftieth posting of all boards.
 */
const different = 2500;

type Prepared = { company: string; before: string; after: string };

const prepared: Prepared[] = generatePostings({ seed: 11, postings: different, now: new Date() }).map((posting, at) => {
  const pay = at % 2 === 0 ? `<p>Salary: $${50 + (at % 60)},000 to $${70 + (at % 90)},000 a year.</p>` : '';
  const content = (posting.descriptionHtml + pay).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const rest = {
    title: posting.title,
    location: { name: posting.locationText },
    content,
    updated_at: posting.postedAt,
  };
  return { company: posting.companyName, before: '{"id":"', after: `,${JSON.stringify(rest).slice(1)}` };
});

let edition = 0;

const server = createServer((request, response) => {
  const [, set = '', jobs = '0', delay = '0'] = (request.url ?? '').split('/');
  if (set === 'robots.txt') return void response.end('User-agent: *\nAllow: /\n');
  if (set === 'edition') {
    edition = Number(jobs);
    return void response.end();
  }
  const validators: Record<string, string> = set.startsWith('tagged') ? { etag: `"${set}-${jobs}-${edition}"` } : {};
  if (validators.etag !== undefined && request.headers['if-none-match'] === validators.etag)
    return void response.writeHead(304, validators).end();
  void wait(Number(delay)).then(() => {
    const body = boardOf(set, Number(jobs), `http://${request.headers.host}`);
    const length = Buffer.byteLength(body);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': length, ...validators });
    response.end(body);
  });
});

/** A board's response: companies and ids differ from board to board, so that their postings are different openings. */
function boardOf(set: string, jobs: number, origin: string): string {
  const parts = Array.from({ length: jobs }, (_, index) => {
    const { company, before, after } = prepared[index % different] ?? { company: '', before: '', after: '' };
    const id = `${set}-${index}`;
    const changed = edition > 0 && index % 50 === 0 ? ` (edition ${edition})` : '';
    const own = { absolute_url: `${origin}/jobs/${id}`, company_name: `${company} ${set}${changed}` };
    return `${before}${id}",${JSON.stringify(own).slice(1, -1)}${after}`;
  });
  return `{"jobs":[${parts.join(',')}],"meta":{"total":${jobs}}}`;
}

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
);
process.on('SIGTERM', () => process.exit(0));
