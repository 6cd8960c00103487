import { describe, expect, test } from '@jest/globals';
import { made, search } from '../../lib/made-jobs.js';

const about = 'the work of the day';

describe('a half of the day is no short form of a title', () => {
  const jobs = [
    made({ title: 'Security Officer: Wed-Sun 3 PM-11 PM', about }),
    made({ title: 'Team Lead (5:00 pm - 2:00 am IST Shift)', about }),
    made({ title: 'Research Specialist - PM Shift', about }),
    made({ title: 'Nurse, AM/PM', about }),
    made({ title: 'Clerk', about: 'from 9 am to 5pm' }),
    made({ title: 'PM - Contact Center', about }),
    made({ title: 'Sr BA / PM', about }),
  ];

  test('"pm" finds those who manage', () => {
    expect(search(jobs, { keyword: 'pm' }).titles.sort()).toEqual(['PM - Contact Center', 'Sr BA / PM']);
  });

  test('"pm shift" finds the shift', () => {
    expect(search(jobs, { keyword: 'pm shift' }).titles[0]).toBe('Research Specialist - PM Shift');
  });
});
