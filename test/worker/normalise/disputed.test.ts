import { expect, test } from '@jest/globals';
import { normalise } from '../../../worker/normalise/normalise.js';
import { emptyPosting, type Posting } from '../../../worker/sources/posting.js';
import { gazetteer, now } from '../lib/made-jobs.js';

const read = (title: string, more: Partial<Posting> = {}) => {
  const outcome = normalise(
    { ...emptyPosting(title, 'https://boards.example/1'), ...more },
    { source: 'one', gazetteer, now },
  );
  if ('flaw' in outcome) throw new Error(outcome.flaw);
  return outcome.job;
};
const workplaceOf = (word: string) => read('Analyst', { workplace: [word] }).workplace;

// Facts of which careful readers have expected other values; each test says why it is so.

test('pay on target is what is stated: the base is not computed from a split', () => {
  const job = read('Analyst', { descriptionText: 'Quota of $1.2M; OTE $180,000-$220,000 a year (50/50 split).' });
  expect(job.salary).toMatchObject({ min: 180_000, max: 220_000, per: 'year' });
});

test('months are no years of experience, which are whole numbers', () => {
  expect(read('Analyst', { descriptionText: '18 months experience required.' }).stated?.yearsOfExperience).toBe(
    undefined,
  );
});

test('pay without a period has one only where its size or its name leaves no doubt', () => {
  const payOf = (text: string) =>
    read('Engineer', { salary: { text, min: null, max: null, currency: null, per: null } }).salary;
  // A single sum in euros or złoty may also be that of a contract or of some weeks.
  for (const text of ['3.100 € + Dienstwagen', '2 100 € + logement', '9.500 zł brutto'])
    expect(payOf(text)).toMatchObject({ per: null, yearly: null });
  expect(payOf('620 000 Ft bruttó')).toMatchObject({ per: 'month' });
  const { salary } = read('Estágio em vendas', { descriptionText: 'Bolsa-auxílio: R$ 1.350,00' });
  expect(salary).toMatchObject({ min: 1350, currency: 'BRL', per: 'month' });
});

test('who may choose works hybrid, and no work elsewhere is work on site, in every field', () => {
  expect(['Remote optional', '0% Homeoffice', 'No remote policy'].map(workplaceOf)).toEqual([
    ...['hybrid', 'on site', 'on site'],
  ]);
});

test('a lead is senior, whoever takes part in the programme', () => {
  const titles = ['Apprentice Programme Lead', 'Internship Program Lead', 'Early Careers Partner'];
  expect(titles.map((title) => read(title).experienceLevel)).toEqual(['senior', 'senior', null]);
});

test('a recruiter of interns is none', () => {
  const { jobType, experienceLevel } = read('Senior Recruiter, Internships');
  expect({ jobType, experienceLevel }).toEqual({ jobType: null, experienceLevel: 'senior' });
  expect(read('Recruiting Intern')).toMatchObject({ jobType: 'internship', experienceLevel: 'internship' });
});
