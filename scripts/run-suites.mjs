import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from './programs.mjs';

/** More failing suites than this are no matter of a busy machine: they are not run again. */
const mostAgain = 6;

/**
 * Runs Jest with these arguments and resolves with its exit code. `again`: suites that fail beside others run once more, alone,
 * and that run decides: many wait for real time, and two other suites share the processor with them. Both runs are printed, and
 * the last line counts every test once: `N passed, N failed`.
 */
export async function runSuites(args, { cwd = root, env = process.env, again = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'suites-'));
  try {
    const first = await runJest(args, { cwd, env, results: join(folder, 'first.json') });
    const failing = first.results?.failing ?? [];
    if (!again || first.code === 0 || first.interrupted || failing.length === 0 || failing.length > mostAgain)
      return first.code;
    const paths = failing.map(({ path }) => path);
    process.stdout.write(`\n== ${paths.length} failed beside others, run again alone: ${paths.join(', ')}\n`);
    const alone = ['--runInBand', '--runTestsByPath', ...paths];
    const second = await runJest(alone, { cwd, env, results: join(folder, 'again.json') });
    const { code } = second;
    // Without results the suites stay what they were.
    const passed =
      first.results.passed + (second.results === null ? 0 : second.results.passed - sum(failing, 'passed'));
    const failed = second.results?.failed ?? sum(failing, 'failed');
    const failedAgain = new Set(second.results?.failing.map(({ path }) => path) ?? paths);
    const flaky = paths.filter((path) => !failedAgain.has(path)).map((path) => relative(cwd, path));
    process.stdout.write(
      `\n== alone: ${code === 0 ? 'all passed' : 'failed again'}\n${flakyLine(flaky)}${passed} passed, ${failed} failed\n`,
    );
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A suite that fails beside others and passes alone hides a race: a mistake until its cause is known. */
const flakyLine = (paths) =>
  paths.length === 0
    ? ''
    : `flaky: ${paths.length} of the suites above, each with a race to be found: ${paths.join(', ')}\n`;

const sum = (suites, field) => suites.reduce((total, suite) => total + suite[field], 0);

/** Runs Jest once; `results`: the file that the reporter of totals writes. */
function runJest(args, { cwd, env, results }) {
  const jest = spawn(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      join(root, 'node_modules/jest/bin/jest.js'),
      ...args,
    ],
    { cwd, env: { ...env, TOTALS_FILE: results }, stdio: 'inherit' },
  );
  let interrupted = false;
  const interrupt = () => {
    interrupted = true;
  };
  // The terminal signals Jest itself; this process stays alive to pass on its exit code.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, interrupt);
  return new Promise((resolve, reject) => {
    jest.once('error', reject);
    jest.once('exit', (code, signal) => {
      for (const each of ['SIGINT', 'SIGTERM']) process.off(each, interrupt);
      const found = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : null;
      resolve({
        code: code ?? 128 + constants.signals[signal],
        interrupted: interrupted || signal !== null,
        results: found,
      });
    });
  });
}
