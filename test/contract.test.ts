import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { fieldNames } from '../shared/fields.js';
import { jobSchema } from '../shared/job.js';
import { parseQuery } from '../shared/parse-query.js';
import { problems } from '../shared/problem.js';
import { projectFile } from '../shared/project-file.js';
import { sourcesDocument } from '../worker/describe-kinds.js';
import { sourceKinds } from '../worker/sources/all.js';

const api = readFileSync(projectFile('docs/api.md'), 'utf8');
const blocks = [...api.matchAll(/```json\n([\s\S]*?)```/g)].map(
  ([, text = '']) => JSON.parse(text) as Record<string, unknown>,
);

describe('the documents', () => {
  test('show a record that keeps its own schema', () => {
    jobSchema.parse(blocks[0]);
  });

  test('show the problem that the code gives', () => {
    const read = parseQuery({ jobType: 'fultime' });
    expect('errors' in read && read.errors).toEqual(blocks[1]?.errors);
  });

  test('name every field and every problem with its status', () => {
    for (const name of fieldNames) expect(api).toContain(`| ${name} |`);
    for (const [code, { status }] of Object.entries(problems)) expect(api).toContain(`| ${code} | ${status} |`);
  });

  test('hold the sources as their schemas say them', () => {
    expect(readFileSync(projectFile('docs/sources.md'), 'utf8')).toBe(sourcesDocument(sourceKinds));
  });
});
