import { openHost } from './boards.mjs';
import { expect, isAtLeast, isBelow, until } from './causes.mjs';

/** Boards fail, change or shrink, or are read too rarely. */
export const sourceDrills = [
  {
    ...{ alert: 'JobSearchSourceFailing', source: 'acme' },
    ...{ together: 1, isShortened: true },
    cause: (scene) => scene.boards.setMood('acme', 'answers 500'),
    async look(scene) {
      expect(await isAtLeast(scene, failuresOf('acme', 'broken'), 1), 'the cause is not counted');
      const said = await scene.command('sources', 'check', scene.sourcesFile);
      expect(/acme[^\n]*\n[^\n]*answered 500/.test(said), `sources check says ${said}`);
      return 'the cause was counted, and sources check named the status 500';
    },
    async mend(scene) {
      scene.boards.setMood('acme', 'well');
      await askAnew(scene, 'acme');
    },
    over: (scene) => isAtLeast(scene, `${latest('acme', 'ok')} > ${latest('acme', 'failed')}`, 1),
  },
  {
    ...{ alert: 'JobSearchSourceChanged', source: 'beta' },
    together: 1,
    cause: (scene) => scene.boards.setMood('beta', 'answers garbage'),
    async look(scene) {
      const said = await scene.command('sources', 'check', scene.sourcesFile);
      expect(/beta/.test(said) && /log in/i.test(said), `sources check says ${said}`);
      return 'sources check showed what the board returned';
    },
    async mend(scene) {
      scene.boards.setMood('beta', 'well');
      await askAnew(scene, 'beta');
    },
    over: (scene) => isAtLeast(scene, `${latest('beta', 'ok')} > ${latest('beta', 'failed')}`, 1),
  },
  {
    ...{ alert: 'JobSearchSourceShrunk', source: 'shrinks' },
    ...{ together: 1, isShortened: true },
    async cause(scene) {
      await until(() => isAtLeast(scene, 'max(job_search_collected_postings{source="shrinks"} offset 60s)', 12));
      scene.host.boards.shrinks.postings = 2;
    },
    async look(scene) {
      const { sources } = await (await scene.admin('/admin/sources?q=shrinks')).json();
      expect(sources[0].postings === 2, `/admin says ${JSON.stringify(sources[0])}`);
      return '/admin said how many postings are left';
    },
    mend(scene) {
      scene.host.boards.shrinks.postings = 12;
    },
    over: (scene) => isAtLeast(scene, 'job_search:collected_postings{source="shrinks"}', 12),
  },
  {
    alert: 'JobSearchSourcesResting',
    ...{ together: 1, isShortened: true },
    cause: (scene) => scene.far.cut(),
    async look(scene) {
      const { sources } = await (await scene.admin('/admin/sources?state=failing')).json();
      expect(sources.filter(({ id }) => id.startsWith('far-')).length === 6, '/admin does not show them as failing');
      expect(
        scene.logged('worker-0', '"cause":"unreachable"') || scene.logged('worker-1', '"cause":"unreachable"'),
        'no cause in the log',
      );
      return '/admin named them, and the log that they are unreachable';
    },
    mend: (scene) => scene.far.mend(),
    over: (scene) => isBelow(scene, 'max(job_search_sources_resting) / max(job_search_sources)', 0.5),
  },
  {
    alert: 'JobSearchBoardsOverdue',
    ...{ together: 2, isShortened: true },
    async cause(scene) {
      const slow = { perMinute: 1, freshSeconds: 10 };
      scene.slow = await openHost(
        Array.from({ length: 20 }, (_, at) => `slow-${at}`),
        slow,
      );
      scene.changeSources({ add: scene.slow.sources });
    },
    async look(scene) {
      const overdue = await scene.value('max(job_search_boards_overdue)');
      expect(overdue > 0, 'no board is overdue');
      return `${overdue} boards were overdue`;
    },
    mend: (scene) => scene.changeSources({ add: scene.slow.sources.map((each) => ({ ...each, perMinute: 60_000 })) }),
    over: (scene) => isBelow(scene, 'max(job_search_boards_overdue) / max(job_search_boards)', 0.1),
    async clear(scene) {
      scene.changeSources({ remove: scene.slow.sources });
      await scene.slow.close();
    },
  },
  {
    alert: 'JobSearchSourcesFile',
    isShortened: true,
    cause: (scene) => scene.writeSources('{ "sources": [ { "id": '),
    async look(scene) {
      const { checks = {} } = await (await fetch(`${scene.url}/api`)).json();
      expect(checks['sources:file'] !== undefined, 'GET /api does not tell sources:file');
      expect(scene.logged('worker-0', 'sources: the changed file is not used'), 'the log does not say it');
      return 'GET /api and the log said which file';
    },
    mend: (scene) => scene.writeSources(),
    over: (scene) => isBelow(scene, 'max(job_search_sources_file_refused)', 1),
  },
];

const latest = (source, outcome) => `max(job_search_collection_last_seconds{source="${source}",outcome="${outcome}"})`;
const failuresOf = (source, cause) => `sum(job_search_collections_total{source="${source}",cause="${cause}"})`;

/** Pauses and resumes a source on `/admin`: its next reading would come after minutes. */
async function askAnew(scene, id) {
  for (const action of ['pause', 'resume'])
    await until(async () => {
      const answer = await scene.admin(`/admin/sources/${id}/${action}`, { method: 'POST' });
      const path = answer.headers.get('location');
      let outcome;
      do outcome = await (await scene.admin(path)).json();
      while (outcome.state === 'waiting');
      return outcome.state === 'done';
    });
}
