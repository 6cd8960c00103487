import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { projectFile } from '../../shared/project-file.js';

/** The folder of labelled strings that stands beside the project where its makers keep it; it is no part of the project. */
export const givenFolder = resolve(projectFile('.'), '../shared/examples/normaliser');

/** The rows of a labelled file beside the project; `null` where that is missing. */
export function given<R>(name: string, row: z.ZodType<R>): R[] | null {
  const path = resolve(givenFolder, `${name}.jsonl`);
  if (!existsSync(path)) return null;
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => row.parse(JSON.parse(line)));
}
