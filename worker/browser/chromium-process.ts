import { type ChildProcess, execFile, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Browser as Chromium } from 'playwright';
import { environmentValue } from '../../shared/config.js';
import type { Logger } from '../../shared/logger.js';
import { SourceError } from '../sources/source.js';
import { browserLimits } from './browser-limits.js';
import { createCdpPipe, type PipeListener } from './cdp-pipe.js';
import { chromiumArguments } from './chromium-arguments.js';
import { makeChromiumFolder } from './chromium-folder.js';

const run = promisify(execFile);

/** A running Chromium, with Playwright connected to it. */
export type ChromiumProcess = {
  chromium: Chromium;
  privileges: Privileges;
  /** Its first process. */
  pid: number;
  /** Kills Chromium with all its processes and removes its files. */
  end(): Promise<void>;
};

/** The privileges that Chromium runs with; `user` is `null` for the worker's own user. */
export type Privileges = { user: number | null; sandbox: boolean };

/** The unprivileged user as which a worker running as root starts Chromium ("nobody" on Linux). */
const nobody = 65_534;

/** Characters kept of the output of a Chromium that does not start. */
const stderrCharacters = 2000;

/** How long the rest of that output is waited for, in milliseconds. */
const lastWordsMs = 1000;

/** Chromium's environment: only paths, locale and time zone, since other variables may hold secrets. */
const passedOn = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE'];

/**
 * The privileges to try on this machine, safest first. Chromium refuses to run sandboxed as root, so a worker running as
 * root starts it as an unprivileged user, unless that user cannot run the program at all.
 */
export async function possiblePrivileges(executablePath: string): Promise<Privileges[]> {
  if (process.getuid?.() !== 0) return [true, false].map((sandbox) => ({ user: null, sandbox }));
  const lowered = (await canRun(executablePath)) ? [true, false].map((sandbox) => ({ user: nobody, sandbox })) : [];
  return [...lowered, { user: null, sandbox: false }];
}

/** Whether the unprivileged user can run the program and load its libraries. */
async function canRun(executablePath: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const options = { uid: nobody, gid: nobody, cwd: '/', env: environment('/'), timeout: 10_000 };
  return run(executablePath, ['--version'], options).then(
    () => true,
    () => false,
  );
}

/** A warning about what a page that exploits Chromium's renderer could do; `null` when the sandbox contains it. */
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
 * none of the `choices` works. Every start tries all of them again, since one may have failed only for lack of memory.
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
      // Its own process group, so that a signal from the terminal reaches only the worker, which still has pages to finish.
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
    // Its files are removed however it ends.
    chromium.once('disconnected', () => void end().catch(() => undefined));
    return { chromium, privileges, pid: child.pid ?? 0, end };
  } catch (error) {
    await end();
    // Its exit may be known before its last words have arrived.
    if (child.stderr !== null)
      await finished(child.stderr, { signal: AbortSignal.timeout(lastWordsMs) }).catch(() => undefined);
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
  // Loaded lazily, so that a worker that never renders never loads Playwright.
  const { chromium } = await import('playwright');
  const connecting = chromium.connectOverCDP(transport, { artifactsDir, timeout: browserLimits.renderMs });
  const ended = exited.then((reason) => Promise.reject(new Error(reason)));
  // The loser of the race is not needed.
  connecting.catch(() => undefined);
  ended.catch(() => undefined);
  return Promise.race([connecting, ended]);
}

function environment(home: string): NodeJS.ProcessEnv {
  const passedValues = passedOn
    .map((name) => [name, environmentValue(name)] as const)
    .filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(passedValues), HOME: home, TMPDIR: home };
}

/** Chromium's processes form one process group; on Windows they end with the first process. */
function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    if (process.platform !== 'win32') process.kill(-pid, 'SIGKILL');
    else if (exitCode === null && signalCode === null) process.kill(pid, 'SIGKILL');
  } catch {
    // All its processes have already ended.
  }
}

/** Keeps the last characters of a stream. */
function lastOf(stream: Readable | null): () => string {
  let text = '';
  stream?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-stderrCharacters);
  });
  return () => text;
}
