import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createKey, hashKey } from '../../shared/auth/api-key.js';
import { addKey } from '../../shared/auth/key-store.js';
import { createLogger } from '../../shared/logger.js';
import { projectFile } from '../../shared/project-file.js';
import { connectRedis, redisReady } from '../../shared/redis/redis.js';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
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
    const key = createKey();
    const connection = connectRedis(service.redis.url, 'working', createLogger('silent', 'test'));
    await redisReady(connection, 3000);
    await addKey(connection, hashKey(key), {
      ...{ id: 'key_python', owner: 'key_python', name: 'acme', plan: 'pro' },
      ...{ lastFour: key.slice(-4), createdAt: Date.now() },
    });
    connection.disconnect();
    const { stderr } = await run('python3', ['-B', '-W', 'error', '-m', 'unittest', '-v'], {
      cwd: projectFile('client-python'),
      env: { PATH: process.env.PATH, JOB_SEARCH_URL: service.url, JOB_SEARCH_KEY: key },
    });
    expect(stderr).toMatch(/Ran 10 tests[\s\S]*\nOK\n/);
  }, 60_000);
});
