import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../programs.mjs';
import { runTests } from '../run-tests.mjs';

/**
 * `npm test -- --suite generators`: tries linters of OpenAPI, generators of clients and the MCP Inspector (test/generators). They take
 * 400 MB and are installed into tools/generators when they are missing or their lock file has changed, so that neither the
 * service nor the other tests need them.
 */
const folder = join(root, 'tools/generators');
const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
const stamp = join(folder, 'node_modules/.installed-lock');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, lock);
}
process.env.GENERATORS = folder;
await runTests(['test/generators', ...process.argv.slice(2)]);
