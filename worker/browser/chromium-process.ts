import { type ChildProcess, execFile, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import type { Browser as Chromium } from 'playwright';
import { environmentValue } from '../../shared/config.js';
import type { Logger } from '../../shared/logger.js';
import { SourceError } from '../sources/source-errors.js';
import { browserLimits } from './browser-limits.js';
import { createCdpPipe, type PipeListener } from './cdp-pipe.js';
import { chromiumArguments } from './chromium-arguments.js';
import { makeChromiumFolder } from './chromium-folder.js';

const run = promisify(execFile);

/** A Chromium that runs, with Playwright connected to it. */
export type ChromiumProcess = {
  chromium: Chromium;
  privileges: Privileges;
  /** Ends it and all its processes, and removes its files. */
  end(): Promise<void>;
};

/** What Chromium may do on this machine; `user` is `null` for the worker's own. */
export type Privileges = { user: number | null; sandbox: boolean };

/** The user without rights that a worker of root starts Chromium as ("nobody" on Linux). */
const nobody = 65_534;

/** Kept of what a Chromium that does not start prints. */
const stderrCharacters = 2000;

/** What Chromium is told of our environment: where things are, and nothing that may be secret. */
const passedOn = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE'];

/**
 * What Chromium may be started with on this machine, best first. A worker of root starts it as a user without rights, in its
 * sandbox, which Chromium refuses to root; unless that user cannot run the program at all.
 */
export async function possiblePrivileges(executablePath: string): Promise<Privileges[]> {
  if (process.getuid?.() !== 0) return [true, false].map((sandbox) => ({ user: null, sandbox }));
  const lowered = (await canRun(executablePath)) ? [true, false].map((sandbox) => ({ user: nobody, sandbox })) : [];
  return [...lowered, { user: null, sandbox: false }];
}

/** Whether the user without rights reaches the program and its libraries. */
async function canRun(executablePath: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const options = { uid: nobody, gid: nobody, cwd: '/', env: environment('/'), timeout: 10_000 };
  return run(executablePath, ['--version'], options).then(
    () => true,
    () => false,
  );
}

/** Says in a sentence what a page that breaks out of Chromium's renderer could do; `null` when it is held twice. */
export function warningOf({ user, sandbox }: Privileges): string | null {
  if (sandbox) return null;
  const isRoot = process.getuid?.() === 0 && user === null;
  const who = isRoot ? 'as root ' : '';
  const cure = isRoot
    ? `run the worker as another user, or let user ${nobody} read and run CHROMIUM_PATH`
    : 'allow user namespaces (docker/chromium-seccomp.json)';
  return `browser: Chromium runs ${who}WITHOUT ITS SANDBOX: a page that exploits a flaw of Chromium gets the rights of this process; ${cure}`;
}

/**
 * Starts Chromium with the least privileges that this machine allows, and connects Playwright to it. Throws `browser` when
 * it does not start at all. Every start tries all `choices` anew: one that failed for want of memory may work the next time.
 */
export async function startChromium(
  executablePath: string,
  { choices, listener, logger }: { choices: readonly Privileges[]; listener: PipeListener; logger: Logger },
): Promise<ChromiumProcess> {
  let reason = 'it may not be run here.';
  for (const privileges of choices) {
    try {
      return await startAs(privileges, executablePath, listener);
    } catch (error) {
      [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
      logger.debug({ ...privileges, reason }, 'browser: could not be started with these privileges');
    }
  }
  throw new SourceError('browser', `Chromium could not be started: ${reason}`);
}

async function startAs(privileges: Privileges, executablePath: string, listener: PipeListener) {
  const { user, sandbox } = privileges;
  const folder = await makeChromiumFolder(user);
  const child = spawn(
    executablePath,
    [...chromiumArguments, ...(sandbox ? [] : ['--no-sandbox']), `--user-data-dir=${folder.profile}`],
    {
      // A group of its own: a signal from the terminal is for the worker, which has pages to finish.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      cwd: folder.profile,
      env: environment(folder.profile),
      ...(user === null ? {} : { uid: user, gid: user }),
    },
  );
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`it ended at once (${signal ?? code})`));
  });
  const said = lastOf(child.stderr);
  const killAll = (): void => killGroup(child);
  process.once('exit', killAll);
  let ending: Promise<void> | null = null;
  const end = (): Promise<void> => {
    killAll();
    ending ??= exited.then(() => folder.remove()).finally(() => process.off('exit', killAll));
    return ending;
  };
  try {
    const chromium = await connect(child, folder.artifacts, { listener, exited });
    // Its files go with it, however it ended.
    chromium.once('disconnected', () => void end().catch(() => undefined));
    return { chromium, privileges, end };
  } catch (error) {
    await end();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason.split('\n')[0]} ${said().replace(/\s+/g, ' ').trim()}`.trim());
  }
}

async function connect(
  child: ChildProcess,
  artifactsDir: string,
  { listener, exited }: { listener: PipeListener; exited: Promise<string> },
): Promise<Chromium> {
  if (child.pid === undefined) throw new Error(await exited);
  const [, , , output, input] = child.stdio;
  const transport = createCdpPipe(input as Readable, output as Writable, listener);
  // Loaded only here: who never renders never loads Playwright.
  const { chromium } = await import('playwright');
  const connecting = chromium.connectOverCDP(transport, { artifactsDir, timeout: browserLimits.renderMs });
  const ended = exited.then((reason) => Promise.reject(new Error(reason)));
  // The one that loses the race is of no use.
  connecting.catch(() => undefined);
  ended.catch(() => undefined);
  return Promise.race([connecting, ended]);
}

function environment(home: string): NodeJS.ProcessEnv {
  const told = passedOn
    .map((name) => [name, environmentValue(name)] as const)
    .filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(told), HOME: home, TMPDIR: home };
}

/** Chromium's processes are one group; on Windows they end with the first. */
function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    if (process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
    else if (exitCode === null && signalCode === null) process.kill(pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

/** The last characters of what a stream says. */
function lastOf(stream: Readable | null): () => string {
  let text = '';
  stream?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-stderrCharacters);
  });
  return () => text;
}
