// `npm test -- --suite alerts [NAME …]`: causes alerts of ops/alerts.yml, as Prometheus evaluates them; for each it is seen that the alert
// fires, that what its page of docs/guides/runbook.md looks at tells the cause, and that it is over after what the page says to do.
import { setTimeout as pause } from 'node:timers/promises';
import { setup } from '../install/setup.mjs';
import { drills } from './alert-drills.mjs';
import { openScene } from './alert-scene.mjs';

const names = process.argv.slice(2);
const chosen = drills.filter(({ alert }) => names.length === 0 || names.includes(alert));
const unknown = names.filter((name) => !drills.some(({ alert }) => alert === name));
if (unknown.length > 0) {
  process.stderr.write(
    `No drill for ${unknown.join(', ')}; there is one for ${drills.map(({ alert }) => alert).join(', ')}.\n`,
  );
  process.exit(2);
}

const { redisServer } = await setup({ redisNeeded: true });
const scene = await openScene(redisServer);
const tally = { passed: 0, failed: 0 };
try {
  process.stdout.write(`Prometheus ${await scene.version()}, ${chosen.length} alerts\n`);
  // Causes that do not hurt each other, and whose alerts wait for minutes, are at work at the same time.
  await Promise.all(chosen.filter(({ together }) => together).map(run));
  for (const drill of chosen.filter(({ together }) => !together)) await run(drill);
} finally {
  await scene.close();
}
process.stdout.write(`${tally.passed} passed, ${tally.failed} failed\n`);
process.exitCode = tally.failed === 0 ? 0 : 1;

async function run({ alert, cause, look, mend, over }) {
  const fires = async () => (await scene.firing()).includes(alert);
  try {
    if (await fires()) throw new Error('it fires before its cause');
    const from = performance.now();
    const end = await cause(scene);
    await within(900, fires, 'it does not fire');
    const fired = performance.now();
    const seen = await look(scene);
    await mend(scene);
    if (typeof end === 'function') await end();
    await within(300, () => over(scene), 'it is not over as its page says');
    await within(900, async () => !(await fires()), 'it does not end');
    tally.passed += 1;
    const seconds = (a, b) => `${((b - a) / 1000).toFixed(0)} s`;
    process.stdout.write(
      `ok      ${alert}: fired after ${seconds(from, fired)}, ended ${seconds(fired, performance.now())} later; ${seen}\n`,
    );
  } catch (error) {
    tally.failed += 1;
    process.stdout.write(
      `not ok  ${alert}: ${error.message}; firing: ${(await scene.firing().catch(() => [])).join(', ')}\n`,
    );
    await Promise.resolve(mend(scene)).catch(() => undefined);
  }
}

async function within(seconds, holds, words) {
  const until = performance.now() + seconds * 1000;
  while (!(await holds().catch(() => false))) {
    if (performance.now() > until) throw new Error(`${words} within ${seconds} s`);
    await pause(500);
  }
}
