import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../build.mjs';
import { root, say } from '../programs.mjs';
import { findChromium } from './find-chromium.mjs';
import { findRedis } from './find-redis.mjs';
import { installPackages } from './install-packages.mjs';

/**
 * Prepares this machine: packages from the lock file, a build, a real Redis and a headless Chromium. Existing programs
 * are used; the result is written to .cache/runtime.json and returned. Ends the process with one line when something is
 * missing and cannot be installed.
 */
export async function setup({ redisNeeded }) {
  try {
    const [major, minor] = process.versions.node.split('.').map(Number);
    if (major < 20 || (major === 20 && minor < 19))
      throw new Error(`Node 20.19 or newer is needed, this is ${process.version}.`);
    installPackages();
    build();
    const runtime = { redisServer: findRedis({ needed: redisNeeded }), chromium: await findChromium() };
    const target = join(root, '.cache', 'runtime.json');
    mkdirSync(join(root, '.cache'), { recursive: true });
    writeFileSync(`${target}.${process.pid}`, `${JSON.stringify(runtime, null, 2)}\n`);
    renameSync(`${target}.${process.pid}`, target);
    return runtime;
  } catch (error) {
    say(error.message);
    process.exit(1);
  }
}
