import { expect, test } from '@jest/globals';
import { anySearch } from '../../../../../shared/search/query/query.js';
import { countFacets } from '../../../../../worker/match/rank/facets/count-facets.js';
import { corpusOf, gazetteer, made, now, search } from '../../../lib/made-jobs.js';

const jobs = [
  made({ source: 'one', title: 'Nurse', company: 'Acme', industry: 'Healthcare', size: '51-200' }),
  made({ source: 'one', title: 'Doctor', company: 'Acme', industry: 'Healthcare', size: '51-200' }),
  made({ source: 'two', title: 'Nurse', company: 'Bios', industry: 'Pharmaceuticals & Biotech', size: '10000+' }),
  made({ source: 'three', title: 'Nurse', company: 'Globex' }),
];

test('operators find jobs by the industry and size of their company, and none of those that are not known', () => {
  expect(search(jobs, { keyword: 'industry:healthcare' }).total).toBe(2);
  expect(search(jobs, { keyword: 'nurse industry:BIOTECH' }).total).toBe(1);
  expect(search(jobs, { keyword: 'nurse industry:"pharmaceuticals & biotech, healthcare"' }).total).toBe(2);
  expect(search(jobs, { keyword: 'nurse size:>=100' }).total).toBe(1);
  expect(search(jobs, { keyword: 'nurse -industry:healthcare' }).total).toBe(2);
  const { jobs: found } = search(jobs, { keyword: 'doctor size:100' });
  expect(found.map(({ company }) => [company.industry, company.size])).toEqual([['Healthcare', '51-200']]);
  expect(search(jobs, { keyword: 'doctor' }).jobs[0]?.match.why).toEqual(expect.any(Array));
  expect(search(jobs, { keyword: 'nurse size:huge' }).notices.join()).toContain('"size:huge" was left out');
  const unknown = search(jobs, { keyword: 'nurse company:globex' }).jobs[0];
  expect([unknown?.company.industry, unknown?.company.size]).toEqual([null, null]);
});

test('facets count them, an opening on several boards once for each fact', () => {
  const copies = ['one', 'four'].map((source) =>
    made({
      ...{ source, title: 'Baker', company: 'Bakery', requisition: 'R-1' },
      ...(source === 'four' && { industry: 'Healthcare', size: '1-10' }),
    }),
  );
  const { facets } = countFacets(corpusOf([...jobs, ...copies]), anySearch, { now, gazetteer });
  expect(facets.industries).toEqual([
    { word: 'Healthcare', jobs: 3 },
    { word: 'Pharmaceuticals & Biotech', jobs: 1 },
  ]);
  expect(facets.sizes).toEqual([
    { word: '1-10', jobs: 1 },
    { word: '51-200', jobs: 2 },
    { word: '10000+', jobs: 1 },
  ]);
  const [baker] = search(copies, { keyword: 'baker' }).jobs;
  expect([baker?.alsoOn.length, baker?.company.industry, baker?.company.size]).toEqual([1, 'Healthcare', '1-10']);
});
