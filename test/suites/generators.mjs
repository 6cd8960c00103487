import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/programs.mjs';
import { runTests } from '../../scripts/run-tests.mjs';

/**
 * `npm test -- --suite generators`: tries linters of OpenAPI, generators of clients, mypy on the client for Python and the MCP Inspector
 * (test/generators). They take 400 MB and are installed into tools/generators when they are missing or what is locked has changed, so
 * that neither the service nor the other tests need them.
 */
const folder = join(root, 'tools/generators');
const lock = ['package-lock.json', 'requirements.txt'].map((name) => readFileSync(join(folder, name), 'utf8')).join('');
const stamp = join(folder, 'node_modules/.installed-lock');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  for (const [program, ...options] of [
    ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'],
    ['python3', '-m', 'venv', 'node_modules/.python'],
    ['node_modules/.python/bin/pip', 'install', '--quiet', '--no-deps', '-r', 'requirements.txt'],
  ]) {
    const { status } = spawnSync(program, options, { cwd: folder, stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
  writeFileSync(stamp, lock);
}
process.env.GENERATORS = folder;
await runTests(['test/generators', ...process.argv.slice(2)]);
