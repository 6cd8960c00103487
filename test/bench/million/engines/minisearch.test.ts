import { expect, test } from '@jest/globals';
import { evenBoards } from '../../../../bench/lib/postings/employers.js';
import { createPostings } from '../../../../bench/lib/postings/postings.js';
import type { Question } from '../../../../bench/lib/postings/questions.js';
import { openMiniSearch } from '../../../../bench/million/engines/minisearch.js';
import { sqlFilters } from '../../../../bench/million/engines/sql-filters.js';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';

const now = Date.parse('2026-11-21T12:00:00Z');
const postings = createPostings({ seed: 1, now, gazetteer: loadGazetteer() });
const jobs = evenBoards(2, 150).flatMap((board) => postings.held(board));
const open: Question = { kind: 'one word', alternatives: [], without: '', town: null, country: null, filters: {} };

test('An engine finds all postings that meet a question, and changed ones once they are replaced.', async () => {
  const engine = openMiniSearch(now);
  await engine.add(jobs, 0);
  await engine.finish();
  const total = async (question: Partial<Question>): Promise<number> =>
    (await engine.search({ ...open, ...question })).total;
  const senior = jobs.filter(({ experienceLevel }) => experienceLevel === 'senior');
  expect(await total({})).toBe(jobs.length);
  expect(await total({ filters: { experienceLevel: 'senior' } })).toBe(senior.length);
  const paid = senior.filter(({ salary }) => (salary?.yearly?.max ?? -1) >= 100_000);
  expect(await total({ filters: { experienceLevel: 'senior', salary: '100000' } })).toBe(paid.length);
  const [town] = postings.towns.largest;
  expect(town && (await total({ town }))).toBeLessThan(jobs.length);
  await engine.replace(
    postings.held({ id: 'board-0', number: 0, first: 0, size: 20 }, { count: 20, mark: 'zzmark' }),
    0,
  );
  expect(await total({ alternatives: [['zzmark']] })).toBe(20);
  expect(await total({ alternatives: [['zzmark']], without: 'zzmark' })).toBe(0);
  expect(await total({})).toBe(jobs.length);
});

test('Filters of a question become conditions with one value for each place.', () => {
  const [town] = postings.towns.largest;
  if (town === undefined) throw new Error('There are no towns.');
  const { conditions, values } = sqlFilters(
    { ...open, town, country: 'US', filters: { salary: '50000', dateSincePosted: 'past week' } },
    now,
  );
  expect(conditions.join(' AND ').match(/\?/g)).toHaveLength(values.length);
  expect(values.slice(0, 3)).toEqual([50_000, now - 168 * 3_600_000, 'US']);
});
