import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { isProgram, npm, root, say } from '../../scripts/programs.mjs';

/**
 * Runs the tests under other versions of Node, which npm fetches into .cache/node: `npm test -- --suite node 24` runs all tests under
 * Node 24, further arguments are Jest's, and without a version every one of `versions` runs in turn.
 */
const versions = ['22', '24', '26'];
const given = process.argv.slice(2);
const asked = given.filter((argument) => /^\d+(?:\.\d+)*$/.test(argument));
const jestArguments = given.filter((argument) => !asked.includes(argument));

const outcomes = (asked.length > 0 ? asked : versions).map((version) => {
  const node = findNode(version);
  say(`Node ${version}: ${node}`);
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
  const { status } = spawnSync(node, [join(root, 'scripts/test.mjs'), ...jestArguments], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  return { version, passed: status === 0 };
});
for (const { version, passed } of outcomes) process.stdout.write(`Node ${version}: ${passed ? 'passed' : 'FAILED'}\n`);
process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1;

/** The program of a version, from the npm package that carries it for this platform; installed when it is missing. */
function findNode(version) {
  const folder = join(root, '.cache', 'node', version);
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const program = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (isProgram(program)) return program;
  mkdirSync(folder, { recursive: true });
  npm([
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-save',
    '--prefix',
    folder,
    `${name}@${version}`,
  ]);
  if (!existsSync(program)) throw new Error(`${name}@${version} has no ${program}.`);
  return program;
}
