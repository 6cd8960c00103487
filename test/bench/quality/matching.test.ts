import { describe, expect, test } from '@jest/globals';
import { measureDuplicates } from '../../../bench/quality/duplicates.js';
import { ndcg } from '../../../bench/quality/relevance.js';
import { makeJudgedPostings } from '../../../bench/quality/relevance-postings.js';
import { gradeOf, judgedQueries } from '../../../bench/quality/relevance-queries.js';
import { rankByService } from '../../../bench/relevance/ours.js';
import { type Ranker, rankByBm25f, rankByMiniSearch } from '../../../bench/relevance/peers.js';
import { loadGazetteer } from '../../../worker/gazetteer/gazetteer.js';
import { made } from '../../worker/lib/made-jobs.js';

describe('the quality sets', () => {
  test('are met by the service on a sample: duplicates', async () => {
    for (const { measure, set, ours, baseline, target } of await measureDuplicates(80)) {
      expect({ measure, set, isReached: ours >= target }).toEqual({ measure, set, isReached: true });
      expect(ours).toBeGreaterThan(baseline ?? 0);
    }
  });

  test('are met by the service on a sample: relevance', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    const postings = makeJudgedPostings(now, loadGazetteer(), 0);
    const served = judgedQueries.filter((query) => postings.some((posting) => gradeOf(query, posting) > 1));
    const jobs = postings.map(({ job }) => job);
    const mean = (rank: Ranker): number =>
      served.reduce((sum, query) => sum + ndcg(query, postings, rank(query.text, 10)), 0) / served.length;
    const best = Math.max(mean(rankByBm25f(jobs)), mean(rankByMiniSearch(jobs)));
    expect(mean(rankByService(jobs, now))).toBeGreaterThan(1.05 * best);
  });

  test('hold sixty queries or more, no two alike, half of them held out of tuning', () => {
    expect(judgedQueries.length).toBeGreaterThanOrEqual(60);
    expect(new Set(judgedQueries.map(({ text }) => text)).size).toBe(judgedQueries.length);
    expect(judgedQueries.filter(({ heldOut }) => heldOut).length).toBeGreaterThanOrEqual(judgedQueries.length / 2 - 1);
  });

  test('grade by the facts of a posting, not by its words', () => {
    const query = judgedQueries.find(({ text }) => text === 'part-time barista');
    if (query === undefined) throw new Error('The query is gone.');
    const job = made({ title: 'Part-Time Barista' });
    const base = {
      job,
      tools: [],
      skills: [],
      company: '',
      city: null,
      country: 'GB',
      workplace: 'on site',
      level: null,
    };
    const graded = (role: string, jobType: string): number => gradeOf(query, { ...base, role, jobType });
    expect([graded('barista', 'part time'), graded('barista', 'full time'), graded('waiter', 'part time')]).toEqual([
      3, 0, 0,
    ]);
  });
});
