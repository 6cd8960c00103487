/** Identifies the code that reads responses and the code that analyses postings, so that an upgrade repeats what changed and no more. */
import { createHash, hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Narrow, Source } from '../../sources/source.js';

/** The folders whose code decides which postings a response becomes, and those that decide which facts a posting has. */
const folders = {
  reading: ['../../sources', '../../structured-data', '../../mail'],
  analysis: [
    '../../normalise',
    '../../gazetteer',
    '../../../shared/words',
    '../../../shared/places',
    '../../../shared/skills',
  ],
} as const;

const known = new Map<keyof typeof folders, string>();

/** The hash of some code, computed once in a process. */
function codeOf(part: keyof typeof folders): string {
  const before = known.get(part);
  if (before !== undefined) return before;
  const digest = createHash('sha256');
  for (const folder of folders[part].map((path) => fileURLToPath(new URL(path, import.meta.url)))) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(?:[jt]s|csv)$/.test(name),
    );
    for (const name of files.sort()) digest.update(name).update(readFileSync(join(folder, name)));
  }
  const code = digest.digest('base64url').slice(0, 22);
  known.set(part, code);
  return code;
}

/** The version of the code that finds postings in responses. What another version read must be parsed again, but not requested again. */
export const readingCode = (): string => codeOf('reading');

/** The version of the code that reads facts from postings. Stored postings of another version are analysed again without any request. */
export const analysisVersion = (): string => codeOf('analysis');

/**
 * The hash of what an operator decides about the reading of a source. A collection with another basis is read again, even if its
 * source has not changed.
 */
export function readerBasis({ id, kind, settings }: Source, narrow: Narrow, userAgent: string): string {
  const parts = [id, kind.kind, settings, narrow, userAgent];
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
}
