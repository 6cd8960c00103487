import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPackages } from './install/install-packages.mjs';
import { root, run } from './programs.mjs';

const bin = (path) => join(root, 'node_modules', path);
const script = (name) => join(root, 'scripts', name);
const tsc = (name, ...args) => [
  bin('typescript/bin/tsc'),
  '--noEmit',
  '--incremental',
  '--tsBuildInfoFile',
  join(root, `.cache/${name}.tsbuildinfo`),
  ...args,
];

/** The folders whose imports .dependency-cruiser.cjs restricts. */
const parts = ['api', 'worker', 'shared', 'pages', 'start', 'cli', 'client', 'demo-board', 'bench'];

/** Every check that needs no test run: its name and the arguments of Node. The slowest come first. */
export const steps = [
  { name: 'patterns', args: [script('check-patterns.mjs')] },
  { name: 'promises', args: [bin('oxlint/bin/oxlint'), '--type-aware'] },
  { name: 'types', args: tsc('types') },
  { name: 'lint', args: [bin('@biomejs/biome/bin/biome'), 'check'] },
  { name: 'pages', args: tsc('pages', '-p', 'pages') },
  { name: 'imports', args: [bin('dependency-cruiser/bin/dependency-cruise.mjs'), '--output-type', 'err', ...parts] },
  { name: 'unused', args: [bin('knip/bin/knip.js')] },
];

/** Runs one step; resolves with its output, its duration in seconds and whether it passed. */
function runStep({ name, args }) {
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        output += bytes;
      });
    const end = (passed) => resolve({ name, passed, output, seconds: (performance.now() - began) / 1000 });
    child.once('error', (error) => {
      output += error.message;
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

/**
 * Runs the named steps, or all, concurrently; prints each result when it ends and the output of failed steps; returns
 * whether all passed.
 */
export async function check(names = []) {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    process.stderr.write(`There is no step "${unknown[0]}". Steps: ${steps.map(({ name }) => name).join(', ')}.\n`);
    return false;
  }
  installPackages();
  mkdirSync(join(root, '.cache'), { recursive: true });
  run(process.execPath, [script('build/write-bodies.mjs')]);
  const began = performance.now();
  const results = await Promise.all(
    steps
      .filter(({ name }) => names.length === 0 || names.includes(name))
      .map(async (step) => {
        const result = await runStep(step);
        process.stdout.write(
          `${result.passed ? 'ok    ' : 'FAILED'} ${result.name} (${result.seconds.toFixed(1)} s)\n`,
        );
        if (!result.passed) process.stdout.write(`${result.output.trimEnd()}\n`);
        return result;
      }),
  );
  const failed = results.filter(({ passed }) => !passed).map(({ name }) => name);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(
    failed.length === 0 ? `all passed (${seconds} s)\n` : `failed: ${failed.join(', ')} (${seconds} s)\n`,
  );
  return failed.length === 0;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = (await check(process.argv.slice(2))) ? 0 : 1;
