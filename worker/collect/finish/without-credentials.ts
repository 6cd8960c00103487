/** Hides in postings what a source's requests prove themselves by: an interface may echo it where everybody reads it. */
import { hideObtained } from '../../../shared/secrets/redact.js';
import { runCooperatively } from '../../process/cooperative.js';
import type { Posting } from '../../sources/posting.js';
import { loginOf, type Source } from '../../sources/source.js';

/** The postings of a source, without its credentials where it has some. */
export async function withoutCredentials(source: Source, postings: readonly Posting[]): Promise<readonly Posting[]> {
  if (source.kind.keyed !== true && loginOf(source) === undefined) return postings;
  return runCooperatively(hiddenIn(postings));
}

function* hiddenIn(postings: readonly Posting[]): Generator<undefined, Posting[]> {
  const told: Posting[] = [];
  for (const posting of postings) {
    told.push(hideIn(posting) as Posting);
    yield;
  }
  return told;
}

/** Postings are plain data, a few levels deep. */
function hideIn(value: unknown): unknown {
  if (typeof value === 'string') return hideObtained(value);
  if (Array.isArray(value)) return value.map(hideIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hideIn(each)]));
}
