import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { projectFile } from '../../shared/project-file.js';

const counts = z.strictObject({
  cases: z.int(),
  /** Cases whose label states a value and does not allow `null`. */
  labelled: z.int(),
  /** Cases in which something was read. */
  said: z.int(),
  right: z.int(),
  wrong: z.int(),
  missed: z.int(),
  /** Of the cases `labelled`, those read correctly. */
  recalled: z.int(),
});

const look = z.strictObject({
  date: z.string(),
  /** The commit of the code; a trailing "+" marks uncommitted changes. */
  commit: z.string(),
  fact: z.string(),
  batch: z.int(),
  ...counts.shape,
  /** Where it is missing, the number of correct readings. */
  recalled: counts.shape.recalled.optional(),
  /** The round of work on the rules: 0 = before any. */
  round: z.int(),
  /** The same for each source and language of the batch, where sources have separate files. */
  sources: z.record(z.string(), counts).optional(),
});

/** The figures of the first run of the code on a batch of labelled cases. */
export type FirstLook = z.infer<typeof look>;

const file = projectFile('bench/real/first-looks.json');

/** The recorded figures, by fact and batch. */
export function readFirstLooks(): FirstLook[] {
  return existsSync(file) ? z.array(look).parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
}

/** Adds figures. Throws when the batch already has some: later measurements are not a first look. */
export function recordFirstLook(added: FirstLook): void {
  writeFileSync(file, `${JSON.stringify(withFirstLook(readFirstLooks(), added), null, 2)}\n`);
}

/** The figures including `added`, by fact and batch. Throws when its batch already has some. */
export function withFirstLook(looks: readonly FirstLook[], added: FirstLook): FirstLook[] {
  const former = looks.find(({ fact, batch }) => fact === added.fact && batch === added.batch);
  if (former !== undefined) throw new Error(`${added.fact}-${added.batch} was first read at ${former.commit}.`);
  return [...looks, added].sort((a, b) => (a.fact === b.fact ? a.batch - b.batch : a.fact < b.fact ? -1 : 1));
}
