import { expect, test } from '@jest/globals';
import { made, search } from '../../lib/made-jobs.js';

test('a rank before the work does not make a title a mere mention of its work', () => {
  const titles = ['Vice President, Firmware Engineer', 'Director - Pastry Baker', 'Vice President, Security Guard'];
  const jobs = titles.map((title) => made({ title, about: 'the work of the day' }));
  for (const [keyword, title] of [
    ['firmware', titles[0]],
    ['pastry', titles[1]],
    ['security', titles[2]],
  ]) {
    const [found] = search(jobs, { keyword: keyword ?? '' }).jobs;
    expect([found?.title, found?.match.inText]).toEqual([title, undefined]);
  }
});

test('a role before the words of another one still makes it a mention', () => {
  const jobs = [made({ title: 'Software Engineer, Nurse Scheduling', about: 'the work of the day' })];
  expect(search(jobs, { keyword: 'nurse' }).jobs[0]?.match.inText).toBe(true);
});
