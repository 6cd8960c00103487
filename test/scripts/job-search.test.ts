import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { projectFile } from '../../shared/project-file.js';

/** The packed program, installed into an empty folder beside its dependencies, as npm hoists them. */
let folder: string;
let program: string;
let environment: NodeJS.ProcessEnv;

type Manifest = { version: string; dependencies: Record<string, string> };
const manifest = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as Manifest;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packed-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  // The built files are those of this project: the hook that builds them is left out.
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
    cwd: projectFile('.'),
  });
  execFileSync('tar', ['xzf', `job-search-${manifest.version}.tgz`], { cwd: folder });
  execFileSync('mv', ['package', join(modules, 'job-search')], { cwd: folder });
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(projectFile(`node_modules/${name}`), join(modules, name));
  }
  program = join(modules, 'job-search', 'scripts', 'job-search.mjs');
  const { SOURCES: _sources, REDIS_URL: _redis, DATA_DIR: _data, ...inherited } = process.env;
  environment = { ...inherited, XDG_DATA_HOME: join(folder, 'data'), PORT: '0', DEMO_PORT: '0', WORKERS: '1' };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(args: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const options = { cwd: folder, env: { ...environment, ...more }, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  return { code: status, out: stdout, err: stderr };
}

describe('the packed program', () => {
  test('contains no sources, and neither the benchmarks nor development packages', () => {
    const root = join(folder, 'node_modules', 'job-search');
    expect(readdirSync(root).sort()).toEqual(
      ['.cache', 'CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json', 'scripts', 'tools'].sort(),
    );
    expect(readdirSync(join(root, 'dist'))).not.toContain('bench');
  });

  test('says what it can do, and what an unknown command may have meant', () => {
    expect(run(['--version']).out).toBe(`${manifest.version}\n`);
    expect(run(['search', '--version']).out).toBe(`${manifest.version}\n`);
    // What it says to type is what was typed, not a script of package.json.
    expect(run(['key', '--help']).out).toContain('npx job-search key create');
    const { code, out } = run(['--help']);
    expect(code).toBe(0);
    for (const name of [
      'start',
      'search',
      'watch',
      'export',
      'watches',
      'sources',
      'key',
      'warm',
      'mcp',
      'doctor',
      'settings',
      'completion',
    ])
      expect(out).toMatch(new RegExp(`^ {2}${name}\\b.*\\.$`, 'm'));
    expect(run(['serch', 'nurse'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('Did you mean search?'),
    });
    expect(run([])).toMatchObject({ code: 2, out: '', err: out });
    expect(run(['start', 'now'])).toMatchObject({ code: 2, err: expect.stringContaining('not "now"') });
    expect(run(['start', '--boards'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--boards needs a value'),
    });
    expect(run(['help', 'export']).out).toContain('FILE.cursor');
    expect(run(['settings']).out).toMatch(/^\| `PORT` \| `3000` \|/m);
  });

  test('completes commands, options and the words of fields', () => {
    const complete = (...words: string[]) =>
      run(['complete', '--', ...words])
        .out.split('\n')
        .map((line) => line.split('\t')[0]);
    expect(complete('se')).toEqual(['search', 'settings', ':4', '']);
    expect(complete('search', '--re')).toEqual(['--remote', ':4', '']);
    expect(complete('search', 'nurse', '--remote', '')).toEqual(['on-site', 'remote', 'hybrid', ':4', '']);
    expect(complete('export', '--l')).toEqual(['--location', '--level', '--language', '--label', ':4', '']);
    expect(complete('watches', 're')).toEqual(['redeliver', 'resume', 'remove', ':4', '']);
    expect(complete('watches', 'create', '--remote', 'h')).toEqual(['hybrid', ':4', '']);
    expect(complete('watches', 'create', '--l')).toEqual(['--location', '--level', '--language', '--label', ':4', '']);
    expect(complete('key', 'r')).toEqual(['revoke', 'rotate', ':4', '']);
    expect(run(['completion', 'tcsh']).code).toBe(2);
    for (const shell of ['bash', 'zsh', 'fish'])
      expect(run(['completion', shell]).out).toContain('job-search complete --');
    const bash = run(['completion', 'bash']).out;
    expect(spawnSync('bash', ['-n'], { input: bash, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });

  test('starts the service on the demo board, finds jobs there and exports them', async () => {
    const service = spawn(process.execPath, [program, 'start'], { cwd: folder, env: environment });
    try {
      const JOB_SEARCH_URL = await addressOf(service);
      const found = run(['search', 'software engineer', '--remote', 'hybrid', '--json'], { JOB_SEARCH_URL });
      expect(JSON.parse(found.out).jobs.length).toBeGreaterThan(0);
      const key = run(['key', 'create', '--plan', 'pro', '--name', 'test']).out.trim();
      const exported = () => run(['export', 'jobs.csv', 'engineer'], { JOB_SEARCH_URL, JOB_SEARCH_KEY: key });
      const first = exported();
      expect(first).toMatchObject({ code: 0, err: expect.stringMatching(/\d+ jobs in jobs\.csv\.\n$/) });
      const count = Number(/(\d+) jobs in/.exec(first.err)?.[1]);
      expect(count).toBeGreaterThan(10);
      expect(readFileSync(join(folder, 'jobs.csv.ndjson'), 'utf8').trim().split('\n')).toHaveLength(count);
      expect(exported()).toMatchObject({ code: 0, err: expect.stringContaining('jobs in jobs.csv (') });
    } finally {
      const ended = once(service, 'exit');
      service.kill('SIGTERM');
      await ended;
    }
  });
});

/** The address that the service prints once it answers. */
async function addressOf(service: ChildProcess): Promise<string> {
  const seen: string[] = [];
  for await (const line of createInterface({ input: service.stdout ?? process.stdin })) {
    seen.push(line);
    const [, url] = /^Search +(http:\S+?)\/?$/.exec(line) ?? [];
    if (url === undefined) continue;
    service.stdout?.resume();
    return url;
  }
  throw new Error(`The service ended: ${seen.join('\n')}`);
}
