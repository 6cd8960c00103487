import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { configSchema } from '../../shared/config.js';
import { projectFile } from '../../shared/project-file.js';
import { readSourcesFile } from '../../worker/sources/config/sources-file.js';
import { type RouteServer, serveRoutes } from '../lib/boards/serve-routes.js';

const read = (file: string): string => readFileSync(projectFile(file), 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('docker-compose.yml');

/** Created by the build; every other copied file is in the repository. */
const made = ['node_modules', 'dist', '.cache/gazetteer.txt'];

describe('the image', () => {
  test('copies only files that are in the repository or created by its build', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?:--from=build )?(.+) \S+$/gm)]
      .flatMap(([, from = '']) => from.split(' '))
      .filter((source) => source !== '/usr/local/bin/node');
    expect(copied.length).toBeGreaterThan(6);
    for (const source of copied.map((each) => each.replace(/^\/app\//, '')))
      expect([source, made.includes(source) || existsSync(projectFile(source))]).toEqual([source, true]);
  });

  test('sets no unknown setting', () => {
    const names = [...dockerfile.matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name = '']) => name);
    const ours = names.filter((name) => !/^(?:NODE_ENV$|HOME$|ARG$|MALLOC_)/.test(name));
    expect(ours.length).toBeGreaterThan(4);
    for (const name of ours) expect(Object.keys(configSchema.shape)).toContain(name);
  });

  test('runs as an unprivileged user and starts with tini', () => {
    const stages = dockerfile.split(/^FROM /m).slice(2);
    expect(stages.map((stage) => /^\S+ AS (\w+)/.exec(stage)?.[1])).toEqual(['service', 'browser', 'one']);
    for (const stage of stages) expect(stage.match(/^USER .*/gm)?.at(-1)).toBe('USER 1000:1000');
    expect(dockerfile).toMatch(/^ENTRYPOINT \["\/usr\/bin\/tini"/m);
  });
});

describe('docker-compose.yml', () => {
  test('names only files that exist', () => {
    const files = [...compose.matchAll(/(?:^|[\s'=-])(\.\/[\w./-]+)/gm)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(6);
    for (const file of files.filter((each) => !each.includes('my-')))
      expect([file, existsSync(projectFile(file))]).toEqual([file, true]);
  });

  test('hardens and limits every service', () => {
    const services = compose.split('\nservices:')[1]?.split(/\n(?=\S)/)[0] ?? '';
    const bodies = services.split(/\n(?= {2}[a-z])/).filter((text) => text.trim() !== '');
    expect(bodies).toHaveLength(9);
    for (const body of bodies) {
      expect(body).toMatch(/<<: \*(?:hardened|service)/);
      expect(body).toMatch(/limits: \{ cpus: '\d', memory: \d+[mg], pids: \d+ \}/);
      expect(body).not.toMatch(/privileged|cap_add|network_mode: host/);
      // Only the proxy and the monitoring tools publish ports.
      if (/^ {2}(?:redis|demo-board|api|worker|worker-browser):/.test(body)) expect(body).not.toMatch(/^ {4}ports:/m);
    }
    for (const line of ['init: true', 'read_only: true', 'cap_drop: [ALL]']) expect(compose).toContain(line);
  });

  test('passes no unknown setting', () => {
    const settings = compose.split('x-settings:')[1]?.split('\nservices:')[0] ?? '';
    const names = [...settings.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name = '']) => name.replace(/_FILE$/, ''));
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) expect(Object.keys(configSchema.shape)).toContain(name);
  });

  test('passes every setting that the image does not fix', () => {
    // Replaced by Compose's own means, or for the embedded Redis and the bundled board.
    const notHere = [
      'WORKERS',
      'WORKER_INDEX',
      'DATA_DIR',
      'REDIS_MAXMEMORY',
      'DEMO_PORT',
      'REDIS_PASSWORD',
      'OPENSEARCH_PASSWORD',
      'ADMIN_TOKEN',
    ];
    const given = [...`${compose}\n${dockerfile}`.matchAll(/\b([A-Z][A-Z_]+)(?:: |=)/g)].map(([, name = '']) => name);
    for (const name of Object.keys(configSchema.shape).filter((each) => !notHere.includes(each)))
      expect(given).toContain(name);
    for (const name of ['REDIS_PASSWORD', 'OPENSEARCH_PASSWORD', 'ADMIN_TOKEN'])
      expect(given).toContain(`${name}_FILE`);
  });

  test('keeps the segments of workers in a volume that the image gives to its user', () => {
    const [, folder = ''] = /^ {6}SEGMENTS_DIR: \$\{SEGMENTS_DIR:-(\S+)\}$/m.exec(compose) ?? [];
    expect(folder).toMatch(/^\/var\//);
    expect(dockerfile).toContain(`RUN install -d -o 1000 -g 1000 -m 700 ${folder}\n`);
    expect(compose).toContain(`'segments:${folder}'`);
    expect(compose).toMatch(/^volumes:(?:\n {2}.*)*\n {2}segments:$/m);
  });

  test('has valid demo sources', () => {
    expect(readSourcesFile(read('docker/sources/sources.json'), 'docker/sources/sources.json')).toHaveLength(3);
  });
});

describe('docker/small', () => {
  const small = read('docker/small/docker-compose.yml');

  test('has three services, in forty lines and a short .env', () => {
    const services = small.split('\nservices:')[1]?.split(/\n(?=\S)/)[0] ?? '';
    expect([...services.matchAll(/^ {2}([a-z-]+):$/gm)].map(([, name]) => name)).toEqual(['redis', 'api', 'worker']);
    expect(small.split('\n').length).toBeLessThanOrEqual(41);
    expect(read('docker/small/.env.example').split('\n').length).toBeLessThanOrEqual(13);
    expect(small).toContain('SOURCES: /data/sources.json');
    expect(dockerfile).toContain(`echo '{ "sources": [] }' > /data/sources.json`);
  });

  test('sets no unknown setting, and its .env has what it asks for', () => {
    const asked = [...small.matchAll(/\$\{([A-Z_]+):-/g)].map(([, name = '']) => name);
    const offered = [...read('docker/small/.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
    expect(asked).toEqual(expect.arrayContaining(['IMAGE', 'JOB_SEARCH_VERSION', 'PUBLISH']));
    const fixed = [...small.matchAll(/\b([A-Z][A-Z_]+): /g)].map(([, name = '']) => name);
    for (const name of [...fixed, ...offered.filter((each) => !asked.includes(each))])
      expect(Object.keys(configSchema.shape)).toContain(name);
  });
});

type Profile = { defaultAction: string; syscalls: { names: string[]; action: string }[] };

test('the seccomp profile allows what Chromium’s sandbox needs, and denies mounts, modules and other namespaces', () => {
  const profile = JSON.parse(read('docker/chromium-seccomp.json')) as Profile;
  expect(profile.defaultAction).toBe('SCMP_ACT_ALLOW');
  const denied = profile.syscalls.filter(({ action }) => action === 'SCMP_ACT_ERRNO').flatMap(({ names }) => names);
  for (const call of ['clone', 'clone3', 'unshare', 'chroot', 'seccomp', 'prctl']) expect(denied).not.toContain(call);
  for (const call of ['mount', 'setns', 'pivot_root', 'init_module', 'bpf', 'kexec_load', 'io_uring_setup', 'keyctl'])
    expect(denied).toContain(call);
  expect(new Set(denied).size).toBe(denied.length);
});

describe('docker/health.mjs', () => {
  const ask = (probe: string, port: string) =>
    promisify(execFile)(process.execPath, [projectFile('docker/health.mjs'), probe], {
      env: { ...process.env, ADMIN_PORT: port },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );

  test('exits with 0 when the answer is 200, and otherwise with 1 and the answer', async () => {
    const server: RouteServer = await serveRoutes(({ path }) => (path === '/live' ? { status: 'pass' } : null));
    const { port } = new URL(server.baseUrl);
    expect(await ask('live', port)).toEqual({ code: 0, stdout: '{"status":"pass"}' });
    expect((await ask('ready', port)).code).toBe(1);
    await server.close();
    const gone = await ask('live', port);
    expect(gone.code).toBe(1);
    expect(gone.stdout).toMatch(/^Port \d+ does not answer: connect ECONNREFUSED/);
  });
});
