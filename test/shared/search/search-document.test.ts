import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type DocumentHead,
  documentVersion,
  readDocument,
  readPageBytes,
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

describe('reading only the response bytes of a page', () => {
  test.each([0, 1, 10, 11, 37])('returns the same as the parsed read, of %i jobs', async (held) => {
    const key = `held-${held}`;
    await writeDocument(redis, key, { head, jobs: jobsOf(held), running: null });
    const place = fc.record({ from: fc.nat({ max: 45 }), count: fc.integer({ min: 1, max: 40 }) });
    await fc.assert(
      fc.asyncProperty(place, async (part) => {
        const [page, bytes] = await Promise.all([readDocument(redis, key, part), readPageBytes(redis, key, part)]);
        expect(Buffer.from(bytes.jobs, 'latin1').toString()).toBe(page.jobs.join(','));
        expect(bytes.count).toBe(page.jobs.length);
        expect(bytes.head).toEqual(page.head);
      }),
    );
  });

  test('returns no head when no document is stored', async () => {
    expect(await readPageBytes(redis, 'none', { from: 0, count: 10 })).toEqual({ head: null, jobs: '', count: 0 });
  });
});
