import { expect, test } from '@jest/globals';
import { createFindCompany } from '../../../api/jobs/company.js';
import { writeClosedJobs } from '../../../shared/search/collections/collected-jobs.js';
import type { HeldAnswer } from '../../../shared/search/held-question.js';
import { emptyRecord, writeOpeningRecord } from '../../../worker/openings/opening-record.js';
import { suiteRedis } from '../../lib/suite-redis.js';
import { made, now, search } from '../../worker/lib/made-jobs.js';

const { redis } = await suiteRedis('working');

test('a company closed what its boards list no longer, the latest first, and no opening of another', async () => {
  const jobs = [made({ title: 'Baker', company: 'Acme' })];
  const { jobs: records } = search(jobs, { keyword: 'baker' });
  const closedAt = (hours: number) => now.getTime() - hours * 3_600_000;
  const closed = [
    { ...made({ title: 'Miller', company: 'ACME Inc.' }), id: 'job_aaaaaaaaaaaaaaaa', hours: 3 },
    { ...made({ title: 'Driver', company: 'Acme' }), id: 'job_bbbbbbbbbbbbbbbb', hours: 2 },
    { ...made({ title: 'Welder', company: 'Acme Foods' }), id: 'job_cccccccccccccccc', hours: 1 },
  ];
  await writeClosedJobs(
    redis,
    closed.map(({ hours, ...job }) => ({
      job,
      descriptionHtml: '',
      lastSeenAt: closedAt(hours + 1),
      closedAt: closedAt(hours),
    })),
  );
  const left = { id: 'job_dddddddddddddddd', firstSeen: 1, lastSeen: 2, closedAt: null, keys: [] };
  const gone = closed.map(({ id, hours }) => ({ ...left, id, closedAt: Math.floor(closedAt(hours) / 1000) }));
  await writeOpeningRecord(redis, 'one', { ...emptyRecord('one'), gone: [...gone, left] });
  const facets = { dateSincePosted: [], places: [] } as unknown as HeldAnswer['facets'];
  const findCompany = createFindCompany({
    ...{ redis, now: () => now },
    askHeld: async () => ({ total: 1, jobs: records, facets, partial: false }),
  });
  const { closed: told, name, total } = await findCompany('acme');
  expect({ name, total }).toEqual({ name: 'Acme', total: 1 });
  expect(told.map(({ title }) => title)).toEqual(['Driver', 'Miller']);
  expect(told[0]?.closedAt).toBe(new Date(closedAt(2)).toISOString());
});
