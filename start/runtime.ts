import { existsSync, readFileSync } from 'node:fs';
import { projectFile } from '../shared/project-file.js';

/** What set-up found on this machine: paths of programs, null where there is none. */
export type Runtime = Readonly<{ redisServer: string | null; chromium: string | null }>;

/** Reads the file that set-up wrote; throws a plain sentence when set-up never ran. */
export function readRuntime(path = projectFile('.cache/runtime.json')): Runtime {
  if (!existsSync(path))
    throw new Error(`${path} is missing: run npx job-search start, which sets the project up first.`);
  const found: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return { redisServer: pathIn(found, 'redisServer'), chromium: pathIn(found, 'chromium') };
}

function pathIn(found: unknown, key: keyof Runtime): string | null {
  if (typeof found !== 'object' || found === null) return null;
  const value: unknown = Reflect.get(found, key);
  return typeof value === 'string' && value !== '' ? value : null;
}
