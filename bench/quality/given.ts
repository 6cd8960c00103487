import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { projectFile } from '../../shared/project-file.js';
import { materialFolder } from '../real/material.js';

/** An optional folder of labelled strings next to the project; it is not part of the repository. */
export const givenFolder = resolve(materialFolder ?? projectFile('../shared/examples/real'), '../normaliser');

/** The rows of a labelled file from that folder; `null` when it is missing. */
export function given<R>(name: string, row: z.ZodType<R>): R[] | null {
  const path = resolve(givenFolder, `${name}.jsonl`);
  if (!existsSync(path)) return null;
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => row.parse(JSON.parse(line)));
}
