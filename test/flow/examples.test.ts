import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { transformSync } from '@swc/core';
import { projectFile } from '../../shared/project-file.js';
import { buildClient } from '../lib/build-client.js';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

let board: FakeBoard;
let service: TestService;
let folder: string;

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs(
    'acme',
    Array.from({ length: 30 }, (_, index) => ({ id: index, title: `Engineer ${index}` })),
  );
  service = await startService({ sources: [boardSource('acme', board.baseUrl)] });
  // A reader's project, with the packages that the documents tell them to install.
  folder = mkdtempSync(join(tmpdir(), 'examples-'));
  buildClient(folder);
  symlinkSync(projectFile('node_modules/@modelcontextprotocol'), join(folder, 'node_modules/@modelcontextprotocol'));
});

afterAll(async () => {
  await service.close();
  await board.close();
  rmSync(folder, { recursive: true, force: true });
});

const blocks = (document: string, language: string): string[] =>
  [
    ...readFileSync(projectFile(document), 'utf8').matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g')),
  ].map(([, text = '']) => text);

/** Runs a program from a document as its reader would, and returns its output line by line. */
async function run(code = ''): Promise<string[]> {
  const file = join(folder, 'example.mjs');
  const parsed = { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } } as const;
  writeFileSync(file, transformSync(code, { swcrc: false, ...parsed }).code);
  const env = { ...process.env, JOB_SEARCH_URL: service.url, JOB_SEARCH_KEY: '' };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], { env, timeout: 20_000 });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

describe('the examples in the documents', () => {
  test('the README pages through all results with the client', async () => {
    const lines = await run(blocks('README.md', 'ts')[0]);
    expect(lines).toHaveLength(30);
    expect(lines[0]).toMatch(/^Engineer \d+ Berlin, Germany http/);
  });

  test('the client README reads as many jobs as it wants, and reads a problem', async () => {
    const [first, second] = blocks('client/README.md', 'ts');
    const lines = await run(first);
    expect(lines).toHaveLength(25);
    expect(lines[0]).toMatch(/^Engineer \d+ at Fictive Works: http/);
    expect(await run(second)).toEqual(['#/jobType: did you mean full time?']);
  });

  test('the MCP page calls a tool, and its configurations are valid JSON', async () => {
    const text = (await run(blocks('docs/mcp.md', 'ts')[0])).join('\n');
    expect(text).toContain('30 jobs match; 3 on page "0".');
    expect(text).toContain("page: '1'");
    const configurations = [...blocks('docs/mcp.md', 'json'), ...blocks('README.md', 'json').slice(1, 2)];
    for (const each of configurations) expect(JSON.parse(each)).toHaveProperty(['mcpServers', 'job-search']);
    expect(configurations).toHaveLength(3);
  });
});
