import { afterAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { projectFile } from '../../../shared/project-file.js';
import { loadGazetteer } from '../../../worker/gazetteer/gazetteer.js';
import { emptyPosting, type Posting } from '../../../worker/sources/posting.js';
import { normaliseInThreads } from '../../../worker/threads/normalise-in-threads.js';
import { createThreadPool } from '../../../worker/threads/thread-pool.js';
import { hangs, hangsAsPlace } from '../../lib/hostile/hang-on-words.mjs';
import { normaliseAll } from '../lib/normalise-all.js';

const pool = createThreadPool({
  threads: 2,
  file: projectFile('test/lib/hostile/faulty-thread-tasks.mjs'),
  logger: createLogger('silent', 'test'),
});
afterAll(pool.close);

const now = new Date('2026-03-04T12:00:00Z');
const tools = { pool, source: 'acme', now, signal: new AbortController().signal };

const posting = (at: number, more: Partial<Posting> = {}): Posting => ({
  ...emptyPosting(`Cook ${at}`, `https://x.example/${at}`),
  company: { name: 'Acme', url: null, logoUrl: null },
  places: [{ text: at % 4 === 0 ? 'Cambridge' : 'Boston, MA', city: null, region: null, country: null }],
  descriptionHtml: '<p>You cook, full time, for $20 an hour.</p>',
  postedAt: '2 days ago',
  ...more,
});
const many = (count: number): Posting[] => Array.from({ length: count }, (_, at) => posting(at));

describe('normalising in threads', () => {
  test.each([0, 1, 50, 51, 120])('gives the same result for %i postings as normalising in-process', async (count) => {
    const postings = [...many(count), ...(count > 1 ? [posting(0), posting(900, { title: '  ' })] : [])];
    const here = await normaliseAll(postings, { source: 'acme', gazetteer: loadGazetteer(), now });
    const there = await normaliseInThreads(postings, tools);
    expect(there).toEqual({ ...here, dropped: 0, unread: 0, isOver: false });
  });

  test('reads nothing further of a collection that has used up its CPU time', async () => {
    const turn = pool.turn();
    turn.charge(1_000_000);
    const read = await normaliseInThreads(many(120), { ...tools, turn });
    expect(read).toEqual({ jobs: [], flaws: [], dropped: 0, unread: 120, isOver: true });
  });

  test.each([
    ['a title', { title: hangs }],
    ['a place', { places: [{ text: hangs, city: null, region: null, country: null }] }],
  ])(
    'drops the one posting that hangs by %s, in one batch and in several',
    async (_what, fault) => {
      for (const count of [3, 120]) {
        const postings = many(count);
        postings[count - 2] = posting(count - 2, fault);
        const { jobs, dropped, unread } = await normaliseInThreads(postings, tools);
        expect({ dropped, unread }).toEqual({ dropped: 1, unread: 0 });
        expect(jobs.map(({ job }) => job.title)).toEqual(
          many(count)
            .map(({ title }) => title)
            .filter((title) => title !== `Cook ${count - 2}`),
        );
      }
    },
    60_000,
  );

  test.each([
    ['a title', { title: hangs }, 50],
    ['a place', { places: [{ text: hangsAsPlace, city: null, region: null, country: null }] }, 0],
  ])(
    'gives up a source in which four postings hang by %s, and keeps those read before',
    async (_, fault, kept) => {
      const postings = [...many(50), ...many(1000).map((each) => ({ ...each, ...fault }))];
      const { jobs, dropped, unread } = await normaliseInThreads(postings, tools);
      expect(jobs).toHaveLength(kept);
      expect(dropped).toBeGreaterThanOrEqual(4);
      expect(dropped).toBeLessThanOrEqual(5);
      expect(unread).toBe(1050 - kept - dropped);
    },
    60_000,
  );
});
