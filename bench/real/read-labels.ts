import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { projectFile } from '../../shared/project-file.js';
import type { RealLabel } from './real-fact.js';

const label = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{12}$/),
  expect: z.json(),
  also: z.array(z.json()).optional(),
});

const folder = projectFile('bench/real/labels');

/** The numbers of a fact's batches, ascending. */
export function batchesOf(fact: string): number[] {
  return readdirSync(folder)
    .map((name) => /^(.+)-(\d+)\.json$/.exec(name))
    .filter((found) => found?.[1] === fact)
    .map((found) => Number(found?.[2]))
    .sort((a, b) => a - b);
}

/** The labels of a batch. Throws when an id occurs twice. */
export function readLabels(fact: string, batch: number): RealLabel[] {
  const labels = z.array(label).parse(JSON.parse(readFileSync(`${folder}/${fact}-${batch}.json`, 'utf8')));
  if (new Set(labels.map(({ id }) => id)).size !== labels.length)
    throw new Error(`${fact}-${batch}: an id occurs twice.`);
  return labels.map(({ id, expect, also }) => ({ id, expect, ...(also === undefined ? {} : { also }) }));
}
