import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, root, say } from './programs.mjs';

const stamp = join(root, 'node_modules', '.lock-stamp');

/** Installs exactly what the lock file says, unless it did so already. No install script runs. */
export function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say('packages: npm ci');
  // --include=dev: a machine with NODE_ENV=production has to build as well.
  npm(['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund']);
  writeFileSync(stamp, lock);
}
