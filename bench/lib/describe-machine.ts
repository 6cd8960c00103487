import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { projectFile } from '../../shared/project-file.js';

const version = (program: string | null, pattern: RegExp): string => {
  if (program === null) return 'none';
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return pattern.exec(stdout ?? '')?.[1] ?? 'unknown';
};

const runtime = (): { redisServer: string | null; chromium: string | null } =>
  JSON.parse(readFileSync(projectFile('.cache/runtime.json'), 'utf8')) as {
    redisServer: string | null;
    chromium: string | null;
  };

/** The Chromium that setup found; `null` = none. */
export const chromiumPath = (): string | null => runtime().chromium;

/** The machine and the program versions of the measurement, in one sentence. */
export function describeMachine(): string {
  const { redisServer, chromium } = runtime();
  const all = cpus();
  return [
    `${all[0]?.model.trim() ?? 'an unknown processor'}, ${all.length} cores`,
    `${Math.round(totalmem() / 2 ** 30)} GB of memory`,
    `Linux ${release()}`,
    `Node ${process.versions.node}`,
    `Redis ${version(redisServer, /v=([\d.]+)/)}`,
    `Chromium ${version(chromium, /([\d.]{5,})/)}`,
  ].join(', ');
}
