import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { removeTempFiles } from '../../start/embedded-redis.js';

test('temporary files of a killed Redis are removed, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'drafts-'));
  mkdirSync(join(folder, 'appendonlydir'));
  const kept = ['dump.rdb', 'appendonly.aof.1.incr.aof', 'temp-notes.txt', 'my-temp-1.rdb'];
  for (const name of [...kept, 'temp-rewriteaof-bg-77.aof', 'temp-rewriteaof-77.aof', 'temp-77.rdb'])
    writeFileSync(join(folder, name), '');
  removeTempFiles(folder);
  expect(readdirSync(folder).sort()).toEqual(['appendonlydir', ...kept].sort());
  rmSync(folder, { recursive: true });
});
