import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoSources } from '../demo-board/sources.js';
import { readPlans } from '../shared/auth/plans.js';
import type { Config } from '../shared/config.js';
import { dataDirOf, ownSourcesFile } from '../shared/data-dir.js';
import type { BoardFigures } from '../shared/schedule/board-figures.js';
import { checkPort } from './check-port.js';
import { lockDataDir } from './lock-data-dir.js';
import { hasOwnBoards } from './own-sources.js';
import { privateDir, socketDir } from './private-dir.js';
import { redisProcess, redisUrl, shutDownOrphan } from './redis-process.js';
import type { Runtime } from './runtime.js';
import { nodeProcess, type ServiceProcess } from './service-process.js';
import type { Supervisor } from './supervisor.js';

/** The scripts of the parts; tests put stand-ins here. */
export type Scripts = Readonly<{ api: string; worker: string; demoBoard: string }>;

export type Service = Readonly<{
  config: Config;
  /** The environment the parts inherit. */
  environment: NodeJS.ProcessEnv;
  runtime: Runtime;
  scripts: Scripts;
  supervisor: Supervisor;
  say: (line: string) => void;
  /** Receives how far the boards have been read. */
  onBoards: (boards: BoardFigures) => void;
  /** Writes the boards that were asked for into a sources file, and returns what to say; `null` = none were asked for. */
  addBoards: ((file: string) => Promise<readonly string[]>) | null;
}>;

/** Facts about the running service for the startup message: addresses and programs. */
export type Started = Readonly<{
  url: string | null;
  /** The operator's page; `null` without ADMIN_PORT. */
  operator: string | null;
  redis: string;
  sources: string;
  chromium: string | null;
}>;

/** Starts those of Redis, demo board, API and workers that the settings enable. */
export async function startService(service: Service): Promise<Started> {
  const { config, environment, runtime, supervisor } = service;
  const withApi = config.ROLE !== 'worker';
  // Report an invalid plans file before anything starts.
  readPlans(config);
  if (withApi && config.PORT !== 0) await checkPort({ setting: 'PORT', host: config.HOST, port: config.PORT });
  const chromium = config.CHROMIUM_PATH || runtime.chromium;
  const REDIS_URL = config.REDIS_URL || (await startRedis(service));
  const known = { ...environment, REDIS_URL, CHROMIUM_PATH: chromium ?? '' };
  // What is held is answered before anything can be collected: the API does not wait for the demo board and the workers.
  const api = withApi ? supervisor.run(apiProcess(service, known)) : null;
  const [sources, answering] = await Promise.all([startWorkers(service, known), api]);
  const operator = withApi && config.ADMIN_PORT ? `http://${config.HOST}:${config.ADMIN_PORT}/admin` : null;
  return { url: answering?.url ?? null, operator, redis: REDIS_URL, sources, chromium };
}

/** It stops first, while workers still finish what it waits for. */
const apiProcess = ({ scripts }: Service, env: NodeJS.ProcessEnv): ServiceProcess => ({
  ...nodeProcess('API', scripts.api, { env }),
  stopsFirst: true,
});

/** Starts the workers, behind the demo board where they read that; says which sources file they have. */
async function startWorkers(service: Service, known: NodeJS.ProcessEnv): Promise<string> {
  const { config, scripts, supervisor } = service;
  const sources = config.SOURCES === '' ? await ownSources(service) : { SOURCES: config.SOURCES };
  const SEGMENTS_DIR = config.SEGMENTS_DIR || join(dataDirOf(config), 'segments');
  const env = { ...known, ...sources, SEGMENTS_DIR };
  await Promise.all(
    Array.from({ length: config.ROLE === 'api' ? 0 : config.WORKERS }, (_, index) =>
      supervisor.run(
        nodeProcess('worker', scripts.worker, {
          env: { ...env, WORKER_INDEX: String(index) },
          onMessage: onMessage(service),
        }),
      ),
    ),
  );
  return sources.SOURCES;
}

async function startRedis({ config, runtime, supervisor, say }: Service): Promise<string> {
  if (runtime.redisServer === null)
    throw new Error('There is no Redis here: install redis-server (or valkey-server), or set REDIS_URL.');
  const dataFolder = dataDirOf(config);
  const sockets = socketDir(dataFolder);
  await lockDataDir(sockets, dataFolder);
  const files = privateDir(join(dataFolder, 'redis'));
  const place = { program: runtime.redisServer, files, sockets, maxmemory: config.REDIS_MAXMEMORY };
  if (await shutDownOrphan(place)) say('A Redis that an earlier start left behind was shut down.');
  await supervisor.run(redisProcess(place));
  return redisUrl(place);
}

/** The sources file in DATA_DIR: boards that were added to it, or as long as there are none the demo board's, which is started. */
async function ownSources(service: Service): Promise<{ SOURCES: string; ALLOW_PRIVATE_HOSTS?: string }> {
  privateDir(dataDirOf(service.config));
  const file = ownSourcesFile(service.config);
  for (const line of (await service.addBoards?.(file)) ?? []) service.say(line);
  return hasOwnBoards(file) ? { SOURCES: file } : startDemoBoard(service, file);
}

async function startDemoBoard(
  service: Service,
  file: string,
): Promise<{ SOURCES: string; ALLOW_PRIVATE_HOSTS: string }> {
  const { config, environment, scripts, supervisor } = service;
  const host = '127.0.0.1';
  if (config.DEMO_PORT !== 0) await checkPort({ setting: 'DEMO_PORT', host, port: config.DEMO_PORT });
  const args = ['--port', String(config.DEMO_PORT)];
  const { port } = await supervisor.run(nodeProcess('demo board', scripts.demoBoard, { env: environment, args }));
  if (port === undefined) throw new Error('The demo board did not say which port it took.');
  args[1] = String(port); // The sources name this port, so a board that starts again has to take it.
  writeFileSync(file, `${JSON.stringify(demoSources(port, host), null, 2)}\n`);
  return { SOURCES: file, ALLOW_PRIVATE_HOSTS: [...config.ALLOW_PRIVATE_HOSTS, `${host}:${port}`].join(',') };
}

/** The first worker reports how far the boards have been read (worker/process/send-board-progress.ts). */
const onMessage =
  ({ onBoards }: Service) =>
  (message: unknown): void => {
    if (typeof message === 'object' && message !== null && 'boards' in message)
      onBoards(message.boards as BoardFigures);
  };
