import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type DocumentHead,
  documentVersion,
  parseJobs,
  readDocument,
  writeDocument,
} from '../../../shared/search/search-document.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('asking');

const head: DocumentHead = {
  v: documentVersion,
  state: 'complete',
  sourcesPrint: '',
  version: 'one',
  collectedAt: 1,
  freshUntil: 2,
  recheckAt: 2,
  staleUntil: Date.now() + 600_000,
  total: 0,
  notices: [],
  place: '',
  sources: [],
};
const jobsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => JSON.stringify({ title: `Bäcker, ${index}`, text: 'a,\nb' }));

describe('the jobs of a page', () => {
  test.each([0, 1, 10, 11, 37])('are those of their place, however %i jobs are stored in chunks', async (held) => {
    const key = `held-${held}`;
    const jobs = jobsOf(held);
    await writeDocument(redis, key, { head, jobs, running: null });
    const place = fc.record({ from: fc.nat({ max: 45 }), count: fc.integer({ min: 1, max: 40 }) });
    await fc.assert(
      fc.asyncProperty(place, async (part) => {
        const page = await readDocument(redis, key, part);
        const expected = jobs.slice(part.from, part.from + part.count);
        expect(Buffer.from(page.jobs.bytes as string, 'latin1').toString()).toBe(expected.join(','));
        expect(page.jobs.count).toBe(expected.length);
        expect(parseJobs(page.jobs)).toEqual(expected.map((job) => JSON.parse(job)));
        expect(page.head).toEqual(head);
      }),
    );
  });

  test('are none when no document is stored', async () => {
    const page = await readDocument(redis, 'none', { from: 0, count: 10 });
    expect(page).toEqual({ head: null, running: null, jobs: { bytes: '', count: 0 } });
  });
});
