import { outliveOutput } from '../shared/process/outlive-output.js';
import { sites } from './boards/pages.js';
import { createDemoBoard, type DemoBoard } from './boards/server.js';
import { readOptions, usage } from './read-options.js';

/**
 * Runs the demo board by itself or as a child. It ends on SIGTERM, on SIGINT and with its parent; it sends `{ ready:
 * true, port }` to a parent with an IPC channel.
 */
async function main(): Promise<void> {
  outliveOutput();
  const { port, host, ...rest } = readOptions(process.argv.slice(2));
  const board = createDemoBoard({ ...rest, now: new Date() });
  const { origin, port: taken } = await board.listen(port, host);
  endWithParent(board);
  process.stdout.write(`The demo board listens on ${origin} with ${board.postings.length} postings.\n`);
  for (const { name, home } of [sites.greenhouse, sites.careers, sites.spa])
    process.stdout.write(`  ${name}: ${origin}${home}\n`);
  process.send?.({ ready: true, port: taken });
}

function endWithParent(board: DemoBoard): void {
  const end = (): void => void board.close().then(() => process.exit(0), fail);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
  process.once('disconnect', end);
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`);
  process.exit(1);
}

main().catch(fail);
