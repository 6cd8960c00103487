/** Reports the installation, configuration and running processes, with their errors. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Config, configSchema, readConfig } from '../../shared/config.js';
import { ownSourcesFile } from '../../shared/data-dir.js';
import { findRunningRedis } from '../embedded-redis.js';
import { hasOnlyDemo, type Runtime } from '../start-service.js';
import { checkRedis, checkService } from './check-running.js';
import type { Finding } from './finding.js';

/** A program that does not print its version within this many milliseconds does not run. */
const versionMs = 10_000;

type Program = { name: string; path: string | null; without: Pick<Finding, 'state' | 'what' | 'advice'> };

/** Whether Node and the programs found by setup run on this machine. A configured Redis needs no program here. */
async function checkInstalled({ redisServer, chromium }: Runtime, redisNamed: boolean): Promise<Finding[]> {
  return [
    { part: 'installed', state: 'ok', what: `Node ${process.versions.node}` },
    await checkProgram({
      name: 'Redis',
      path: redisServer,
      without: redisNamed
        ? { state: 'ok', what: 'Redis: as set in REDIS_URL' }
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
    const advice = `Install it again, or remove ${path}: the next start finds or fetches another.`;
    return { part: 'installed', state: 'wrong', what: `${name} at ${path} does not run: ${reason}`, advice };
  }
}

/**
 * Reads the sources file of these settings and resolves with the number of its boards, and those read despite
 * robots.txt, with the operator's reason; rejects with all of its mistakes.
 */
type CountBoards = (config: Config) => Promise<{ boards: number; paused: number; allowed?: string[] }>;

/** The settings as the service would read them, `null` if it would not start, with the findings about them. */
async function checkConfigured(
  environment: NodeJS.ProcessEnv,
  countBoards: CountBoards,
): Promise<{ config: Config | null; findings: Finding[] }> {
  const part = 'configured';
  let config: Config;
  try {
    config = readConfig(environment);
  } catch (error) {
    const advice = '"npx job-search settings" prints every setting with its values and default.';
    return { config: null, findings: [{ part, state: 'wrong', what: wordsOf(error), advice }] };
  }
  const set = Object.keys(configSchema.shape).filter((name) => (environment[name] ?? '') !== '');
  const findings: Finding[] = [
    { part, state: 'ok', what: `settings: ${set.length === 0 ? 'all defaults' : set.join(', ')}` },
  ];
  findings.push(...(await checkSources(config, countBoards)));
  if (config.SOURCES !== '' && config.CONTACT === '')
    findings.push({
      part,
      state: 'note',
      what: 'CONTACT is not set: boards cannot identify the sender of the requests',
      advice: 'Set CONTACT to a mail or web address; it becomes part of the User-Agent.',
    });
  return { config, findings };
}

async function checkSources(config: Config, countBoards: CountBoards): Promise<Finding[]> {
  const part = 'configured';
  const file = config.SOURCES || ownSourcesFile(config);
  try {
    if (config.SOURCES === '' && hasOnlyDemo(file))
      return [
        {
          part,
          state: 'note',
          what: 'no boards yet: the service would show the invented jobs of its demo board',
          advice: '"npx job-search start --boards technology" starts it with boards of the catalogue.',
        },
      ];
    const { boards, paused, allowed = [] } = await countBoards({ ...config, SOURCES: file });
    const resting = paused === 0 ? '' : `, ${paused} of them paused`;
    return [
      { part, state: 'ok', what: `sources file ${file}: ${boards + paused} sources${resting}` },
      ...allowed.map((what): Finding => ({ part, state: 'note', what: `read whatever its robots.txt says: ${what}` })),
    ];
  } catch (error) {
    const advice = '"npx job-search sources kinds" describes what a source may have.';
    return [{ part, state: 'wrong', what: wordsOf(error), advice }];
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The doctor's subject. `url`: the service's address, by default from its settings; `version`: this program's. */
type Patient = {
  environment: NodeJS.ProcessEnv;
  runtime: Runtime;
  countBoards: CountBoards;
  url: string | null;
  version: string;
};

/** The local address of a service with these settings. */
export function serviceUrl({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): string {
  const isAny = HOST === '0.0.0.0' || HOST === '::';
  const host = isAny ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${host}:${PORT}`;
}

/** Reports the installation, configuration and running processes, with their errors; changes nothing. */
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
