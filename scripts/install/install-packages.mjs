import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, prebuilt, root, say } from '../programs.mjs';

const stamp = join(root, 'node_modules', '.lock-stamp');

/** Installs the packages of the lock file, unless they are installed already. No install script runs. */
export function installPackages() {
  if (prebuilt) return;
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say('packages: npm ci');
  // --include=dev: the build needs development packages even with NODE_ENV=production.
  npm(['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund']);
  writeFileSync(stamp, lock);
}
