import { describe, expect, test } from '@jest/globals';
import { parseKeyword } from '../../../../shared/keyword/parse-keyword.js';
import { broadenable } from '../../../../worker/match/rank/near-titles.js';
import { made, search } from '../../lib/made-jobs.js';

const about = 'the work of the day';
const jobs = [
  made({ title: 'Nurse', about, days: 9 }),
  made({ title: 'Travel Nurse', about, days: 1 }),
  made({ title: 'CDL Driver', about, place: 'Munich' }),
  made({ title: 'Heavy Truck Driver', about, days: 20 }),
  made({ title: 'Tax Advisor', about }),
  made({ title: 'Krankenpfleger', about }),
];
const titlesOf = (found: readonly { title: string }[]): string[] => found.map(({ title }) => title);

describe('few exact matches are followed by near ones', () => {
  test('by a missing word and by the kind of work, in any language of the tables', () => {
    const { total, near } = search(jobs, { keyword: 'registered nurse' });
    expect(total).toBe(0);
    expect(titlesOf(near).slice(0, 2).sort()).toEqual(['Nurse', 'Travel Nurse']);
    expect(titlesOf(near)).toContain('Krankenpfleger');
    expect(titlesOf(near)).not.toContain('Tax Advisor');
  });

  test('which are marked and say why, below every title of the words in each order', () => {
    for (const sortBy of ['relevant', 'recent'] as const) {
      const { titles, jobs: exact, near } = search(jobs, { keyword: 'truck driver', sortBy });
      expect(titles).toEqual(['Heavy Truck Driver']);
      expect(exact.map(({ match }) => match.near)).toEqual([undefined]);
      const cdl = near.find(({ title }) => title === 'CDL Driver');
      expect(cdl?.match).toMatchObject({ near: true });
      expect(cdl?.match.why).toContain('title lacks "truck"');
      expect(cdl?.match.why).toContain('similar work: truck driver');
    }
  });

  test.each([
    ['cobol programmers', 'title lacks "cobol programmers"'],
    ['Softwareentwicklerinnen', 'title lacks "software entwickler"'],
    ['Ingénieurs énergie', 'title lacks "ingénieurs énergie"'],
    ['Mandarin 软件工程师', 'title lacks "mandarin 软件工程师"'],
  ])('%s: which name what they lack as the keyword writes it', (keyword, reason) => {
    const titles = ['Web Developer', 'Programmierer', 'Energy Consultant', 'Engineering Technician', 'Language Tutor'];
    const { near } = search(
      titles.map((title) => made({ title, about })),
      { keyword },
    );
    expect(near.flatMap(({ match }) => match.why)).toContain(reason);
  });

  test('which say that the first part of a title is similar work, whatever its other parts name', () => {
    const { near } = search([made({ title: 'Vice President, Tax Advisor', about })], { keyword: 'chef director' });
    expect(near.flatMap(({ match }) => match.why.filter((reason) => reason.startsWith('similar work')))).toHaveLength(
      near.length,
    );
    expect(near).toHaveLength(1);
  });

  test('which name the kind of work of a technology whose name is a word, too', () => {
    const { near } = search([made({ title: 'Backend Developer', about })], { keyword: 'node' });
    expect(near.map(({ match }) => match.why.filter((reason) => reason.startsWith('similar work')))).toEqual([
      [expect.stringContaining('developer')],
    ]);
  });

  test('by their titles: what the rest of a posting says does not make other work near', () => {
    const text = 'You keep the photographs of a century, and your programs in C# find them.';
    const others = [made({ title: 'Senior Archivist', text, tags: ['C#'] }), made({ title: 'Event Photographer' })];
    const { near } = search(others, { keyword: 'C# photographer' });
    expect(titlesOf(near)).toEqual(['Event Photographer']);
  });

  test('newest first when the newest are asked for', () => {
    const { near } = search(jobs, { keyword: 'registered nurse', sortBy: 'recent' });
    expect(titlesOf(near)).toEqual(['Travel Nurse', 'Krankenpfleger', 'Nurse']);
  });

  test('that pass every filter', () => {
    const { near } = search(jobs, { keyword: 'lorry driver', location: 'Munich' });
    expect(titlesOf(near)).toEqual(['CDL Driver']);
  });

  test('up to a hundred together', () => {
    const many = Array.from({ length: 140 }, (_, at) =>
      made({ title: 'Travel Nurse', about, company: `Clinic ${at}` }),
    );
    const exact = made({ title: 'Registered Nurse', about });
    const found = search([...many, exact], { keyword: 'registered nurse' });
    expect([found.total, found.near.length]).toEqual([1, 99]);
  });
});

describe('a keyword is broadened', () => {
  test.each(['nurse', 'registered nurse', 'Krankenpfleger Berlin'])('when it is plain: %s', (keyword) => {
    expect(broadenable(parseKeyword(keyword).root)).not.toBeNull();
  });

  test.each(['"registered nurse"', 'nurse -travel', 'nurse OR doctor', 'title:nurse', 'registered "nurse"', ''])(
    'never when it has quotes, fields or operators, or no word: %s',
    (keyword) => {
      expect(broadenable(parseKeyword(keyword).root)).toBeNull();
      expect(search(jobs, { keyword }).near).toEqual([]);
    },
  );
});
