import { expect, test } from '@jest/globals';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { type JobCopies, noCopies, readJobCopies, writeJobCopies } from '../../../shared/search/lookup.js';
import type { Engine } from '../../../worker/engine/engine.js';
import { updateCopies } from '../../../worker/export/find-copies.js';
import { readSourcesFile } from '../../../worker/sources/config/sources-file.js';
import { suiteRedis } from '../../lib/suite-redis.js';
import { gazetteer } from '../lib/made-jobs.js';

const { redis } = await suiteRedis('working');
const sources = readSourcesFile(
  JSON.stringify({
    sources: [
      { id: 'whole', kind: 'greenhouse', board: 'acme' },
      { id: 'words', kind: 'site', search: 'https://words.example/?q={keyword}' },
    ],
  }),
  'test',
);
const on = (source: string) => ({ source, url: `https://${source}.example/1` });
const seenOn = (days: number[], ...boards: string[]): JobCopies => ({
  ...{ alsoOn: boards.map(on), repeats: 0 },
  firstSeenAt: `2026-11-${String(Math.min(...days)).padStart(2, '0')}T08:00:00.000Z`,
});

/** The duplicates after a worker has found `found` among what is held whole. */
async function copiesAfter(id: string, found: JobCopies): Promise<JobCopies> {
  const lacking = { listings: [], missing: [], silent: 0, parts: 1 };
  const engine: Pick<Engine, 'copies'> = { copies: async () => ({ copies: found, ...lacking }) };
  const context = {
    ...{ redis, engine, gazetteer, sources: () => sources },
    config: { STALE_SECONDS: 3600 },
    now: () => new Date(),
  };
  await updateCopies(context, { v: 1, kind: 'copies', id, source: 'whole' } as never);
  return readJobCopies(redis, id);
}

test('a board that narrows and gave the posting to a search is still named by its id, for as long as it was', async () => {
  await writeJobCopies(redis, { id: 'job_kept', ...seenOn([3], 'words', 'other') }, 60_000);
  expect(await copiesAfter('job_kept', noCopies)).toEqual(seenOn([3], 'words'));
  expect(await copiesAfter('job_kept', seenOn([5], 'third'))).toEqual(seenOn([3], 'words', 'third'));
  expect(await redis.pttl(redisKeys.jobCopies('job_kept'))).toBeLessThanOrEqual(60_000);
});

test('a board that is held whole is named as it is found now', async () => {
  await writeJobCopies(redis, { id: 'job_whole', ...seenOn([3], 'whole', 'removed') }, 60_000);
  expect(await copiesAfter('job_whole', seenOn([5], 'third'))).toEqual(seenOn([5], 'third'));
  expect(await copiesAfter('job_whole', noCopies)).toEqual(noCopies);
});
