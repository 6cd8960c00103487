/** Starts the enabled parts: Redis, demo board, API and workers. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { demoSources } from '../demo-board/sources.js';
import { readPlans } from '../shared/auth/plans.js';
import { isDemoSource } from '../shared/catalogue/known-boards.js';
import type { Config } from '../shared/config.js';
import { dataDirOf, ownSourcesFile } from '../shared/data-dir.js';
import { parseJson } from '../shared/parse-json.js';
import { type ListenAddress, listen } from '../shared/process/listen.js';
import { projectFile } from '../shared/project-file.js';
import type { BoardFigures } from '../shared/schedule/board-figures.js';
import { lockDataDir, privateDir, redisProcess, redisUrl, shutDownOrphan } from './embedded-redis.js';
import { nodeProcess, type Ready, type Supervisor } from './supervisor.js';

/** Program paths found by setup; null = none. */
export type Runtime = Readonly<{ redisServer: string | null; chromium: string | null }>;

/** Reads the file written by setup; throws a plain sentence when setup never ran. */
export function readRuntime(path = projectFile('.cache/runtime.json')): Runtime {
  if (!existsSync(path))
    throw new Error(`${path} is missing: run npx job-search start, which sets the project up first.`);
  const { redisServer, chromium } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Runtime>;
  return { redisServer: redisServer || null, chromium: chromium || null };
}

/** The scripts of the parts; tests substitute their own. */
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
  /** Writes the requested boards into a sources file, and returns lines to print; `null` = none were requested. */
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
  /** Where the boards are chosen, and the code for it; `null` when some are already chosen. */
  setUp: NonNullable<Ready['setUp']> | null;
}>;

/** The order in which the parts stop: first the API, while workers still finish its searches, and Redis last. */
const stages = { api: 0, worker: 1, demoBoard: 2, redis: 3 } as const;

export async function startService(service: Service): Promise<Started> {
  const { config, environment, runtime, scripts, supervisor } = service;
  const withApi = config.ROLE !== 'worker';
  // Report an invalid plans file before anything starts.
  readPlans(config);
  if (withApi && config.PORT !== 0) await checkPort({ setting: 'PORT', host: config.HOST, port: config.PORT });
  const chromium = config.CHROMIUM_PATH || runtime.chromium;
  const REDIS_URL = config.REDIS_URL || (await startRedis(service));
  const env = { ...environment, REDIS_URL, CHROMIUM_PATH: chromium ?? '' };
  // Stored results are served before anything can be collected: the API does not wait for the demo board and the workers.
  const api = withApi ? supervisor.run(nodeProcess('API', scripts.api, { stage: stages.api, env })) : null;
  const [sources, answering] = await Promise.all([startWorkers(service, env), api]);
  const operator = withApi && config.ADMIN_PORT ? `http://${config.HOST}:${config.ADMIN_PORT}/admin` : null;
  const isChosen = boardsIn(sources)?.some((id) => !isDemoSource(id)) ?? true;
  const setUp = isChosen ? null : (answering?.setUp ?? null);
  return { url: answering?.url ?? null, operator, redis: REDIS_URL, sources, chromium, setUp };
}

/** Throws one sentence that names the port and its setting when another program is listening there. */
async function checkPort(address: ListenAddress): Promise<void> {
  const probe = createServer();
  await listen(probe, address);
  await new Promise<void>((resolve) => probe.close(() => resolve()));
}

async function startRedis({ config, runtime, supervisor, say }: Service): Promise<string> {
  if (runtime.redisServer === null)
    throw new Error('Redis not found: install redis-server (or valkey-server), or set REDIS_URL.');
  const dataFolder = dataDirOf(config);
  const sockets = await lockDataDir(dataFolder);
  const files = privateDir(join(dataFolder, 'redis'));
  const place = { program: runtime.redisServer, files, sockets, maxmemory: config.REDIS_MAXMEMORY };
  if (await shutDownOrphan(place)) say('A Redis that an earlier start left behind was shut down.');
  await supervisor.run(redisProcess(place, stages.redis));
  return redisUrl(place);
}

/** Starts the workers, after the demo board if they read it; returns their sources file. */
async function startWorkers(service: Service, known: NodeJS.ProcessEnv): Promise<string> {
  const { config, scripts, supervisor, onBoards } = service;
  const sources = config.SOURCES === '' ? await ownSources(service) : { SOURCES: config.SOURCES };
  const SEGMENTS_DIR = config.SEGMENTS_DIR || join(dataDirOf(config), 'segments');
  // The first worker reports the progress of reading the boards (worker/main.ts).
  const onMessage = (message: unknown): void => {
    if (typeof message === 'object' && message !== null && 'boards' in message)
      onBoards(message.boards as BoardFigures);
  };
  const workers = Array.from({ length: config.ROLE === 'api' ? 0 : config.WORKERS }, (_, index) => {
    const env = { ...known, ...sources, SEGMENTS_DIR, WORKER_INDEX: String(index) };
    return supervisor.run(nodeProcess('worker', scripts.worker, { stage: stages.worker, env, onMessage }));
  });
  await Promise.all(workers);
  return sources.SOURCES;
}

/** The ids of the boards of a sources file; `null` = missing. Throws for a file that is not JSON. */
function boardsIn(file: string): string[] | null {
  if (!existsSync(file)) return null;
  const { sources = [] } = parseJson(readFileSync(file, 'utf8'), file) as { sources?: { id: string }[] };
  return sources.map(({ id }) => id);
}

/** Whether a sources file is missing, or has only demo boards. */
export function hasOnlyDemo(file: string): boolean {
  const boards = boardsIn(file);
  return boards === null || (boards.length > 0 && boards.every(isDemoSource));
}

/** The sources file in DATA_DIR: empty or with added boards, otherwise the demo board's, which is started. */
async function ownSources(service: Service): Promise<{ SOURCES: string; ALLOW_PRIVATE_HOSTS?: string }> {
  privateDir(dataDirOf(service.config));
  const file = ownSourcesFile(service.config);
  for (const line of (await service.addBoards?.(file)) ?? []) service.say(line);
  return hasOnlyDemo(file) ? startDemoBoard(service, file) : { SOURCES: file };
}

async function startDemoBoard(
  { config, environment, scripts, supervisor }: Service,
  file: string,
): Promise<{ SOURCES: string; ALLOW_PRIVATE_HOSTS: string }> {
  const host = '127.0.0.1';
  if (config.DEMO_PORT !== 0) await checkPort({ setting: 'DEMO_PORT', host, port: config.DEMO_PORT });
  const args = ['--port', String(config.DEMO_PORT)];
  const settings = { stage: stages.demoBoard, env: environment, args };
  const { port } = await supervisor.run(nodeProcess('demo board', scripts.demoBoard, settings));
  if (port === undefined) throw new Error('The demo board did not say which port it took.');
  args[1] = String(port); // The sources name this port, so a restarted board has to take it.
  writeFileSync(file, `${JSON.stringify(demoSources(port, host), null, 2)}\n`);
  return { SOURCES: file, ALLOW_PRIVATE_HOSTS: [...config.ALLOW_PRIVATE_HOSTS, `${host}:${port}`].join(',') };
}
