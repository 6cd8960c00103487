import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { projectFile } from '../../shared/project-file.js';
import { searchAnswerSchema } from '../../shared/search/result.js';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

const inspector = join(process.env.GENERATORS ?? '', 'node_modules/.bin/mcp-inspector');

let board: FakeBoard;
let service: TestService;

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs(
    'acme',
    Array.from({ length: 12 }, (_, index) => ({ id: index, title: `Engineer ${index}` })),
  );
  service = await startService({ sources: [boardSource('acme', board.baseUrl)] });
});
afterAll(async () => {
  await service.close();
  await board.close();
});

/** What the MCP Inspector's command line prints for a method: JSON. */
async function inspect(target: readonly string[], ...args: string[]): Promise<Record<string, unknown>> {
  const env = { ...process.env, JOB_SEARCH_URL: service.url, JOB_SEARCH_KEY: '' };
  const { stdout } = await promisify(execFile)(inspector, ['--cli', ...target, ...args], { env });
  return JSON.parse(stdout);
}

test.each<[string, () => string[]]>([
  ['HTTP', () => [`${service.url}/mcp`, '--transport', 'http']],
  ['standard input and output', () => [process.execPath, projectFile('scripts/job-search.mjs'), 'mcp']],
])(
  'the MCP Inspector uses the tools, resources and prompts over %s',
  async (_, target) => {
    const inspected = (...args: string[]) => inspect(target(), '--method', ...args);
    const { tools } = (await inspected('tools/list')) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual([
      ...['search_jobs', 'get_job', 'similar_jobs', 'get_company', 'lookup_jobs', 'geo_stats', 'count_jobs'],
      ...['suggest_words', 'list_watches', 'create_watch', 'end_watch'],
    ]);
    expect((await inspected('resources/templates/list')).resourceTemplates).toMatchObject([{ mimeType: 'text/plain' }]);
    expect((await inspected('prompts/list')).prompts).toMatchObject([{ name: 'weekly_digest' }]);
    const found = await inspected(
      'tools/call',
      '--tool-name',
      'search_jobs',
      '--tool-arg',
      'keyword=engineer',
      'limit=2',
    );
    const result = found as CallToolResult;
    expect(searchAnswerSchema.parse(result.structuredContent).page).toMatchObject({ limit: 2, count: 2, total: 12 });
    expect(JSON.stringify(result.content)).toContain('----- begin postings');
    expect(result._meta?.['job-search/untrusted']).toMatchObject({
      members: expect.arrayContaining(['/jobs/*/title', '/jobs/*/summary']),
    });
  },
  120_000,
);
