import { findRunningRedis } from '../find-running-redis.js';
import type { Runtime } from '../runtime.js';
import { type CountBoards, checkConfigured } from './check-configured.js';
import { checkInstalled } from './check-installed.js';
import { checkRedis, checkService } from './check-running.js';
import type { Finding } from './finding.js';

/** What the doctor examines. `url`: the address of the service; `version`: of this program. */
export type Patient = {
  environment: NodeJS.ProcessEnv;
  runtime: Runtime;
  countBoards: CountBoards;
  url: string;
  version: string;
};

/** Says what is installed, configured and running, and what is wrong with it; changes nothing. */
export async function examine({ environment, runtime, countBoards, url, version }: Patient): Promise<Finding[]> {
  const [installed, { config, findings }] = await Promise.all([
    checkInstalled(runtime, (environment.REDIS_URL ?? '') !== ''),
    checkConfigured(environment, countBoards),
  ]);
  if (config === null) return [...installed, ...findings];
  const redis = config.REDIS_URL || ((await findRunningRedis(environment)) ?? '');
  const running = await Promise.all([checkRedis(redis), checkService(url, version)]);
  return [...installed, ...findings, ...running.flat()];
}
