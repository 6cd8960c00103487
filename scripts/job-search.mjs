#!/usr/bin/env node
// The program `job-search`: runs a command, from a clone of the repository or from an installed package.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { commands } from './commands.mjs';
import { prebuilt, root } from './programs.mjs';

const print = (text) => process.stdout.write(`${text}\n`);

/** Ends the program as for an invalid option. */
function refuse(text) {
  process.stderr.write(`${text}\n`);
  process.exitCode = 2;
}

/** How each command runs, on its own arguments. */
const runners = {
  start: ([first], name) => (first === '--help' || first === '-h' ? print(usageOf(name)) : import('./start.mjs')),
  search: built((args) => mainOf('cli/main.js', args)),
  watch: built((args) => mainOf('cli/main.js', args, 'watch')),
  export: built((args) => mainOf('cli/export/export-command.js', args)),
  lookup: built((args) => mainOf('cli/lookup-command.js', args)),
  similar: built((args) => mainOf('cli/show-command.js', ['similar', ...args])),
  company: built((args) => mainOf('cli/show-command.js', ['company', ...args])),
  hide: built((args) => mainOf('cli/hide-command.js', ['hide', ...args])),
  unhide: built((args) => mainOf('cli/hide-command.js', ['unhide', ...args])),
  watches: built((args) => mainOf('cli/watches-command.js', args)),
  sources: () => import('./sources.mjs'),
  key: built(() => besideService('api/key-cli/key-cli.js')),
  operator: alone(built(() => besideService('api/key-cli/operator-cli.js'))),
  warm: built(() => besideService('worker/warm/warm-cli.js')),
  backup: built(() => besideService('api/backup/backup-cli.js', 'backup')),
  restore: built(() => besideService('api/backup/backup-cli.js', 'restore')),
  mcp: alone(
    built(async () => {
      const { serveMcp } = await import('../dist/cli/mcp.js');
      const { JOB_SEARCH_URL, JOB_SEARCH_KEY, PORT } = process.env;
      const url = (JOB_SEARCH_URL || `http://127.0.0.1:${PORT || 3000}`).replace(/\/$/, '');
      await serveMcp({ url, key: JOB_SEARCH_KEY || null }, { input: process.stdin, output: process.stdout });
    }),
  ),
  doctor,
  settings: alone(
    built(async () => {
      const { settingsTable } = await import('../dist/shared/process/settings-table.js');
      print(settingsTable());
    }),
  ),
  completion: async ([shell, ...surplus]) => {
    const { subcommands } = commands.completion;
    if (shell === '--help' || shell === '-h') return print(usageOf('completion'));
    if (surplus.length > 0 || !subcommands.includes(shell))
      return refuse(`Name one shell: ${subcommands.join(', ')}. Usage: job-search completion bash`);
    (await completion()).printScript(shell);
  },
};

/** A command of the built code; in a clone, packages are installed and the code is built first. */
function built(run) {
  return async (...args) => {
    const { prepareQuietly } = await import('./install/prepare-quietly.mjs');
    await prepareQuietly();
    return run(...args);
  };
}

/** Runs a command that talks to the service by HTTP. */
async function mainOf(file, args, ...command) {
  const { main } = await import(`../dist/${file}`);
  process.exitCode = await main(args, process.env, ...command);
}

/** Runs a command on the service's Redis: without REDIS_URL, that of the service running on this DATA_DIR. */
async function besideService(file, ...words) {
  const { findRunningRedis } = await import('../dist/start/embedded-redis.js');
  process.env.REDIS_URL ||= (await findRunningRedis(process.env)) ?? '';
  process.argv.splice(2, 0, ...words);
  await import(`../dist/${file}`);
}

/** Sets up as `start` does, then reports the installation, configuration, running processes and errors. */
async function doctor([option, file, ...surplus]) {
  if (option === '--help' || option === '-h') return print(usageOf('doctor'));
  if (
    (option !== undefined && option !== '--bundle') ||
    surplus.length > 0 ||
    (option !== undefined && file === undefined)
  )
    return refuse(`Only "--bundle FILE" may follow. ${usageOf('doctor')}`);
  const { quietly } = await import('./install/prepare-quietly.mjs');
  const { setup } = await import('./install/setup.mjs');
  const runtime = await quietly(() => setup({ redisNeeded: false }));
  const { examine, serviceUrl } = await import('../dist/start/doctor/doctor.js');
  const { findingLines } = await import('../dist/start/doctor/finding.js');
  const { loadSources } = await import('../dist/worker/sources/config/load-sources.js');
  const { serviceFrom } = await import('../dist/cli/run-command.js');
  const countBoards = async (config) => {
    const { sources, paused } = await loadSources(config);
    const allowed = sources
      .filter(({ settings }) => settings.allowed !== undefined)
      .map(({ id, settings }) => `${id}, allowed ${settings.allowed}`);
    return { boards: sources.length, paused: paused.length, allowed };
  };
  // Named by JOB_SEARCH_URL, otherwise by the settings.
  const url = process.env.JOB_SEARCH_URL ? serviceFrom(process.env).url : null;
  const findings = await examine({ environment: process.env, runtime, countBoards, url, version: version() });
  print(findingLines(findings).join('\n'));
  if (file !== undefined) {
    const { writeBundle } = await import('../dist/start/doctor/support-bundle.js');
    const { readWholeHealth } = await import('../dist/start/doctor/check-running.js');
    const at = url ?? serviceUrl({ HOST: process.env.HOST || '127.0.0.1', PORT: process.env.PORT || '3000' });
    const about = { findings, health: await readWholeHealth(at), version: version(), now: new Date() };
    writeFileSync(file, writeBundle({ environment: process.env, ...about }), { mode: 0o600 });
    print(
      `\n${file} has this, the machine, the settings and the state of the service, without secrets: read it before you send it.`,
    );
  }
  if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1;
}

/** A command without arguments of its own. */
function alone(run) {
  return ([first], name) => {
    if (first === '--help' || first === '-h') return print(usageOf(name));
    if (first !== undefined) return refuse(`"job-search ${name}" takes no arguments; "${first}" is one.`);
    return run();
  };
}

async function completion() {
  const { prepareQuietly } = await import('./install/prepare-quietly.mjs');
  await prepareQuietly();
  const { createCompletion } = await import('../dist/cli/completion.js');
  return createCompletion(commands);
}

function usageOf(name) {
  return `Usage: job-search ${name} ${commands[name].takes}`.trimEnd().concat(`\n\n${commands[name].about}`);
}

function help() {
  const rows = Object.entries(commands).map(([name, { takes, about }]) => [`${name} ${takes}`.trimEnd(), about]);
  const width = Math.max(...rows.map(([left]) => left.length));
  return [
    'Usage: job-search COMMAND',
    '',
    ...rows.map(([left, about]) => `  ${left.padEnd(width)}  ${about}`),
    '',
    '"job-search COMMAND --help" says more. --version prints the version.',
    'JOB_SEARCH_URL is the address of the service (http://127.0.0.1:PORT), JOB_SEARCH_KEY your key.',
  ].join('\n');
}

/** The nearest command, if the code that finds it is built. */
async function suggestion(name) {
  const code = join(root, 'dist', 'shared', 'words', 'did-you-mean.js');
  if (!existsSync(code)) return '';
  const { didYouMean } = await import(code);
  const near = didYouMean(name, Object.keys(commands));
  return near === null ? '' : ` Did you mean ${near}?`;
}

const version = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;

/** Keeps data outside an installed package, whose folder an update replaces. */
function chooseDataFolder() {
  const home = process.env.XDG_DATA_HOME || process.env.LOCALAPPDATA || join(homedir(), '.local', 'share');
  process.env.DATA_DIR = resolve(process.env.DATA_DIR || join(home, 'job-search'));
}

async function main() {
  const [first, ...rest] = process.argv.slice(2);
  // Called by the completion scripts.
  if (first === 'complete' && rest[0] === '--') return (await completion()).complete(rest.slice(1));
  const [name, ...args] = first === 'help' && rest.length > 0 ? [rest[0], '--help'] : [first, ...rest];
  if (name === '--version' || name === '-v') return print(version());
  if (name === '--help' || name === '-h' || name === 'help') return print(help());
  if (name === undefined) return refuse(help());
  if (!Object.hasOwn(commands, name)) {
    const shown = JSON.stringify(name.slice(0, 60));
    return refuse(`There is no command ${shown}.${await suggestion(name)} "job-search --help" lists them.`);
  }
  if (args[0] === '--version') return print(version());
  if (prebuilt) chooseDataFolder();
  process.argv.splice(2, process.argv.length, ...args);
  await runners[name](args, name);
}

await main();
