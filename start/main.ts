/** The entry of `npx job-search start`. */

import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { industriesOf, pickBoards, readKnownBoards } from '../shared/catalogue/known-boards.js';
import { hidePassword, readConfig } from '../shared/config.js';
import { ownSourcesFile } from '../shared/data-dir.js';
import { outliveOutput } from '../shared/process/outlive-output.js';
import { projectFile } from '../shared/project-file.js';
import { createBoardDisplay, createTerminal } from './board-display.js';
import { readRuntime, type Scripts, type Started, startService } from './start-service.js';
import { createSupervisor, type Supervisor } from './supervisor.js';

/** npm repeats the terminal's signal, so two of them this close together (milliseconds) are one Ctrl-C. */
const oneCtrlC = 500;

/** How often a service started by npx job-search checks whether npm still runs, in milliseconds. */
const parentMs = 1000;

const builtScripts = (): Scripts => ({
  api: projectFile('dist/api/main.js'),
  worker: projectFile('dist/worker/main.js'),
  demoBoard: projectFile('dist/demo-board/main.js'),
});

/**
 * `boards`: terms that choose boards of the catalogue, which `addBoards` writes into a sources file before the workers
 * start; `none` leaves the choice to the browser, `demo` to the demo board. `opensBrowser`: opens the page when ready.
 */
type StartOptions = {
  scripts?: Scripts;
  boards?: string | null;
  addBoards?: ((terms: string, file: string) => Promise<readonly string[]>) | null;
  opensBrowser?: boolean;
};

/**
 * Runs the service as one process tree until it is stopped. SIGINT, SIGTERM, SIGHUP or the end of its npm stop it in
 * order with exit code 0, a second Ctrl-C at once; a failed start ends it with one line and exit code 1.
 */
export async function main(
  environment: NodeJS.ProcessEnv,
  { scripts = builtScripts(), boards = null, addBoards = null, opensBrowser = false }: StartOptions = {},
): Promise<void> {
  outliveOutput();
  const terminal = createTerminal(process.stdout, environment);
  const { say } = terminal;
  const display = createBoardDisplay(terminal);
  const supervisor = createSupervisor(say);
  endOnSignal(supervisor, environment, (line) => {
    display.end();
    say(line);
  });
  try {
    const config = readConfig(environment);
    if (boards !== null && config.SOURCES !== '')
      throw new Error(
        `SOURCES names ${config.SOURCES}: add boards to it with "npx job-search sources catalogue '${boards}' --add".`,
      );
    const started = await startService({
      config,
      environment,
      runtime: readRuntime(),
      scripts,
      supervisor,
      say,
      onBoards: display.update,
      addBoards: boards === null ? null : (file) => noteChoice(boards, file, addBoards),
    });
    for (const line of startupMessage(started)) say(line);
    display.begin();
    if (opensBrowser && started.url !== null) openInBrowser(`${started.url}/`, environment);
  } catch (error) {
    if (supervisor.stopping()) return;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    await supervisor.stop();
    process.exit(1);
  }
}

function endOnSignal(supervisor: Supervisor, environment: NodeJS.ProcessEnv, say: (line: string) => void): void {
  let firstAt: number | null = null;
  const end = (reason: string): void => {
    if (firstAt === null) {
      firstAt = performance.now();
      say(`${reason}: stopping. Press Ctrl-C again to end at once.`);
      void supervisor.stop().then(() => process.exit(0));
    } else if (performance.now() - firstAt > oneCtrlC) {
      supervisor.kill();
      process.exit(130);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  // A signal sent only to npm or npx ends it and the shell in between, and never arrives here. A service started
  // otherwise, by an init system or in the background of a shell, intentionally outlives its parent.
  if (environment.npm_command === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end('npm has ended');
  }, parentMs).unref();
}

/** A search that every fresh installation can answer. */
const firstSearch = { keyword: 'software engineer', remoteFilter: 'hybrid', limit: '3' };

/** The lines printed once the service is ready: its addresses and one command to paste. */
function startupMessage({ url, operator, redis, sources, chromium, setUp }: Started): string[] {
  const lines = [
    `Redis     ${hidePassword(redis)}`,
    `Chromium  ${chromium ?? 'none: pages that need JavaScript are not read'}`,
    `Sources   ${sources}`,
    `Operator  ${operator ?? 'set ADMIN_PORT for a page of sources, failures and figures'}`,
  ];
  if (url === null) return [...lines, 'The workers wait for searches.'];
  if (setUp !== null) lines.push(`Set up    ${setUp.page}, with the code ${setUp.code} (once, for an hour)`);
  const search = `curl -s ${url}/api/jobs/search -H 'Content-Type: application/json' -d '${JSON.stringify(firstSearch)}'`;
  return [`Search    ${url}/`, `Map       ${url}/geo`, `API       ${url}/api`, ...lines, 'Try it:', search];
}

/** The first start on a terminal: asks for boards, writes them to the sources file, and opens the browser. */

/** Answers that name no boards of the catalogue: none, to choose in the browser, and the demo boards. */
const [inBrowser, demo] = ['none', 'demo'];

/** Industries offered by number. */
const mostOffered = 9;

/** Whether no earlier start has chosen the boards, nor does a setting. */
export function isFirstStart(environment: NodeJS.ProcessEnv): boolean {
  const config = readConfig(environment);
  return config.SOURCES === '' && config.ROLE !== 'api' && !existsSync(ownSourcesFile(config));
}

/** Asks until the answer names boards; the end of the input, or an empty answer, leaves the choice to the browser. */
export async function askForBoards(input: Readable, output: Writable): Promise<string> {
  const known = readKnownBoards();
  const industries = industriesOf(known).slice(0, mostOffered);
  const rows = industries.map((industry, at) => {
    const count = known.filter((board) => board.industry === industry).length;
    return `  ${at + 1}      ${industry} (${count.toLocaleString('en')} boards)`;
  });
  const choices = ['  Enter  choose in the browser', ...rows, `  ${demo}   a demo board, whose jobs are invented`];
  output.write(`Which boards should be read?\n${choices.join('\n')}\n`);
  const lines = createInterface({ input, output });
  try {
    lines.setPrompt('A number, or industries, countries and companies, divided by commas: ');
    lines.prompt();
    for await (const line of lines) {
      const answer = industries[Number(line) - 1] ?? line.trim();
      if (answer === '') return inBrowser;
      if (answer === demo || answer === inBrowser) return answer;
      const { boards, unknown } = pickBoards(known, answer);
      if (unknown.length === 0 && boards.length > 0) return answer;
      output.write(`The catalogue has no ${unknown.join(', ') || 'board that meets all of this'}.\n`);
      lines.prompt();
    }
    return inBrowser;
  } finally {
    lines.close();
  }
}

/** Writes a choice of boards to a sources file that has none; `addBoards` adds catalogue boards. Returns lines. */
export async function noteChoice(
  terms: string,
  file: string,
  addBoards: ((terms: string, file: string) => Promise<readonly string[]>) | null,
): Promise<readonly string[]> {
  if (terms === inBrowser && !existsSync(file)) writeFileSync(file, '{ "sources": [] }\n');
  return terms === inBrowser || terms === demo ? [] : ((await addBoards?.(terms, file)) ?? []);
}

/** Opens an address in this desktop's browser, if there is one. */
export function openInBrowser(url: string, { DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): void {
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) return;
  const program = new Map([
    ['darwin', 'open'],
    ['win32', 'explorer'],
  ]).get(process.platform);
  const child = spawn(program ?? 'xdg-open', [url], { stdio: 'ignore', detached: true });
  // The address is printed, too.
  child.once('error', () => undefined).unref();
}
