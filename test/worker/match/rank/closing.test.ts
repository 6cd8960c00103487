import { describe, expect, test } from '@jest/globals';
import { made, now, search } from '../../lib/made-jobs.js';

const until = (source: string, hours: number | null, more: object = {}) => ({
  ...made({ title: 'Welder', place: 'Leeds, UK', source, ...more }),
  validUntil: hours === null ? null : new Date(now.getTime() + hours * 3_600_000).toISOString(),
});

describe('a posting past its validUntil', () => {
  test.each([{}, { keyword: 'welder' }, { sortBy: 'recent' as const }, { location: 'Leeds' }])(
    'is not shown for %j',
    (query) => {
      expect(search([until('one', -1)], query).total).toBe(0);
      expect(search([until('one', 1)], query).total).toBe(1);
      expect(search([until('one', null)], query).total).toBe(1);
    },
  );

  test('does not hide other postings, nor those without a date', () => {
    const jobs = [until('one', -1), until('one', 5, { title: 'Cook' }), until('one', null, { title: 'Nurse' })];
    expect(search(jobs, {}).titles.sort()).toEqual(['Cook', 'Nurse']);
  });

  test('stays open until the latest date that a board states', () => {
    const [job, ...none] = search([until('one', -1), until('two', 24)], {}).jobs;
    expect(none).toEqual([]);
    expect(job?.validUntil).toBe('2026-11-22T12:00:00.000Z');
  });
});
