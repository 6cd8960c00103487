import { setup } from './install/setup.mjs';

/** The terms after `--boards`; `null` = none. Throws with a sentence for any other argument. */
function boardsOf(args) {
  if (args.length === 0) return null;
  const [name, inline] = args[0].split(/=(.*)/s);
  const [terms, ...surplus] = inline === undefined ? args.slice(1) : [inline, ...args.slice(1)];
  if (name !== '--boards')
    throw new Error(`"job-search start" takes only --boards BOARDS, not ${JSON.stringify(args[0].slice(0, 60))}.`);
  if (terms === undefined || terms.trim() === '' || terms.startsWith('--'))
    throw new Error(
      '--boards needs a value: "all", or industries, sizes, countries and companies, divided by commas; "demo", or "none" to choose in the browser.',
    );
  if (surplus.length > 0)
    throw new Error(
      `Unexpected argument ${JSON.stringify(surplus[0].slice(0, 60))}. Put quotes around a value of several words.`,
    );
  return terms;
}

/** Runs the service with the boards that `--boards` names or, at a first start on a terminal, those chosen there. */
async function start() {
  const given = boardsOf(process.argv.slice(2));
  await setup({ redisNeeded: false });
  const { askForBoards, isFirstStart, main } = await import('../dist/start/main.js');
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const isAsked = given === null && isTerminal && isFirstStart(process.env);
  const boards = isAsked ? await askForBoards(process.stdin, process.stdout) : given;
  // Loaded only if boards are named.
  const addBoards = async (...named) =>
    (await import('../dist/worker/sources-cli/catalogue-command.js')).addBoards(...named);
  return main(process.env, { boards, addBoards, opensBrowser: isAsked });
}

// As shared/process/outlive-output.ts does, which is not built yet: setup prints as well.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  await start();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
