import { expect, test } from '@jest/globals';
import { made, search } from '../../lib/made-jobs.js';

const titlesFor = (keyword: string, titles: readonly string[], about = 'the work of the day'): string[] =>
  search(
    titles.map((title) => made({ title, about })),
    { keyword },
  ).titles;

test.each([
  ['nurse nights', ['Nurse - Nights', 'Nurse, nights'], ['Nurse - No Nights', 'Nurse (nights off)']],
  ['weekend jobs', ['Cook, weekends'], ['Cook - No Weekends', 'Branch Manager, weekends off', 'Cook (weekend-free)']],
  ['pflege nachtdienst', ['Pflege im Nachtdienst'], ['Pflege ohne Nachtdienst', 'Pflege, kein Nachtdienst']],
  ['infirmier nuits', ['Infirmier, nuits'], ['Infirmier, pas de nuits', 'Infirmier sans nuits']],
])('%s: postings that rule the condition out are not found', (keyword, having, ruling) => {
  expect(titlesFor(keyword, [...ruling, ...having]).sort()).toEqual([...having].sort());
});

test('a text that rules it out does not mention it', () => {
  const jobs = [
    made({ title: 'Nurse', about: 'Monday to Friday, no weekends!' }),
    made({ title: 'Nurse II', about: 'You work two weekends a month.' }),
  ];
  const { jobs: found } = search(jobs, { keyword: 'nurse weekends' });
  expect(found.filter(({ match }) => match.near !== true).map(({ title }) => title)).toEqual(['Nurse II']);
});

test('a search for no nights finds postings that say so', () => {
  const titles = ['Nurse - Nights', 'Nurse - No Nights'];
  expect(titlesFor('nurse no nights', titles)).toEqual(['Nurse - No Nights']);
  expect(titlesFor('no travel', ['Sales, no travel', 'Travel Agent'])).toEqual(['Sales, no travel']);
});

test('a word of the language that also rules out is left alone before other words', () => {
  expect(titlesFor('rio analista', ['Analista no Rio de Janeiro'])).toEqual(['Analista no Rio de Janeiro']);
});
