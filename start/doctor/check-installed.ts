import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Runtime } from '../runtime.js';
import type { Finding } from './finding.js';

/** A program that does not print its version within this many milliseconds does not run. */
const versionMs = 10_000;

type Program = { name: string; path: string | null; without: Pick<Finding, 'state' | 'what' | 'advice'> };

/** Whether Node and the programs that set-up found run on this machine. A Redis that settings name needs no program here. */
export async function checkInstalled({ redisServer, chromium }: Runtime, redisNamed: boolean): Promise<Finding[]> {
  return [
    { part: 'installed', state: 'ok', what: `Node ${process.versions.node}` },
    await checkProgram({
      name: 'Redis',
      path: redisServer,
      without: redisNamed
        ? { state: 'ok', what: 'Redis: the one that REDIS_URL names' }
        : {
            state: 'note',
            what: 'Redis: no redis-server or valkey-server was found',
            advice:
              'Install one (Debian: apt-get install redis-server), or set REDIS_URL to a Redis that runs elsewhere.',
          },
    }),
    await checkProgram({
      name: 'Chromium',
      path: chromium,
      without: {
        state: 'note',
        what: 'Chromium: none was found; pages that need JavaScript are not read',
        advice: 'Install one (Debian: apt-get install chromium), or set CHROMIUM_PATH.',
      },
    }),
  ];
}

async function checkProgram({ name, path, without }: Program): Promise<Finding> {
  if (path === null) return { part: 'installed', ...without };
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: versionMs, maxBuffer: 65_536 });
    const version = /\d{1,6}(?:\.\d{1,6}){1,4}/.exec(stdout)?.[0] ?? 'of unknown version';
    return { part: 'installed', state: 'ok', what: `${name} ${version} at ${path}` };
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    const advice = `Install it anew, or remove ${path}: the next start finds or fetches another.`;
    return { part: 'installed', state: 'wrong', what: `${name} at ${path} does not run: ${reason}`, advice };
  }
}
