// Two releases side by side on one Redis, as in an upgrade: `npm test -- --suite releases REF` (a tag or commit; HEAD~1 unless
// given). Each half of the service is replaced while searches run; exit code 1 when one of them failed.
import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setup } from '../../scripts/install/setup.mjs';
import { npm, root, run } from '../../scripts/programs.mjs';

const { redisServer } = await setup({ redisNeeded: true });
const reference = process.argv[2] ?? 'HEAD~1';
const folder = mkdtempSync(join(tmpdir(), 'releases-'));
const formerRoot = join(folder, 'former');
const say = (line) => process.stdout.write(`${line}\n`);
const children = new Set();

/** Builds another commit in a separate work tree, with the packages of this one where both lock the same. */
function buildFormer() {
  run('git', ['worktree', 'add', '--detach', formerRoot, reference]);
  const [lock, formerLock] = [root, formerRoot].map((folder) =>
    readFileSync(join(folder, 'package-lock.json'), 'utf8'),
  );
  if (lock === formerLock) {
    symlinkSync(join(root, 'node_modules'), join(formerRoot, 'node_modules'));
    if (existsSync(join(root, '.cache'))) symlinkSync(join(root, '.cache'), join(formerRoot, '.cache'));
    // With other packages it makes a gazetteer of its own.
  } else npm(['ci', '--ignore-scripts'], { cwd: formerRoot });
  run(process.execPath, ['scripts/build.mjs'], { cwd: formerRoot });
}

/** Starts a process of a release; resolves when it is ready. */
async function start(release, part, port) {
  const at = release === 'former' ? formerRoot : root;
  const env = {
    ...process.env,
    ...{ REDIS_URL: `unix://${join(folder, 'redis.sock')}`, SOURCES: join(folder, 'sources.json'), TRUST_PROXY: '1' },
    ...{ ALLOW_PRIVATE_HOSTS: '127.0.0.1', LOG_LEVEL: 'warn', PORT: String(port ?? 0), FRESH_SECONDS: '2' },
  };
  const child = fork(join(at, `dist/${part}/main.js`), {
    cwd: at,
    env,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.add(child);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${part} of ${release} ended with ${code}.`);
  });
  ended.catch(() => undefined);
  const [ready] = await Promise.race([once(child, 'message'), ended]);
  return { url: ready.url, stop: () => stop(child) };
}

async function stop(child) {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

let asked = 0;
/** Makes a search; returns a sentence when the answer is not complete. */
async function ask(url, keyword) {
  asked += 1;
  const answer = await fetch(`${url}/api/jobs/search`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', prefer: 'wait=20' },
      'x-forwarded-for': `10.5.${asked >> 8}.${asked & 255}`,
    },
    body: JSON.stringify({ keyword, limit: '5' }),
  });
  const body = await answer.json();
  if (answer.status !== 200) return `${answer.status} ${body.code}: ${body.detail}`;
  if (body.partial || body.page.total === 0) return `partial ${body.partial}, ${body.page.total} jobs`;
  return null;
}

const wrong = [];
/** New and cached searches of each API, and a search that the other API's workers collected. */
async function check(title, apis) {
  const before = wrong.length;
  for (let round = 0; round < 5; round++)
    for (const [at, { url }] of apis.entries()) {
      const told = [
        await ask(url, `engineer OR zq${asked}`),
        await ask(apis[(at + 1) % apis.length].url, `engineer OR zq${asked - 1}`),
      ];
      wrong.push(...told.filter((each) => each !== null).map((each) => `${title}: ${each}`));
    }
  say(`${wrong.length === before ? 'ok   ' : 'WRONG'} ${title}`);
}

/** Searches continuously while something is replaced; `of` returns the API to use. */
async function during(title, of, work) {
  const before = wrong.length;
  const first = asked;
  let over = false;
  const clients = Array.from({ length: 4 }, async () => {
    while (!over) {
      const told = await ask(of().url, `engineer OR zq${asked}`).catch(
        (error) => `broken: ${error.cause?.code ?? error.message}`,
      );
      if (told !== null) wrong.push(`${title}: ${told}`);
      await pause(20);
    }
  });
  await work();
  over = true;
  await Promise.all(clients);
  say(`${wrong.length === before ? 'ok   ' : 'WRONG'} ${title}: ${asked - first} searches`);
}

let redis;
let boards;
try {
  say(`Building ${reference} …`);
  buildFormer();
  redis = spawn(
    redisServer,
    ['--port', '0', '--unixsocket', join(folder, 'redis.sock'), '--save', '', '--dir', folder],
    { stdio: 'ignore' },
  );
  const { startBoards } = await import('../../dist/test/suites/faults/boards.js');
  boards = await startBoards();
  // No browser here: the board that needs one is omitted.
  const sources = boards.sources.filter(({ id }) => id !== 'delta');
  writeFileSync(join(folder, 'sources.json'), JSON.stringify({ sources }));

  const former = { worker: await start('former', 'worker'), api: await start('former', 'api') };
  await check('the former release alone', [former.api]);
  let present;
  await during(
    'workers replaced under the former API',
    () => former.api,
    async () => {
      present = { worker: await start('present', 'worker') };
      await pause(3000);
      await former.worker.stop();
      await pause(3000);
    },
  );
  await check('former API, present worker', [former.api]);
  present.api = await start('present', 'api');
  await check('both APIs, present worker', [former.api, present.api]);
  let front = former.api;
  await during(
    'APIs replaced',
    () => front,
    async () => {
      await pause(1000);
      front = present.api;
      await pause(1000);
      await former.api.stop();
      await pause(1000);
    },
  );
  await check('the present release alone', [present.api]);
  // And back: APIs first, workers last.
  const back = { api: await start('former', 'api') };
  await check('both APIs on the way back', [back.api, present.api]);
  await present.api.stop();
  await during(
    'workers replaced on the way back',
    () => back.api,
    async () => {
      back.worker = await start('former', 'worker');
      await pause(3000);
      await present.worker.stop();
      await pause(3000);
    },
  );
  await check('the former release alone again', [back.api]);
} finally {
  for (const child of [...children]) await stop(child);
  redis?.kill();
  await boards?.close();
  spawnSync('git', ['worktree', 'remove', '--force', formerRoot], { cwd: root });
  rmSync(folder, { recursive: true, force: true });
}
for (const each of wrong.slice(0, 20)) say(`  ${each}`);
say(
  wrong.length === 0
    ? `${asked} searches over two releases: all were answered completely.`
    : `${wrong.length} of ${asked} searches failed.`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;
