import { z } from 'zod';
import { jobTypes } from '../../shared/words/words.js';
import { readJobType } from '../../worker/normalise/classify/job-type.js';
import { given } from './given.js';
import type { Row } from './row.js';
import { type Told, wordCases, wordRows } from './words.js';

const fact = { fact: 'job type', words: jobTypes };
const read = (told: Told) => readJobType(told)?.value ?? null;

const givenRow = z.object({ input: z.string(), expected: z.string().nullable() });
/** The external set names the kinds differently; postings with both hours count as full time in both. */
const named = (word: string | null): string | null =>
  word === null ? null : word === 'full_or_part' ? 'full time' : word.replace('_', ' ');

/** The kind of contract, in our sets and beside the project. */
export async function measureJobType(): Promise<Row[]> {
  const rows = ['tuning', 'held-out'].flatMap((set) => wordRows({ ...fact, set }, wordCases(`job-type-${set}`, read)));
  const beside = given('employment_type_examples_for_developers', givenRow)?.map(({ input, expected }) => {
    const told = { stated: [input], title: '', description: '' };
    return { told, expected: named(expected), read: read(told) };
  });
  return beside === undefined ? rows : [...rows, ...wordRows({ ...fact, set: 'beside the project' }, beside)];
}
