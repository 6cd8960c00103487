import { type Config, readConfig } from '../shared/config.js';
import { projectFile } from '../shared/project-file.js';
import { createBoardDisplay } from './board-display.js';
import { readRuntime } from './runtime.js';
import { type Scripts, startService } from './start-service.js';
import { startupMessage } from './startup-message.js';
import { createSupervisor, type Supervisor } from './supervisor.js';
import { createTerminal } from './terminal.js';

/** npm repeats the terminal's signal, so two of them this close together (milliseconds) are one Ctrl-C. */
const oneCtrlC = 500;

const builtScripts = (): Scripts => ({
  api: projectFile('dist/api/main.js'),
  worker: projectFile('dist/worker/main.js'),
  demoBoard: projectFile('dist/demo-board/main.js'),
});

/**
 * Runs the service as one process tree until it is stopped. SIGINT, SIGTERM or SIGHUP stop it in order with exit
 * code 0, a second Ctrl-C at once; what cannot start ends it with one line and exit code 1.
 */
export async function main(environment: NodeJS.ProcessEnv, scripts: Scripts = builtScripts()): Promise<void> {
  const terminal = createTerminal(process.stdout, environment);
  const { say } = terminal;
  const display = createBoardDisplay(terminal);
  const supervisor = createSupervisor({ say });
  endOnSignal(supervisor, (line) => {
    display.end();
    say(line);
  });
  try {
    const config: Config = readConfig(environment);
    const service = { config, environment, runtime: readRuntime(), scripts, supervisor, say, onBoards: display.update };
    for (const line of startupMessage(await startService(service))) say(line);
    display.begin();
  } catch (error) {
    if (supervisor.stopping()) return;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    await supervisor.stop();
    process.exit(1);
  }
}

function endOnSignal(supervisor: Supervisor, say: (line: string) => void): void {
  let firstAt: number | null = null;
  const end = (signal: NodeJS.Signals): void => {
    if (firstAt === null) {
      firstAt = performance.now();
      say(`${signal}: stopping. Press Ctrl-C again to end at once.`);
      supervisor.stop().then(() => process.exit(0), fail);
    } else if (performance.now() - firstAt > oneCtrlC) {
      supervisor.kill();
      process.exit(130);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
