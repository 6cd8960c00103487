import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';
import { syncJobSchedulers } from '../../../worker/process/job-schedulers.js';
import { schedulesOf } from '../../../worker/warm/start-warming.js';
import { readWarmFile } from '../../../worker/warm/warm-file.js';
import { type ServiceFolder, startServiceFolder } from '../../lib/processes/start-service-folder.js';
import { openWarmTools } from '../../lib/processes/warm-tools.js';
import type { TestRedis } from '../../lib/start-redis.js';

let service: ServiceFolder;
let folder: string;
let redis: TestRedis;
beforeAll(async () => {
  service = await startServiceFolder();
  ({ folder, redis } = service);
});
afterAll(() => service.stop());

function warm(settings: Record<string, string>, ...words: string[]) {
  const env = { ...process.env, REDIS_URL: '', ...settings };
  return spawnSync(process.execPath, [projectFile('scripts/job-search.mjs'), 'warm', ...words], {
    env,
    encoding: 'utf8',
  });
}

const file =
  '{"searches": [{"name": "nurse", "search": {"keyword": "nurse"}, "cron": "0 7 * * *", "timeZone": "Europe/Berlin"}]}';

test('npx job-search warm check prints when searches run, or every mistake', () => {
  writeFileSync(join(folder, 'warm.json'), file);
  const good = warm({}, 'check', join(folder, 'warm.json'));
  expect(good).toMatchObject({ status: 0, stderr: '' });
  expect(good.stdout).toMatch(
    /^nurse {2}0 7 \* \* \* {2}(?:\S+ 07:00 Europe\/Berlin(?:, )?){3}\nThe 20 most requested searches /,
  );
  writeFileSync(join(folder, 'wrong.json'), file.replace('keyword', 'keywort'));
  const wrong = warm({}, 'check', join(folder, 'wrong.json'));
  expect(wrong).toMatchObject({ status: 2, stdout: '' });
  expect(wrong.stderr).toContain('searches[0].search.keywort: There is no field "keywort". Did you mean "keyword"?');
});

test('npx job-search warm finds the Redis of a running service by its DATA_DIR, and lists what is scheduled', async () => {
  expect(warm({ DATA_DIR: folder }, 'list')).toMatchObject({ status: 0, stdout: '' });
  const tools = await openWarmTools(redis.url);
  try {
    const plan = readWarmFile(file, { origin: 'warm.json', budget: { top: 0, perMinute: 0 }, now: new Date() });
    await syncJobSchedulers({
      ...{ redis: tools.redis, queue: tools.queue },
      ...{ planned: schedulesOf(plan), now: Date.now() },
    });
  } finally {
    await tools.close();
  }
  expect(warm({ DATA_DIR: folder }, 'list').stdout).toMatch(/\nnurse +\S+ 07:00 Europe\/Berlin +never +– +0\n$/);
  const [listed] = JSON.parse(warm({ REDIS_URL: redis.url }, 'list', '--json').stdout) as Record<string, unknown>[];
  expect(listed).toMatchObject({ name: 'nurse', timeZone: 'Europe/Berlin', last: null, skipped: 0 });
  const run = warm({ DATA_DIR: folder }, 'run', 'nurse');
  expect(run).toMatchObject({ status: 2, stdout: '' });
  expect(run.stderr).toContain('No worker is running that takes searches');
});

test('npx job-search warm explains a missing Redis and an unknown command, and prints its help without arguments', () => {
  const none = warm({ DATA_DIR: join(folder, 'none') }, 'list');
  expect(none).toMatchObject({ status: 2, stdout: '' });
  expect(none.stderr).toContain('No Redis found: start the service with npx job-search start');
  expect(warm({}, 'lst').stderr).toContain('There is no command "lst".');
  expect(warm({}).stdout).toContain('Usage:');
});
