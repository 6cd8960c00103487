// `npm test -- --suite alerts [NAME …]`: causes alerts of ops/alerts.yml, as Prometheus evaluates them; for each it is seen that the alert
// fires, that what its page of docs/guides/runbook.md looks at tells the cause, and that it is over after what the page says to do.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setup } from '../../scripts/install/setup.mjs';
import { root } from '../../scripts/programs.mjs';
import { loadDrills } from './alerts/load-drills.mjs';
import { outageDrills } from './alerts/outage-drills.mjs';
import { processDrills } from './alerts/process-drills.mjs';
import { openScene } from './alerts/scene.mjs';
import { sourceDrills } from './alerts/source-drills.mjs';
import { watchDrills } from './alerts/watch-drills.mjs';

/**
 * What causes each alert, what its page looks at (`look`, which returns it in words), what the page says to do (`mend`), and when it says that
 * it is over. `cause` may return what ends the traffic that it began, `clear` removes what the drill alone needed. `together`: causes of the
 * same round hurt none of each other. `isShortened`: by the rule with shortened durations. Each list has a service of its own, in which its
 * drills run in their order. `source`: of which source the alert is.
 */
const lists = [outageDrills, [...sourceDrills, ...watchDrills, ...processDrills, ...loadDrills]];
const drills = lists.flat();
const rules = readFileSync(join(root, 'ops/alerts.yml'), 'utf8');
const without = [...rules.matchAll(/- alert: (\w+)/g)]
  .map(([, name]) => name)
  .filter((name) => !drills.some(({ alert }) => alert === name));
if (without.length > 0) throw new Error(`There is no drill for ${without.join(', ')}.`);
const names = process.argv.slice(2);
const chosen = drills.filter(({ alert }) => names.length === 0 || names.includes(alert));
const unknown = names.filter((name) => !drills.some(({ alert }) => alert === name));
if (unknown.length > 0) {
  process.stderr.write(
    `No drill for ${unknown.join(', ')}; there is one for ${drills.map(({ alert }) => alert).join(', ')}.\n`,
  );
  process.exit(2);
}

const programs = await setup({ redisNeeded: true });
const tally = { passed: 0, failed: 0 };
await Promise.all(lists.map((list) => runList(list.filter((drill) => chosen.includes(drill)))));
process.stdout.write(`${tally.passed} passed, ${tally.failed} failed\n`);
process.exitCode = tally.failed === 0 ? 0 : 1;

async function runList(list) {
  if (list.length === 0) return;
  const scene = await openScene(programs);
  try {
    process.stdout.write(`Prometheus ${await scene.version()}, ${list.length} alerts\n`);
    for (const drill of list) {
      const round = list.filter((other) => other === drill || (drill.together && other.together === drill.together));
      if (round[0] === drill) await Promise.all(round.map((each) => run(scene, each)));
    }
  } finally {
    await scene.close();
  }
}

async function run(scene, { alert, source, isShortened = false, cause, look, mend, over, clear = () => undefined }) {
  const fires = async () =>
    (await scene.firing(isShortened ? 'shortened' : undefined)).some(
      (labels) => labels.alertname === alert && (source === undefined || labels.source === source),
    );
  let end;
  try {
    // By what an earlier drill has left.
    await within(300, async () => !(await fires()), 'it fires before its cause');
    const from = performance.now();
    end = await cause(scene);
    await within(900, fires, 'it does not fire');
    const fired = performance.now();
    const seen = await look(scene);
    await mend(scene);
    const mended = performance.now();
    await within(600, () => over(scene), 'it is not over as its page says');
    if (typeof end === 'function') await end();
    end = undefined;
    await within(900, async () => !(await fires()), 'it does not end');
    tally.passed += 1;
    const seconds = (a, b) => `${((b - a) / 1000).toFixed(0)} s`;
    const durations = isShortened ? ' (durations shortened)' : '';
    process.stdout.write(
      `ok      ${alert}${durations}: fired after ${seconds(from, fired)}, ended ${seconds(mended, performance.now())} after the repair; ${seen}\n`,
    );
  } catch (error) {
    tally.failed += 1;
    const firing = await scene.firing().catch(() => []);
    process.stdout.write(
      `not ok  ${alert}: ${error.message}; firing: ${firing.map(({ alertname }) => alertname).join(', ')}\n`,
    );
    await Promise.resolve()
      .then(() => mend(scene))
      .catch(() => undefined);
  }
  if (typeof end === 'function') await end();
  await Promise.resolve()
    .then(() => clear(scene))
    .catch((error) => process.stdout.write(`        ${alert}: not cleared: ${error.message}\n`));
}

async function within(seconds, holds, words) {
  const until = performance.now() + seconds * 1000;
  while (!(await holds().catch(() => false))) {
    if (performance.now() > until) throw new Error(`${words} within ${seconds} s`);
    await pause(500);
  }
}
