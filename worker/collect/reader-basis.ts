import { createHash, hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readVersion } from '../../shared/process/read-version.js';
import type { Narrow, Source } from '../sources/source.js';

/** The folders whose code decides what job a response becomes. */
const readerFolders = [
  '../sources',
  '../structured-data',
  '../normalise',
  '../gazetteer',
  '../../shared/words',
  '../../shared/places',
  '../../shared/skills',
];

let release: string | null = null;

/** The hash of the release and of its code that reads and normalises responses; computed once in a process. */
export function readerRelease(): string {
  if (release !== null) return release;
  const digest = createHash('sha256').update(readVersion());
  for (const folder of readerFolders.map((path) => fileURLToPath(new URL(path, import.meta.url)))) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(?:[jt]s|csv)$/.test(name),
    );
    for (const name of files.sort()) digest.update(name).update(readFileSync(join(folder, name)));
  }
  release = digest.digest('base64url');
  return release;
}

/**
 * The hash of everything that decides how a source is read and its postings are normalised. A collection with another basis
 * is read again, even if its source has not changed.
 */
export function readerBasis({ id, kind, settings }: Source, narrow: Narrow, userAgent: string): string {
  const parts = [readerRelease(), id, kind.kind, settings, narrow, userAgent];
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
}
