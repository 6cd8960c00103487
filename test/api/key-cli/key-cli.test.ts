import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';
import { type ServiceFolder, startServiceFolder } from '../../lib/processes/start-service-folder.js';
import type { TestRedis } from '../../lib/start-redis.js';

let service: ServiceFolder;
let folder: string;
let redis: TestRedis;
beforeAll(async () => {
  service = await startServiceFolder();
  ({ folder, redis } = service);
});
afterAll(() => service.stop());

function key(settings: Record<string, string>, ...words: string[]) {
  const env = { ...process.env, REDIS_URL: '', ...settings };
  return spawnSync(process.execPath, [projectFile('scripts/job-search.mjs'), 'key', ...words], {
    env,
    encoding: 'utf8',
  });
}

test('npx job-search key finds the Redis of a running service by its DATA_DIR, and prints only the key', () => {
  const made = key({ DATA_DIR: folder }, '--plan', 'pro', '--name', 'acme');
  expect(made.status).toBe(0);
  expect(made.stdout).toMatch(/^jsk_[0-9A-Za-z]{38}\n$/);
  expect(made.stderr).toContain('It is shown only now');
  const [listed] = JSON.parse(key({ REDIS_URL: redis.url }, 'list', '--json').stdout) as Record<string, unknown>[];
  expect(listed).toMatchObject({ name: 'acme', plan: 'pro', lastFour: made.stdout.trim().slice(-4), lastUsedAt: null });
});

test('npx job-search key explains a missing Redis and an unknown plan, and prints its help without arguments', () => {
  const none = key({ DATA_DIR: join(folder, 'none') }, 'list');
  expect(none).toMatchObject({ status: 2, stdout: '' });
  expect(none.stderr).toContain('No Redis found: start the service with npx job-search start');
  expect(key({ REDIS_URL: `unix://${folder}/none.sock` }, 'list').stderr).toContain('does not answer');
  expect(key({ DATA_DIR: folder }, 'create', '--plan', 'gold').stderr).toContain('Plans: pro, enterprise.');
  expect(key({ DATA_DIR: folder }).stdout).toContain('Usage:');
});
