import { describe, expect, test } from '@jest/globals';
import { made, search } from '../lib/made-jobs.js';

const titled = (...titles: string[]) => titles.map((title) => made({ title, company: title }));

describe('a search for words as people write them', () => {
  test.each([
    ['системного администратора', 'Системный администратор', 'Менеджер по продажам'],
    ['сисадмин', 'Системный администратор', 'Менеджер по продажам'],
    ['складу', 'Рабочий на склад', 'Менеджер по продажам'],
    ['analityka biznesowego', 'Analityk biznesowy', 'Kierowca'],
    ['księgowej', 'Księgowa', 'Kierowca'],
    ['Bäcker', 'Baecker', 'Lagerist'],
    ['Baecker', 'Bäcker', 'Lagerist'],
  ])('finds inflected and slang forms: %s', (keyword, title, other) => {
    expect(search(titled(title, other), { keyword }).titles).toEqual([title]);
  });

  test('puts the title with a rare word before titles with its common neighbour', () => {
    const [first] = search(titled('COBOL Programmer', 'Java Programmer', 'Natural/Adabas Developer'), {
      keyword: 'adabas programmer',
    }).near;
    expect(first?.title).toBe('Natural/Adabas Developer');
  });

  test('takes no shared syllable for a near match', () => {
    const { titles, near } = search(titled('Nhân viên kế toán', 'Nhân viên thiết kế'), { keyword: 'kế toán' });
    expect([titles, near]).toEqual([['Nhân viên kế toán'], []]);
  });

  test('makes no word of a possessive "s"', () => {
    const jobs = [made({ title: 'Cook', company: "O'Brien's" }), made({ title: 'S Manager', company: 'Acme' })];
    const { titles, near } = search(jobs, { keyword: 'O’Brien’s' });
    expect([titles, near]).toEqual([['Cook'], []]);
  });

  test('does not find what two conditions rule out together', () => {
    const of = (company: string, text: string) => made({ title: 'Nurse', company, text });
    const jobs = [
      of('behind', 'Enjoy nights and weekends off.'),
      of('before', 'No evenings or nights.'),
      of('has them', 'You work nights.'),
    ];
    expect(search(jobs, { keyword: 'nurse nights' }).jobs.map(({ company }) => company.name)).toEqual(['has them']);
  });
});
