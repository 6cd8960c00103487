import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { projectFile } from '../../shared/project-file.js';

test('a log line hides keys, passwords and the arguments of a failed command', () => {
  const script = `
    const { createLogger } = await import(${JSON.stringify(projectFile('dist/shared/logger.js'))});
    const log = createLogger('info', 'test');
    const failed = Object.assign(new Error('WRONGPASS'), { command: { name: 'auth', args: ['hunter2'] } });
    log.error({ err: failed, token: 'hunter2', config: { password: 'hunter2' } }, 'jsk_${'a'.repeat(38)}');
    log.info({ path: '/api/jobs/jsk_${'b'.repeat(38)}' }, 'request');`;
  const lines = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(lines).toContain('WRONGPASS');
  expect(lines).toContain('/api/jobs/jsk_[hidden]');
  expect(lines).not.toMatch(/hunter2|aaaaaaaa|bbbbbbbb/);
});
