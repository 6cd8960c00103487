import { describe, expect, test } from '@jest/globals';
import { made, search } from '../../lib/made-jobs.js';

const about = 'the work of the day';

describe('a title is read as people mean it', () => {
  test('"data entry" is no junior job with data', () => {
    const jobs = [
      made({ title: 'Junior Data Scientist', about }),
      made({ title: 'Data Engineer (Entry Level)', about, company: 'Beta' }),
      made({ title: 'Data Entry Clerk', about }),
    ];
    expect(search(jobs, { keyword: 'data entry' }).titles).toEqual(['Data Entry Clerk', 'Data Engineer (Entry Level)']);
    expect(search(jobs, { keyword: 'entry level data' }).titles).toContain('Junior Data Scientist');
  });
});

describe('among near matches', () => {
  test('a posting that has the missing word elsewhere comes first', () => {
    const jobs = [
      made({ title: 'Data Analyst', about }),
      made({ title: 'Data Analyst', company: 'Beta', about: 'reports in Tableau', days: 20 }),
    ];
    const { near } = search(jobs, { keyword: 'senior tableau data analyst' });
    expect(near.map(({ company }) => company.name)).toEqual(['Beta', 'Acme']);
  });
});
