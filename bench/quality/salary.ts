import { z } from 'zod';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { normalise } from '../../worker/normalise/normalise.js';
import { readSalary } from '../../worker/normalise/pay/salary.js';
import { findSalary } from '../../worker/normalise/pay/salary-in-description.js';
import { emptyPosting } from '../../worker/sources/posting.js';
import { baselineSalary } from './baseline.js';
import { given } from './given.js';
import { descriptionRow, labelled, labelledNow, payFacts, salaryRow } from './labelled.js';
import { type Row, rowOf } from './row.js';

type Pay = ReturnType<typeof payFacts>;
type Case = { text: string; expected: Pay; read: Pay };

const same = (one: Pay, other: Pay): boolean => JSON.stringify(payFacts(one)) === JSON.stringify(payFacts(other));

const judged = ({ text, expected, read }: Case) => ({
  ours: same(read, expected),
  baseline: same(baselineSalary(text), expected),
});

const rows = { salary: { measure: 'min, max, currency and period all right', target: 0.97 } } as const;
const traps = { measure: 'left alone', target: 0.99 } as const;
const inText = { measure: 'found with all four right, or rightly nothing', target: 0.97 } as const;

/** Pay in short texts, sums that are not pay, and pay within descriptions. */
export async function measureSalary(): Promise<Row[]> {
  const parts = ['tuning', 'held-out'];
  return [
    ...parts.map((set) => rowOf({ fact: 'salary', set, ...rows.salary }, ours(`salary-${set}`).map(judged))),
    ...parts.map((set) => rowOf({ fact: 'not-salary traps', set, ...traps }, ours(`not-salary-${set}`).map(judged))),
    ...parts.map((set) => rowOf({ fact: 'salary in descriptions', set, ...inText }, descriptions(set).map(judged))),
    ...beside(),
  ];
}

function ours(name: string): Case[] {
  return labelled(name, salaryRow).map(({ salary, country, expected }) => {
    const stated = { text: salary, min: null, max: null, currency: null, per: null };
    return { text: salary, expected, read: payFacts(readSalary(stated, { country })?.salary ?? null) };
  });
}

function descriptions(set: string): Case[] {
  return labelled(`salary-in-description-${set}`, descriptionRow).map(({ description, country, expected }) => ({
    text: description,
    expected,
    read: payFacts(findSalary(description, { country })?.salary ?? null),
  }));
}

const stated = z.object({ min: z.number(), max: z.number(), currency: z.string(), period: z.string() });
const givenRow = z.object({ input: z.string(), location: z.string(), expected: stated.nullable() });

/** Strings of the external set go through the whole pipeline: the country comes from the location. */
function beside(): Row[] {
  const cases = given('salary_examples_for_developers', givenRow);
  if (cases === null) return [];
  const gazetteer = loadGazetteer();
  const read = cases.map(({ input, location, expected }): Case => {
    const posting = emptyPosting('Posting', 'https://posting.invalid/');
    if (location !== '') posting.places = [{ text: location, city: null, region: null, country: null }];
    posting.salary = { text: input, min: null, max: null, currency: null, per: null };
    const outcome = normalise(posting, { source: 'bench', gazetteer, now: labelledNow });
    if ('flaw' in outcome) throw new Error(outcome.flaw);
    const want = expected && { ...expected, per: expected.period };
    return { text: input, expected: payFacts(want), read: payFacts(outcome.job.salary) };
  });
  const set = 'beside the project';
  return [
    rowOf({ fact: 'salary', set, ...rows.salary }, read.filter(({ expected }) => expected !== null).map(judged)),
    rowOf({ fact: 'not-salary traps', set, ...traps }, read.filter(({ expected }) => expected === null).map(judged)),
  ];
}
