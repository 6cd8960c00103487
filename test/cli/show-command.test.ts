import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { main as hide } from '../../cli/hide-command.js';
import { main as show } from '../../cli/show-command.js';

let server: Server;
let asked: string[] = [];
let answer: { status: number; body: object };
let printed: string;
let errors: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const type = answer.status < 400 ? 'application/json' : 'application/problem+json';
    response.writeHead(answer.status, { 'content-type': type });
    response.end(answer.status === 204 ? '' : JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  [asked, printed, errors] = [[], '', ''];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    errors += String(text);
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const environment = () => ({
  JOB_SEARCH_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  JOB_SEARCH_KEY: 'key',
});
const job = {
  ...{ id: 'job_aaaaaaaaaaaaaaaa', title: 'Pastry Chef', company: { name: 'Beta' }, location: { text: 'Berlin' } },
  ...{ workplace: null, salary: null, postedAt: null, url: 'https://beta.example/1', source: 'beta', alsoOn: [] },
  ...{ inferred: [], match: { why: ['title has "pastry chef"'] } },
};

test('similar jobs are listed, or that there are none', async () => {
  answer = { status: 200, body: { jobs: [job], partial: true } };
  expect(await show(['similar', 'job_x'], environment())).toBe(0);
  expect(asked).toEqual(['GET /api/jobs/job_x/similar']);
  expect(printed).toContain('Pastry Chef');
  expect(errors).toContain('1 similar jobs are stored.\nNot all postings could be searched');
  answer = { status: 200, body: { jobs: [], partial: false } };
  expect(await show(['similar', 'job_x'], environment())).toBe(1);
  expect(await show(['similar'], environment())).toBe(2);
});

test('a company is named by its words, with what it closed', async () => {
  const closed = [{ title: 'Miller', closedAt: '2026-11-19T04:00:12.000Z' }];
  answer = { status: 200, body: { name: 'Acme Inc.', total: 3, jobs: [job], closed, partial: false } };
  expect(await show(['company', 'Acme', 'Inc.'], environment())).toBe(0);
  expect(asked).toEqual(['GET /api/companies/Acme%20Inc.']);
  expect(errors).toBe('Acme Inc.: 3 openings, the newest 1 shown.\nClosed on 2026-11-19: Miller\n');
  expect(await show(['company', 'Acme', '--json'], environment())).toBe(0);
  expect(JSON.parse(printed.trim().split('\n').at(-1) ?? '')).toMatchObject({ total: 3 });
  answer = { status: 404, body: { code: 'not-found', status: 404, title: 'Nothing.', detail: 'None is held.' } };
  expect(await show(['company', 'Nobody'], environment())).toBe(3);
  expect(errors).toContain('None is held.');
});

test('jobs are hidden and shown one after the other, and listed', async () => {
  answer = { status: 204, body: {} };
  expect(await hide(['hide', 'job_a', 'job_b'], environment())).toBe(0);
  expect(await hide(['unhide', 'job_a'], environment())).toBe(0);
  expect(asked).toEqual(['PUT /api/jobs/job_a/hidden', 'PUT /api/jobs/job_b/hidden', 'DELETE /api/jobs/job_a/hidden']);
  answer = { status: 200, body: { jobs: [{ id: 'job_b', hiddenAt: '2026-11-19T04:00:12.000Z' }] } };
  expect(await hide(['hide', '--list'], environment())).toBe(0);
  expect(printed).toBe('job_b\n');
  expect(await hide(['hide'], environment())).toBe(2);
});
