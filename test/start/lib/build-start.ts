import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { transformFileSync } from '@swc/core';

const root = resolve(import.meta.dirname, '../../..');

/** Stubs with the protocol of the real parts: ready by message, ended when the channel closes. */
const api = `import { createServer } from 'node:http';
const port = Number(process.env.PORT);
const { REDIS_URL } = process.env;
const server = createServer((request, answer) => {
  if (request.url === '/die') process.exit(7);
  answer.end(JSON.stringify({ pid: process.pid, REDIS_URL }));
});
server.listen(port, '127.0.0.1', () => process.send({ ready: true, url: 'http://127.0.0.1:' + server.address().port }));
for (const end of ['SIGTERM', 'disconnect']) process.on(end, () => process.exit(0));
`;
const worker = `const alive = setInterval(() => undefined, 1000);
const stubborn = process.env.CONTACT === 'stubborn';
process.on('SIGTERM', () => { if (!stubborn) process.exit(0); });
process.on('disconnect', () => process.exit(0));
const { SOURCES, ALLOW_PRIVATE_HOSTS, REDIS_URL } = process.env;
console.log('worker has ' + JSON.stringify({ SOURCES, ALLOW_PRIVATE_HOSTS, REDIS_URL }));
process.send({ ready: true });
`;
const run = `import { writeFileSync } from 'node:fs';
import { main } from './start/main.js';
const place = (name) => new URL(name, import.meta.url).pathname;
const scripts = { api: place('api.js'), worker: place('worker.js'), demoBoard: place('demo-board/main.js') };
const addBoards = async (terms, file) => {
  writeFileSync(file, JSON.stringify({ sources: [{ id: terms, kind: 'greenhouse', board: terms }] }));
  return ['Added ' + terms + '.'];
};
await main(process.env, { scripts, boards: process.argv[2] ?? null, addBoards });
`;

/** The supervisor as plain JavaScript with stubs for the API and the workers; `remove` deletes it. */
export function buildStart(): { folder: string; main: string; remove(): void } {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache', 'test-start-'));
  for (const room of ['start', 'demo-board', 'shared']) {
    const names = readdirSync(join(root, room), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((each) => each.endsWith('.ts'))) compile(join(room, name), folder);
  }
  cpSync(join(root, 'demo-board', 'data'), join(folder, 'demo-board', 'data'), { recursive: true });
  mkdirSync(join(folder, '.cache'));
  const files = { 'package.json': '{"type":"module"}', 'api.js': api, 'worker.js': worker, 'run.js': run };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, '.cache/runtime.json'), '{"redisServer":"redis-server","chromium":null}');
  return { folder, main: join(folder, 'run.js'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function compile(path: string, folder: string): void {
  const target = join(folder, path.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  const parsed = { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } } as const;
  writeFileSync(target, transformFileSync(join(root, path), { swcrc: false, ...parsed }).code);
}
