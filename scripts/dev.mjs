import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { buildChanges } from './build.mjs';
import { setup } from './install/setup.mjs';
import { root } from './programs.mjs';

/**
 * `npm run dev`: the service of `npm start`, restarted when a source file changes. Only changed files are compiled. While the
 * sources do not compile, the running service is kept, and the compiler's errors are printed.
 */
const folders = ['api', 'worker', 'shared', 'start', 'demo-board', 'pages', 'cli', 'client'];
/** Milliseconds without a further change before a restart: an editor or git writes several files. */
const quietMs = 200;
/** Files that trigger a restart, and editors' temporary files, which do not. */
const isSource = (file) => /\.(?:ts|json|html|css|svg|txt|csv|tsv)$/.test(file) && !/(?:^|\/)(?:\.|dist\/)/.test(file);

const say = (line) => process.stdout.write(`dev: ${line}\n`);

await setup({ redisNeeded: false });
let service = start();
let ending = false;
let changed = new Set();
let quiet = null;
let restarting = Promise.resolve();

for (const folder of folders.filter((each) => existsSync(join(root, each))))
  watch(join(root, folder), { recursive: true }, (_, file) => {
    if (file === null || !isSource(file)) return;
    changed.add(join(folder, file));
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      restarting = restarting.then(restart);
    }, quietMs);
  });
say(`watching ${folders.join(', ')}`);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    ending = true;
    // A second signal is forwarded as well: the service then ends at once.
    if (isRunning(service)) service.kill(signal);
    else process.exit(0);
  });

/** Starts the service; when it ends by itself, a later change starts it again. */
function start() {
  const child = spawn(process.execPath, [join(root, 'scripts/dev-service.mjs')], { cwd: root, stdio: 'inherit' });
  child.once('exit', (code) => {
    if (ending) process.exit(code ?? 1);
    if (child === service) say(`the service ended (${code}); it starts again after the next change`);
  });
  return child;
}

async function restart() {
  if (ending) return;
  const files = [...changed];
  changed = new Set();
  if (files.length === 0) return;
  say(`changed: ${files.slice(0, 5).join(', ')}${files.length > 5 ? ` and ${files.length - 5} more` : ''}`);
  try {
    buildChanges(files);
  } catch (error) {
    say(`${error.message}\ndev: not restarted: the sources do not compile`);
    return;
  }
  await stop();
  if (!ending) service = start();
}

async function stop() {
  const old = service;
  if (!isRunning(old)) return;
  old.removeAllListeners('exit');
  const ended = once(old, 'exit');
  old.kill('SIGTERM');
  await ended;
  if (ending) process.exit(0);
}

function isRunning(child) {
  return child.exitCode === null && child.signalCode === null;
}
