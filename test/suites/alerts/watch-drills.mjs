import { openReceiver } from './boards.mjs';
import { expect, isAtLeast, isBelow, until } from './causes.mjs';

/** What is stored of a watch is damaged; or no address accepts deliveries. */
export const watchDrills = [
  {
    alert: 'JobSearchWatchesFail',
    ...{ together: 1, isShortened: true },
    async cause(scene) {
      const { id, ask } = await addWatch(scene);
      scene.damaged = { id, ask };
      await scene.redis('set', `js:{watches}:told:${id}`, 'not a hash');
      scene.host.boards.grows.grows = 1;
    },
    async look(scene) {
      expect(await isAtLeast(scene, 'sum(job_search_watch_failures_total{step="tell"})', 1), 'no step is counted');
      const { state, reason } = await (await scene.damaged.ask('GET', `/${scene.damaged.id}`)).json();
      expect(state === 'paused', `the watch is ${state}`);
      return `the watch was paused: ${reason}`;
    },
    async mend(scene) {
      await scene.redis('del', `js:{watches}:told:${scene.damaged.id}`);
      const { status } = await scene.damaged.ask('POST', `/${scene.damaged.id}/resume`);
      expect(status === 200, `resume is answered ${status}`);
    },
    over: (scene) => isBelow(scene, 'sum(increase(job_search_watch_failures_total[20s]))', 1),
  },
  {
    alert: 'JobSearchWatchesLate',
    ...{ together: 1, isShortened: true },
    async cause(scene) {
      scene.late = await addWatch(scene);
      scene.host.boards.grows.grows = 1;
    },
    async look(scene) {
      const oldest = await scene.value('max(job_search_watch_oldest_delivery_seconds)');
      expect(oldest > 300, `the oldest waits for ${oldest} s`);
      expect(
        ['worker-0', 'worker-1'].some((name) => scene.logged(name, 'watches: not delivered')),
        'the log does not say it',
      );
      return `the oldest delivery waited for ${Math.round(oldest)} s, and the log said why`;
    },
    /** The address answers again; a test that it accepts has sent at once what waits. */
    async mend(scene) {
      await (await scene.receiver).open();
      for (const { ask, id } of [scene.late, scene.damaged].filter(Boolean)) {
        const { accepted } = await (await ask('POST', `/${id}/test`)).json();
        expect(accepted, 'the test is not accepted');
      }
    },
    over: (scene) => isBelow(scene, 'max(job_search_watch_oldest_delivery_seconds)', 300),
    async clear(scene) {
      scene.host.boards.grows.grows = 0;
      for (const { ask, id } of [scene.late, scene.damaged].filter(Boolean)) await ask('DELETE', `/${id}`);
      await (await scene.receiver).close();
    },
  },
];

/** A watch of an address that does not answer yet. */
async function addWatch(scene) {
  scene.receiver ??= openReceiver();
  // Standard output and error come in either order.
  const [key] = /^jsk_\S+$/m.exec(await scene.command('key', 'create', '--plan', 'pro', '--name', 'watches')) ?? [];
  const ask = (method, path = '', body = undefined) =>
    fetch(`${scene.url}/api/watches${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  await until(() => isAtLeast(scene, 'max(job_search_collected_postings{source="grows"})', 1));
  const { url } = await scene.receiver;
  const answer = await ask('POST', '', { search: { keyword: 'engineer' }, url });
  expect(answer.status === 201, `a watch is answered ${answer.status}`);
  return { id: (await answer.json()).id, ask };
}
