/** Starts Chromium with the least privileges possible on this machine, in a separate folder. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Browser as Chromium } from 'playwright';
import { environmentValue } from '../../shared/config.js';
import type { Logger } from '../../shared/logger.js';
import { SourceError } from '../sources/source.js';
import { browserLimits } from './browser-limits.js';
import { createCdpPipe, type PipeListener } from './cdp-pipe.js';

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

/** The unprivileged user that runs Chromium for a worker running as root ("nobody" on Linux). */
const nobody = 65_534;

/** Characters kept of the output of a Chromium that does not start. */
const stderrCharacters = 2000;

/** How long to wait for the rest of that output, in milliseconds. */
const lastWordsMs = 1000;

/** Chromium's environment: only paths, locale and time zone, since other variables may contain secrets. */
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

/** How to make a sandbox possible. */
const sandboxCure = 'allow user namespaces (docker run --security-opt seccomp=docker/chromium-seccomp.json)';

/** Whether the unprivileged user can run the program and load its libraries. */
async function canRun(executablePath: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const options = { uid: nobody, gid: nobody, cwd: '/', env: environment('/'), timeout: 10_000 };
  return run(executablePath, ['--version'], options).then(
    () => true,
    () => false,
  );
}

/** A warning about the risk of a page that exploits Chromium's renderer; `null` when the sandbox contains it. */
export function warningOf({ user, sandbox }: Privileges): string | null {
  if (sandbox) return null;
  const isRoot = process.getuid?.() === 0 && user === null;
  const who = isRoot ? 'as root ' : '';
  const cure = isRoot
    ? `run the worker as another user, or allow user ${nobody} to read and run CHROMIUM_PATH`
    : sandboxCure;
  return `browser: Chromium runs ${who}WITHOUT ITS SANDBOX: a page that exploits a flaw of Chromium gets the rights of this process; ${cure}`;
}

/**
 * Starts Chromium with the least privileges possible on this machine, and connects Playwright. Throws `browser` when
 * none of the `choices` works. Every start retries all of them, since one may have failed for lack of memory.
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
  const cure = choices.some(({ sandbox }) => !sandbox) ? '' : ` CHROMIUM_SANDBOX=required: ${sandboxCure}.`;
  throw new SourceError('browser', `Chromium could not be started: ${reason}${cure}`);
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
    // Removes its files however it ends.
    chromium.once('disconnected', () => void end().catch(() => undefined));
    return { chromium, privileges, pid: child.pid ?? 0, end };
  } catch (error) {
    await end();
    // Its exit may be reported before its last output has arrived.
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

/**
 * Chromium's switches (https://peter.sh/experiments/chromium-command-line-switches/): those that Playwright sets for a
 * headless browser, and our own.
 */
const chromiumArguments: readonly string[] = [
  '--headless',
  '--no-startup-window',
  '--remote-debugging-pipe',
  // Our own guarded HTTP client answers every request of a page. Chromium itself gets a proxy that does not exist, so
  // nothing that a page does can bypass the guard.
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  // Chromium makes no background requests.
  '--no-first-run',
  '--no-default-browser-check',
  '--no-service-autorun',
  '--no-pings',
  '--metrics-recording-only',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  '--password-store=basic',
  '--use-mock-keychain',
  // Playwright needs these to track pages.
  '--allow-pre-commit-input',
  '--disable-back-forward-cache',
  '--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,OptimizationHints,NetworkTimeServiceQuerying',
  '--disable-hang-monitor',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  // Background pages are not throttled.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // Containers have a small /dev/shm.
  '--disable-dev-shm-usage',
  '--mute-audio',
  '--hide-scrollbars',
  '--disable-stack-profiler',
  // Nothing is displayed, so nothing is painted and no image is requested.
  '--disable-gpu',
  '--blink-settings=imagesEnabled=false,primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
];

/** Folders of one Chromium process: its profile with temporary files, and Playwright's artifacts. */
type ChromiumFolder = { path: string; profile: string; artifacts: string; remove(): Promise<void> };

/**
 * Names are short: Chromium creates a socket `TMPDIR/org.chromium.Chromium.XXXXXX/SingletonSocket`, and a socket's path
 * has at most 107 characters (unix(7)).
 */
const prefix = 'js-chromium-';

/**
 * Creates a folder in the system's temporary folder, named after this process, so that a later process can check
 * whether it is still in use. Only the user `owner` may write to the profile; `null` = this process's own user.
 */
export async function makeChromiumFolder(owner: number | null): Promise<ChromiumFolder> {
  const path = await mkdtemp(join(tmpdir(), `${prefix}${await nameOf(process.pid)}-`));
  const profile = join(path, 'p');
  const artifacts = join(path, 'a');
  await mkdir(profile, { mode: 0o700 });
  await mkdir(artifacts, { mode: 0o700 });
  if (owner !== null) {
    await chown(profile, owner, owner);
    // Other users may traverse the folder but not list it.
    await chmod(path, 0o711);
  }
  return { path, profile, artifacts, remove: () => removeFolder(path) };
}

/** Removes folders left by ended processes of this machine, for example killed ones; resolves to their number. */
export async function removeAbandonedFolders(): Promise<number> {
  const ownUserId = process.getuid?.();
  const here = `${prefix}${machine()}-`;
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(here));
  const removed = names.map(async (name) => {
    const [pid = '', started = ''] = name.slice(here.length).split('-');
    const path = join(tmpdir(), name);
    const found = await lstat(path).catch(() => null);
    // Skips another user's folder, or a link placed there by another user.
    if (found === null || !found.isDirectory() || (ownUserId !== undefined && found.uid !== ownUserId)) return 0;
    if (`${machine()}-${pid}-${started}` === (await nameOf(Number(pid)))) return 0;
    await removeFolder(path);
    return 1;
  });
  const counts: number[] = await Promise.all(removed);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Retries, since a Chromium that is shutting down may still write files. */
async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Containers that share a temporary folder cannot see each other's processes, but their host names differ. */
export const machine = (): string => hash('sha256', hostname()).slice(0, 6);

/** Names a process by host, id and start time, since ids are reused; `gone` when it has ended. */
async function nameOf(pid: number): Promise<string> {
  return `${machine()}-${pid}-${await startOf(pid)}`;
}

/** A process's start in clock ticks after boot (proc(5)), in base 36: 0 if unknown, `gone` if not running. */
async function startOf(pid: number): Promise<string> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return 'gone';
  }
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The process name, in parentheses, may contain any character.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 0).toString(36);
  } catch {
    return '0';
  }
}
