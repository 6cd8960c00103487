import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { projectFile } from '../../shared/project-file.js';

const payLabel = z
  .strictObject({
    min: z.number().nullable(),
    max: z.number().nullable(),
    currency: z.string().nullable(),
    per: z.string().nullable(),
  })
  .nullable();

/** Texts of a pay field with the pay they state; `null` = none. */
export const salaryRow = z.strictObject({ salary: z.string(), country: z.string().nullable(), expected: payLabel });
/** Descriptions with the pay they state. */
export const descriptionRow = z.strictObject({
  description: z.string(),
  country: z.string().nullable(),
  expected: payLabel,
});
/** Stated texts, a title or a description with the word they express; `null` = none. */
export const wordRow = z.strictObject({
  stated: z.array(z.string()),
  title: z.string(),
  description: z.string(),
  expected: z.string().nullable(),
});
/** Times as boards write them, parsed at `labelledNow`. */
export const postedRow = z.strictObject({
  posted: z.union([z.string(), z.number()]),
  country: z.string().nullable(),
  day: z.string().nullable(),
  precision: z.string().nullable(),
});
export const labelledNow = new Date('2026-11-21T12:00:00Z');

/** The rows of one of our labelled sets. */
export function labelled<Row>(name: string, row: z.ZodType<Row>): Row[] {
  const text = readFileSync(projectFile(`test/fixtures/normalise/${name}.jsonl`), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => row.parse(JSON.parse(line)));
}

/** The labelled pay: four facts that must all be right. */
export function payFacts(salary: z.infer<typeof payLabel>): z.infer<typeof payLabel> {
  return salary && { min: salary.min, max: salary.max, currency: salary.currency, per: salary.per };
}

/** The rows that a parser gets wrong, with its results, and its share of right ones. */
export function compareCases<Row>(rows: readonly Row[], read: (row: Row) => unknown, expected: (row: Row) => unknown) {
  const wrong = rows
    .map((row) => ({ row, got: read(row), want: expected(row) }))
    .filter(({ got, want }) => JSON.stringify(got) !== JSON.stringify(want));
  return { wrong, share: 1 - wrong.length / rows.length };
}
