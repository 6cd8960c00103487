import { expect, test } from '@jest/globals';
import { anySearch } from '../../../../../shared/search/query/query.js';
import { countFacets } from '../../../../../worker/match/rank/facets/count-facets.js';
import { corpusOf, gazetteer, made, now, search } from '../../../lib/made-jobs.js';

const jobs = [
  made({ source: 'one', title: 'Python Developer', text: 'You know Python, SQL and Docker.' }),
  made({ source: 'one', title: 'Analyst', text: 'Experience with SQL and Excel is required.' }),
  made({ source: 'two', title: 'Welder', company: 'Bios', text: 'MIG welding every day.' }),
  made({ source: 'two', title: 'Gardener', company: 'Globex', text: 'We go out in any weather.' }),
];

test('the operator and the field find postings by the skills that they name', () => {
  expect(search(jobs, { keyword: 'skill:sql' }).total).toBe(2);
  expect(search(jobs, { keyword: 'skill:python skill:docker' }).total).toBe(1);
  expect(search(jobs, { keyword: 'skill:python,welding' }).total).toBe(2);
  expect(search(jobs, { keyword: '-skill:sql' }).total).toBe(2);
  expect(search(jobs, { keyword: 'analyst skill:"ms excel"' }).jobs.map(({ skills }) => skills)).toEqual([
    ['SQL', 'Excel'],
  ]);
  expect(search(jobs, { skills: 'Docker, SQL' }).total).toBe(1);
  expect(search(jobs, { skills: 'Go' }).total).toBe(0);
  expect(search(jobs, { keyword: 'developer', skills: 'SQL' }).total).toBe(1);
  const { notices } = search(jobs, { keyword: 'analyst skill:juggling' });
  expect(notices.join()).toContain('"skill:juggling" was left out');
});

test('facets count the skills, an opening on several boards once for each that any of its postings names', () => {
  const copies = ['three', 'four'].map((source) =>
    made({
      ...{ source, title: 'Baker', company: 'Bakery', requisition: 'R-1' },
      ...(source === 'four' && { tags: ['Excel'] }),
    }),
  );
  const { facets } = countFacets(corpusOf([...jobs, ...copies]), anySearch, { now, gazetteer });
  expect(facets.skills).toEqual([
    { word: 'Excel', jobs: 2 },
    { word: 'SQL', jobs: 2 },
    { word: 'Docker', jobs: 1 },
    { word: 'Python', jobs: 1 },
    { word: 'Welding', jobs: 1 },
  ]);
  for (const { word, jobs: count } of facets.skills)
    expect([word, search([...jobs, ...copies], { keyword: `skill:"${word}"` }).total]).toEqual([word, count]);
  const [baker] = search(copies, { keyword: 'baker' }).jobs;
  expect([baker?.alsoOn.length, baker?.skills]).toEqual([1, ['Excel']]);
});
