import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { main } from '../../../cli/export/export-command.js';
import { jobCsvHead } from '../../../shared/export/csv.js';

/** What the server answers: lines of an export, whether it then cuts the connection, or the code of a problem. */
type Answer = { lines: object[]; cut?: boolean } | { status: number; code: string };

let server: Server;
let answers: Answer[] = [];
let bodies: unknown[] = [];
let folder: string;
let errors: string;

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  bodies.push(JSON.parse(body));
  const next = answers.shift();
  if (next === undefined || !('lines' in next)) {
    const { status, code } = next ?? { status: 500, code: 'internal-error' };
    response.writeHead(status, { 'content-type': 'application/problem+json' });
    response.end(JSON.stringify({ type: `/api#${code}`, title: code, status, code, detail: 'No.', requestId: 'r' }));
    return;
  }
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  const text = next.lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  // Cut when all has been sent, in the middle of a line.
  if (next.cut === true) response.write(`${text}{"change":`, () => response.destroy());
  else response.end(text);
}

beforeEach(() => {
  [answers, bodies, errors] = [[], [], ''];
  folder = mkdtempSync(join(tmpdir(), 'export-'));
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    errors += String(text);
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const fileNamed = (name: string): string => join(folder, name);

function run(...args: string[]): Promise<number> {
  const { port } = server.address() as AddressInfo;
  return main(args, { JOB_SEARCH_URL: `http://127.0.0.1:${port}`, JOB_SEARCH_KEY: 'key' });
}

const begin = (cursor: string, round = 0) => ({
  change: 'begin',
  total: 3,
  partial: false,
  notices: [],
  round,
  cursor,
});
const behind = (cursor: string) => ({ change: 'cursor', cursor });
const end = (cursor: string | null) => ({ change: 'end', changes: 3, cursor });
const job = (id: string, title: string) => ({
  ...{ id, title, company: { name: 'Acme', url: null, logoUrl: null }, workplace: null, jobType: null },
  ...{ location: { text: 'Berlin', city: 'Berlin', region: null, country: 'DE' }, experienceLevel: null, salary: null },
  ...{ postedAt: null, validUntil: null, firstSeenAt: '2026-11-01T08:00:00.000Z', summary: 'Two\u2028lines' },
  ...{ url: `https://acme.example/${id}`, applyUrl: null, source: 'acme', alsoOn: [] },
});
const added = (id: string, title = `Nurse ${id}`) => ({ change: 'added', id, job: job(id, title) });
const changed = (id: string, title: string) => ({ change: 'changed', id, job: job(id, title) });

const jobsIn = (file: string): [string, string][] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { id: string; title: string })
    .map(({ id, title }) => [id, title]);
const complete: Answer = { lines: [begin('c0'), added('a'), added('b'), added('c'), end('e0')] };

describe('job-search export', () => {
  test('continues after the last cursor when the connection breaks, and writes each job once', async () => {
    const file = fileNamed('jobs.ndjson');
    answers = [
      { lines: [begin('c0'), added('a'), behind('c1'), added('b', 'before the cut')], cut: true },
      { lines: [begin('c1b'), added('b'), added('c'), end('e0')] },
    ];
    expect(await run(file, 'nurse', '--location', 'Berlin')).toBe(0);
    expect(bodies).toEqual([{ keyword: 'nurse', location: 'Berlin' }, { cursor: 'c1' }]);
    expect(jobsIn(file)).toEqual([
      ['a', 'Nurse a'],
      ['b', 'Nurse b'],
      ['c', 'Nurse c'],
    ]);
    expect(errors).toContain(`3 jobs in ${file}.`);
  });

  test('a second run goes on where the first was refused, and the file appears when it is complete', async () => {
    const file = fileNamed('jobs.ndjson');
    const lines = [begin('c0'), added('a'), behind('c1'), added('x')];
    answers = [
      { lines, cut: true },
      { status: 403, code: 'forbidden-origin' },
    ];
    expect(await run(file, 'nurse')).toBe(3);
    expect(() => readFileSync(file)).toThrow('ENOENT');
    expect(errors).toContain('goes on where this one stopped');
    answers = [{ lines: [begin('c1c'), added('b'), end('e0')] }];
    expect(await run(file)).toBe(0);
    expect(bodies.at(-1)).toEqual({ cursor: 'c1' });
    expect(jobsIn(file).map(([id]) => id)).toEqual(['a', 'b']);
  });

  test('a later run applies what changed, and reads all anew when its position has expired', async () => {
    const file = fileNamed('jobs.ndjson');
    answers = [complete];
    await run(file, 'nurse');
    answers = [
      { lines: [begin('e1', 1), changed('a', 'Head nurse'), { change: 'closed', id: 'b' }, added('d'), end('e1')] },
    ];
    expect(await run(file, 'nurse')).toBe(0);
    expect(bodies.at(-1)).toEqual({ cursor: 'e0' });
    expect(jobsIn(file)).toEqual([
      ['c', 'Nurse c'],
      ['a', 'Head nurse'],
      ['d', 'Nurse d'],
    ]);
    expect(errors).toContain('(1 added, 1 changed, 1 closed)');
    answers = [{ status: 410, code: 'cursor-expired' }, { lines: [begin('c9'), added('z'), end(null)] }];
    expect(await run(file, 'nurse')).toBe(0);
    expect(bodies.slice(-2)).toEqual([{ cursor: 'e1' }, { keyword: 'nurse' }]);
    expect(jobsIn(file)).toEqual([['z', 'Nurse z']]);
    expect(errors).toContain('too many to follow');
  });

  test('writes CSV, and brings it up to date too', async () => {
    const file = fileNamed('jobs.csv');
    answers = [complete];
    expect(await run(file, 'nurse')).toBe(0);
    const rows = () => readFileSync(file, 'utf8').split('\r\n');
    expect(rows()[0]).toMatch(/^id,title,company,location,/);
    expect(rows()).toHaveLength(5);
    answers = [{ lines: [begin('e1', 1), { change: 'closed', id: 'a' }, end('e1')] }];
    expect(await run(file, 'nurse', '--quiet')).toBe(0);
    expect(rows().map((row) => row.split(',')[0])).toEqual(['id', 'b', 'c', '']);
  });

  test('writes Parquet with the columns of CSV, typed, also of no jobs at all', async () => {
    const file = fileNamed('jobs.parquet');
    const salary = { ...{ text: '$50k', min: 50_000, max: null, currency: 'USD', per: 'year' }, yearly: null };
    const paid = { ...job('b', '=1+1'), salary, postedAt: '2026-10-01T00:00:00.000Z' };
    answers = [{ lines: [begin('c0'), added('a'), { change: 'added', id: 'b', job: paid }, end('e0')] }];
    expect(await run(file, 'nurse')).toBe(0);
    const rows = async () => parquetReadObjects({ file: await asyncBufferFromFile(file) });
    const [first, second] = await rows();
    expect(Object.keys(first ?? {}).join()).toBe(jobCsvHead(false).trim());
    expect(first).toMatchObject({
      id: 'a',
      company: 'Acme',
      summary: 'Two\u2028lines',
      salaryMin: null,
      postedAt: null,
    });
    expect(second).toMatchObject({ id: 'b', title: '=1+1', salaryMin: 50_000, salaryMax: null, currency: 'USD' });
    expect(['postedAt', 'firstSeenAt'].map((name) => new Date(second?.[name]).toISOString())).toEqual([
      '2026-10-01T00:00:00.000Z',
      '2026-11-01T08:00:00.000Z',
    ]);
    const closed = ['a', 'b'].map((id) => ({ change: 'closed', id }));
    answers = [{ lines: [begin('e1', 1), ...closed, end('e1')] }];
    expect(await run(file, 'nurse')).toBe(0);
    expect(await rows()).toEqual([]);
  });

  test.each(['csv', 'parquet'])(
    'has descriptions as the last column of %s, and asks for those of changes',
    async (format) => {
      const file = fileNamed(`jobs.${format}`);
      const described = (id: string, description: string) => ({
        ...{ change: 'added', id, job: { ...job(id, 'Nurse'), description } },
      });
      const last = async (): Promise<unknown[]> => {
        if (format === 'parquet')
          return (await parquetReadObjects({ file: await asyncBufferFromFile(file) })).map((row) =>
            Object.entries(row).at(-1),
          );
        const [head, ...rows] = readFileSync(file, 'utf8').trim().split('\r\n');
        return rows.map((row) => [head?.split(',').at(-1), row.split(',').at(-1)]);
      };
      answers = [{ lines: [begin('c0'), described('a', 'Care for people'), end('e0')] }];
      expect(await run(file, 'nurse', '--descriptions', 'text')).toBe(0);
      expect(await last()).toEqual([['description', 'Care for people']]);
      answers = [{ lines: [begin('e1', 1), described('b', 'Care at night'), end('e1')] }];
      expect(await run(file, 'nurse', '--descriptions', 'text')).toBe(0);
      expect(bodies.at(-1)).toEqual({ cursor: 'e0', descriptions: 'text' });
      expect(await last()).toEqual([
        ['description', 'Care for people'],
        ['description', 'Care at night'],
      ]);
    },
  );

  test('leaves nothing behind when it is refused before its first line', async () => {
    answers = [{ status: 401, code: 'key-required' }];
    expect(await run(fileNamed('jobs.ndjson'), 'nurse')).toBe(3);
    expect(errors).toContain('Set JOB_SEARCH_KEY to a key');
    expect(errors).not.toContain('goes on');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('overwrites no file that it did not write, and none of another search', async () => {
    const file = fileNamed('mine.ndjson');
    writeFileSync(file, 'mine');
    expect(await run(file, 'nurse')).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    rmSync(file);
    answers = [complete];
    await run(file, 'nurse');
    expect(await run(file, 'baker')).toBe(2);
    expect(errors).toContain('has the jobs of another search: {"keyword":"nurse"}');
    writeFileSync(`${file}.cursor`, '{"cursor": 1}');
    expect(await run(file, 'nurse')).toBe(2);
    expect(bodies).toHaveLength(1);
  });

  test('says what is wrong with its arguments', async () => {
    expect(await run()).toBe(2);
    expect(await run('jobs.xlsx')).toBe(2);
    expect(await run('jobs.csv', '--limit', '5')).toBe(2);
    expect(errors).toContain('not ".xlsx"');
    expect(errors).toContain('"job-search export --help" lists every option.');
    expect(bodies).toEqual([]);
  });
});
