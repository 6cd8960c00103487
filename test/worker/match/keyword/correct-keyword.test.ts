import { describe, expect, test } from '@jest/globals';
import { made, search } from '../../lib/made-jobs.js';

const jobs = [
  made({ title: 'Software Engineer' }),
  made({ title: 'Accountant' }),
  made({ title: 'Electrician', about: 'Swift work in the shift' }),
  made({ title: 'Shift Supervisor' }),
];

describe('a misspelling in a keyword', () => {
  test.each([
    ['sofware engineer', 'sofware', 'software', ['Software Engineer']],
    ['acountant', 'acountant', 'accountant', ['Accountant']],
    ['elcetrician', 'elcetrician', 'electrician', ['Electrician']],
    ['electricion -shiftless', 'electricion', 'electrician', ['Electrician']],
  ])('%s is corrected, and reported', (keyword, slip, word, titles) => {
    const found = search(jobs, { keyword });
    expect(found.titles).toEqual(titles);
    expect(found.notices).toEqual([
      `No job has "${slip}", so these are the jobs for "${word}". Put "${slip}" in quotes to look for just that.`,
    ]);
  });

  test.each([
    ['swift', 'a word some job has, however rare'],
    ['"acountant"', 'what is quoted'],
    ['-acountant', 'what is forbidden'],
    ['shaft', 'a short word'],
    ['oceanographer', 'a word that is near to none'],
    ['web3js engineer', 'a word with digits'],
  ])('%s is left unchanged: %s', (keyword) => {
    expect(search(jobs, { keyword }).notices).toEqual([]);
  });
});
