import type { Config } from '../../shared/config.js';
import { findRunningRedis } from '../find-running-redis.js';
import type { Runtime } from '../runtime.js';
import { type CountBoards, checkConfigured } from './check-configured.js';
import { checkInstalled } from './check-installed.js';
import { checkRedis, checkService } from './check-running.js';
import type { Finding } from './finding.js';

/** What the doctor examines. `url`: the address of the service, by default that of its settings; `version`: of this program. */
export type Patient = {
  environment: NodeJS.ProcessEnv;
  runtime: Runtime;
  countBoards: CountBoards;
  url: string | null;
  version: string;
};

/** The address at which a service with these settings answers on this machine. */
export function serviceUrl({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): string {
  const isAny = HOST === '0.0.0.0' || HOST === '::';
  const host = isAny ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${host}:${PORT}`;
}

/** Says what is installed, configured and running, and what is wrong with it; changes nothing. */
export async function examine({ environment, runtime, countBoards, url, version }: Patient): Promise<Finding[]> {
  const [installed, { config, findings }] = await Promise.all([
    checkInstalled(runtime, (environment.REDIS_URL ?? '') !== ''),
    checkConfigured(environment, countBoards),
  ]);
  if (config === null) return [...installed, ...findings];
  const redis = config.REDIS_URL || ((await findRunningRedis(environment)) ?? '');
  const running = await Promise.all([checkRedis(redis), checkService(url ?? serviceUrl(config), version)]);
  return [...installed, ...findings, ...running.flat()];
}
