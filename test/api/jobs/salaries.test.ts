import { expect, test } from '@jest/globals';
import { createFindSalaries, leastStating, rulerOf, spreadOf } from '../../../api/jobs/salaries.js';
import type { Facets } from '../../../shared/search/facets.js';
import type { HeldQuestion } from '../../../shared/search/held-question.js';
import { anySearch } from '../../../shared/search/query/query.js';
import { countFacets } from '../../../worker/match/rank/facets/count-facets.js';
import { corpusOf, gazetteer, made, now } from '../../worker/lib/made-jobs.js';

const step = (from: number, jobs: number) => ({ from, to: from + 20_000, jobs });

test('a spread is read from the steps as if each were even; none of fewer than ten jobs', () => {
  expect(spreadOf([step(0, 4), step(20_000, leastStating - 5)])).toBeNull();
  expect(
    spreadOf([step(40_000, 0), step(60_000, 10), step(80_000, 10), { from: 400_000, to: null, jobs: 20 }]),
  ).toEqual({
    jobs: 40,
    low: { amount: 80_000, isOpen: false },
    median: { amount: 100_000, isOpen: false },
    high: { amount: 400_000, isOpen: true },
  });
});

test('pay in yen is counted in dollars, in euros as it is', () => {
  expect(rulerOf('EUR')).toEqual({ code: 'EUR', units: 1 });
  const { code, units } = rulerOf('JPY');
  expect(code).toBe('USD');
  expect(units).toBeGreaterThan(50);
});

const bakers = [
  ...Array.from({ length: 15 }, (_, at) => ({
    title: 'Junior Baker',
    place: 'Munich',
    pay: `€${30 + at},000 a year`,
    days: 3,
  })),
  ...Array.from({ length: 15 }, (_, at) => ({
    title: 'Senior Baker',
    place: 'Berlin',
    pay: `€${80 + at},000 a year`,
    days: 45,
  })),
  ...Array.from({ length: 9 }, () => ({ title: 'Baker Intern', place: 'Bremen', pay: '€15,000 a year', days: 100 })),
  ...Array.from({ length: 5 }, () => ({ title: 'Senior Baker', place: 'Berlin', days: 1 })),
].map((each, at) => made({ ...each, company: `Bakery ${at}`, about: `oven ${at}` }));
const corpus = corpusOf(bakers);

test('pay is told by level, place and month where at least ten jobs state it, and asked once', async () => {
  const asked: HeldQuestion[] = [];
  const findSalaries = createFindSalaries({
    askHeld: async (question) => {
      asked.push(question);
      const { facets, exact } = countFacets(corpus, question.subject, { now, gazetteer });
      return { total: exact, jobs: [], facets: facets as Facets, partial: false };
    },
  });
  const pay = await findSalaries({ ...anySearch, keyword: 'baker' }, 'EUR');
  expect(pay).toMatchObject({ total: 44, spread: { jobs: 39 }, partial: false });
  expect(pay.levels.map(({ word, jobs }) => [word, jobs])).toEqual([
    ['entry level', 15],
    ['senior', 15],
  ]);
  const [junior, senior] = pay.levels;
  expect(junior?.median.amount).toBeGreaterThan(30_000);
  expect(junior?.median.amount).toBeLessThan(45_000);
  expect(senior?.median.amount).toBeGreaterThan(80_000);
  const places = pay.places.map(({ word }) => word);
  expect(places).toEqual(expect.arrayContaining(['Munich, Germany', 'Berlin, Germany']));
  expect(places).not.toContain('Bremen, Germany');
  // Of 30 days each: what is older than a month is not in the newest one.
  expect(pay.months.map(({ word, jobs }) => [word, jobs])).toEqual([
    [30, 15],
    [60, 15],
  ]);
  const count = asked.length;
  const again = await findSalaries({ ...anySearch, keyword: 'baker', sortBy: 'recent' }, 'EUR');
  expect([again, asked.length]).toEqual([pay, count]);
  const alone = await findSalaries({ ...anySearch, keyword: 'intern' }, 'EUR');
  expect(alone).toMatchObject({ spread: null, levels: [], places: [], months: [] });
});
