/** Hides in postings what a source's requests prove themselves by: an interface may echo it where everybody reads it. */
import { hideObtained } from '../../../shared/secrets/redact.js';
import { mapInTurns } from '../../process/cooperative.js';
import type { Posting } from '../../sources/posting.js';
import type { Source } from '../../sources/source.js';
import { loginOf } from '../../sources/source-limits.js';

/** The postings of a source, without its credentials where it has some. */
export async function withoutCredentials(source: Source, postings: readonly Posting[]): Promise<readonly Posting[]> {
  if (source.kind.keyed !== true && loginOf(source) === undefined) return postings;
  return mapInTurns(postings, (posting) => hideIn(posting) as Posting);
}

/** Postings are plain data, a few levels deep. */
function hideIn(value: unknown): unknown {
  if (typeof value === 'string') return hideObtained(value);
  if (Array.isArray(value)) return value.map(hideIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hideIn(each)]));
}
