import { describe, expect, test } from '@jest/globals';
import { jobTypes } from '../../../../shared/words/words.js';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';
import { normalise } from '../../../../worker/normalise/normalise.js';
import { payForHours, readWeeklyHours, type WeeklyHours } from '../../../../worker/normalise/pay/weekly-hours.js';
import { emptyPosting, type Posting } from '../../../../worker/sources/posting.js';

const hours = (description: string, jobType: string | null = null) =>
  readWeeklyHours({
    title: 'Nurse',
    fields: [],
    description,
    jobType: jobType === null ? null : jobTypes.read(jobType),
  });
const inTitle = (title: string, jobType: string | null = null) =>
  readWeeklyHours({ title, fields: [], description: '', jobType: jobType === null ? null : jobTypes.read(jobType) });

describe('the weekly hours of a job under 30', () => {
  test.each([
    ['This is a part-time role working 15 hours per week over two days.', 15, 15],
    ['Remote Part-Time (Approximately 20 hours per week)', 20, 20],
    ['Schedule: ~10-20 hours/week | Flexible', 10, 20],
    ['Hours: 0.4-0.6 FTE, 15.2-22.8 hours per week, 2-3 days per week', 15.2, 22.8],
    ['It is a part-time position, potentially up to 25 hours per week.', null, 25],
    ['Teilzeit, 20 Stunden pro Woche', 20, 20],
    ['Die Stelle: Wochenarbeitszeit: 19,5', 19.5, 19.5],
    ['Contrat à temps partiel de 24h par semaine', 24, 24],
    ['The job is a 16-hour week', 16, 16],
  ])('are read from "%s"', (text, min, max) => {
    expect(hours(text)).toEqual({ min, max });
  });

  test.each([
    ['Nurse Practitioner - 16 hours/week', null, 16],
    ['Family Partner - Part-Time (20hrs)', 'part time', 20],
    ['Teilzeit 20h', 'part time', 20],
  ])('are read from the title "%s"', (title, type, max) => {
    expect(inTitle(title, type)?.max).toBe(max);
  });

  test.each([
    'Full time, 37.5 hours per week',
    'You work 25-35 hours per week in this position',
    'This position: at least 20 hours per week',
    'Employees working 20 hours per week are eligible for benefits in this position',
    'Vacation accrues with the position at 2 hours if working 20 hours/week',
    'You have 5 hours a week for learning in this role',
    'The position is 10 hours per week in winter. The position is 25 hours per week in summer.',
    'We are open 24 hours, 7 days a week; the position is at night',
    'The position pays $49 an hour',
  ])('are not read from "%s"', (text) => {
    expect(hours(text)).toBeNull();
  });

  test('are not those of a title about shifts, nor of a full-time job', () => {
    expect(inTitle('Batching Operator (12 Hour Nights)', 'part time')).toBeNull();
    expect(inTitle('Vendedor (6 horas)')).toBeNull();
    expect(hours('The position has 10 hours per week of calls', 'full time')).toBeNull();
  });

  test('are read in linear time', () => {
    const text = `${'1 to 2 '.repeat(50_000)}${'20 hours '.repeat(20_000)}`;
    expect(hours(text)).toBeNull();
  });
});

describe('pay by the hour of a part-time job', () => {
  const tools = { source: 'acme', gazetteer: loadGazetteer(), now: new Date('2026-11-21T12:00:00Z') };
  const read = (posting: Partial<Posting>) => {
    const outcome = normalise(
      { ...emptyPosting('Nurse', 'https://acme.example/1'), places: [austin], ...posting },
      tools,
    );
    if ('flaw' in outcome) throw new Error(outcome.flaw);
    return outcome.job;
  };
  const pay = (text: string) => ({ text, min: null, max: null, currency: null, per: null });
  const austin = { text: 'Austin, TX', city: null, region: null, country: null };
  const parts = { text: null, min: 49, max: 49, currency: 'USD', per: 'HOUR' };

  test.each<[string, Partial<Posting>, { min: number | null; max: number | null } | null]>([
    ['its pay field', { salary: pay('$49 an hour, 16 hours a week') }, { min: 40_768, max: 40_768 }],
    ['its title', { title: 'Nurse - 16 hours/week', salary: parts }, { min: 40_768, max: 40_768 }],
    ['its contract type', { jobType: ['Part time, 16 hours per week'], salary: parts }, { min: 40_768, max: 40_768 }],
    [
      'its text',
      { salary: parts, descriptionText: 'A part-time role of 10-20 hours per week.' },
      { min: 25_480, max: 50_960 },
    ],
    [
      'up to so many',
      { salary: parts, descriptionText: 'Part-time, up to 20 hours per week.' },
      { min: null, max: 50_960 },
    ],
    [
      'day rates',
      { title: 'Nurse - 16 hours/week', salary: { ...parts, min: 400, max: 400, per: 'DAY' } },
      { min: 41_600, max: 41_600 },
    ],
  ])('is yearly pay for the hours of %s', (_, posting, yearly) => {
    const { salary, inferred } = read(posting);
    expect(salary?.yearly).toEqual(yearly);
    expect(inferred).not.toContain('salary');
  });

  test('stays as it is by the month and the year, which are for the hours of the job', () => {
    const monthly = { title: 'Nurse - 16 hours/week', salary: { ...parts, min: 2000, max: 2000, per: 'MONTH' } };
    expect(read(monthly).salary?.yearly).toEqual({ min: 24_000, max: 24_000 });
  });

  test.each(['Bank contract.', 'Zero-hours contract.', 'You work as and when you are needed.'])(
    'is not counted for work when it is needed: "%s"',
    (descriptionHtml) => {
      expect(read({ descriptionHtml, salary: parts }).salary).toMatchObject({ min: 49, per: 'hour', yearly: null });
    },
  );

  test('without hours is that of full-time work, and named as deduced', () => {
    const job = read({ jobType: ['Part time'], salary: parts });
    expect(job.salary).toMatchObject({ min: 49, per: 'hour', yearly: { min: 101_920, max: 101_920 } });
    expect(job.inferred).toContain('salary');
    expect(read({ jobType: ['Full time'], salary: parts }).inferred).not.toContain('salary');
  });
});

describe('pro rata pay', () => {
  const yearly = { min: 30_000, max: 30_000 };
  const salary = { text: '£30,000', min: 30_000, max: 30_000, currency: 'GBP', per: 'year' as const, yearly };
  const payOf = (line: string, hours: WeeklyHours | null = null) =>
    payForHours(salary, {
      hours,
      jobType: 'part time',
      texts: [`Cook\n${'Soup. '.repeat(50)}\n${line}`],
    }).salary;

  test('is yearly pay of the part of full-time work that is stated', () => {
    expect(payOf('£30,000 pro rata (0.6 FTE)')).toMatchObject({
      proRata: true,
      min: 30_000,
      yearly: { min: 18_000, max: 18_000 },
    });
    expect(payOf('£30,000 pro-rata', { min: 20, max: 20 })).toMatchObject({
      proRata: true,
      yearly: { min: 15_000, max: 15_000 },
    });
    expect(payOf('£30,000 pro rata')).toMatchObject({ proRata: true, yearly: null });
  });

  test('is not said of other things', () => {
    expect(payOf('£30,000 a year\n25 days of leave pro rata')).toEqual(salary);
  });
});
