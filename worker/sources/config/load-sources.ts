import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Config } from '../../../shared/config.js';
import { createRedact, type Redact } from '../../../shared/secrets/redact.js';
import type { Source } from '../source.js';
import { readSourcesFile } from './sources-file.js';

/** Maximum bytes of a sources file; 100,000 sources take some 10 million. */
const mostBytes = 50_000_000;

/** Only a regular file: opening a pipe blocks until it is written to, and would delay other changes. */
async function readBounded(file: string): Promise<string> {
  const found = await stat(file);
  if (!found.isFile()) throw new Error('it is not a file.');
  if (found.size > mostBytes) throw new Error(`it has ${found.size} bytes; at most ${mostBytes} are read.`);
  return await readFile(file, 'utf8');
}

/** Reads the operator's sources file. `hash` identifies its content, so that results of a different file are recognised. */
export async function loadSources(config: Config): Promise<{ sources: Source[]; paused: Source[]; hash: string }> {
  if (config.SOURCES === '')
    throw new Error('SOURCES is not set: name a sources file (see docs/reference/sources.md).');
  const text = await readBounded(config.SOURCES).catch((error: Error) => {
    throw new Error(`SOURCES=${config.SOURCES} cannot be read: ${error.message}`);
  });
  const all = readSourcesFile(text, config.SOURCES);
  const sources = all.filter(({ isPaused }) => isPaused !== true);
  const hash = createHash('sha256').update(JSON.stringify(sources.map(({ settings }) => settings)));
  return {
    sources,
    paused: all.filter(({ isPaused }) => isPaused === true),
    hash: hash.digest('base64url').slice(0, 12),
  };
}

/** Redacts the secrets of all sources, for texts about no single one. Source ids are never redacted. */
export function redactAll(sources: readonly Source[]): Redact {
  const names = new Set(sources.map(({ id }) => id));
  return createRedact(sources.flatMap(({ secrets }) => secrets).filter((secret) => !names.has(secret.toLowerCase())));
}
