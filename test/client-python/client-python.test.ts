import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { projectFile } from '../../shared/project-file.js';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { issueKey } from '../lib/issue-key.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

const run = promisify(execFile);
const python = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 10))'], { encoding: 'utf8' });
/** Machines without Python 3.10 cannot run the client. */
const withPython = python.stdout?.trim() === 'True' ? describe : describe.skip;

withPython('the client for Python', () => {
  let board: FakeBoard;
  let service: TestService;

  beforeAll(async () => {
    board = await startFakeBoard();
    board.setJobs(
      'acme',
      Array.from({ length: 30 }, (_, index) => ({ id: index, title: `Engineer ${index}` })),
    );
    service = await startService({ sources: [boardSource('acme', board.baseUrl)] });
  });
  afterAll(async () => {
    await service.close();
    await board.close();
  });

  test('passes its own suite, against a real service', async () => {
    const key = await issueKey(service.redis.url);
    const { stderr } = await run('python3', ['-B', '-W', 'error', '-m', 'unittest', '-v'], {
      cwd: projectFile('client-python'),
      env: { PATH: process.env.PATH, JOB_SEARCH_URL: service.url, JOB_SEARCH_KEY: key },
    });
    // Two tests need pandas.
    expect(stderr).toMatch(/Ran 23 tests[\s\S]*\nOK(?: \(skipped=2\))?\n/);
  });
});
