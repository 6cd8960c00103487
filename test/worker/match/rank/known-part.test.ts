import { describe, expect, test } from '@jest/globals';
import { made, search } from '../../lib/made-jobs.js';

const about = 'the work of the day';
const jobs = [
  made({ title: 'Programmer', about }),
  made({ title: 'CNC Programmer', about }),
  made({ title: 'Cook', about: 'You cook for a programmer.' }),
  made({ title: 'Software Engineering Intern, Summer 2026', about }),
  made({ title: 'Tax Advisor', about }),
];

describe('a keyword of which no posting has a word', () => {
  test('finds the openings with the other words as near ones, after a notice', () => {
    const { total, near, notices } = search(jobs, { keyword: 'adabas programmer' });
    expect(total).toBe(0);
    expect(near.slice(0, 2).map(({ title }) => title)).toEqual(['Programmer', 'CNC Programmer']);
    expect(near[0]?.match.why).toContain('title lacks "adabas"');
    expect(notices).toContain('No job has "adabas"; these jobs have the other words.');
  });

  test('an unmatched year does not empty the answer, and a synonym is not said to be lacking', () => {
    const { near } = search(jobs, { keyword: 'internship summer 2031 software' });
    expect(near[0]).toMatchObject({ title: 'Software Engineering Intern, Summer 2026' });
    expect(near[0]?.match.why).toContain('title lacks "2031"');
  });

  test.each(['"adabas programmer"', 'title:adabas programmer', 'adabas -cook programmer'])(
    '%s: what is meant as written is not broadened',
    (keyword) => {
      const { near, notices } = search(jobs, { keyword });
      expect(near).toEqual([]);
      expect(notices.join(' ')).not.toContain('these jobs have');
    },
  );

  test('is not read so where all its words are unknown, or the posting with it is found', () => {
    expect(search(jobs, { keyword: 'adabas natural2' }).near).toEqual([]);
    const withIt = [...jobs, made({ title: 'Programmer', about: 'ADABAS and NATURAL on a mainframe.' })];
    const found = search(withIt, { keyword: 'adabas programmer' });
    expect(found.total).toBe(1);
    expect(found.notices.join(' ')).not.toContain('these jobs have');
  });
});

test('a working student is one term, in both languages', () => {
  const students = [
    'Working Student Finance',
    'Werkstudent Controlling',
    'Academic Advisor',
    'Director, Student Outreach',
  ];
  const { titles, near } = search(
    students.map((title) => made({ title, about: 'You are working here.' })),
    { keyword: 'working student' },
  );
  expect(titles).toEqual(['Working Student Finance', 'Werkstudent Controlling']);
  expect(near.map(({ title }) => title)).not.toContain('Academic Advisor');
});
