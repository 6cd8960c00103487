import type { Answer } from './source.js';
import { sourceChanged } from './source-errors.js';

/** The answer as JSON; a page in its place says so, since that is what a changed or closed endpoint sends. */
export function readJson(answer: Answer): unknown {
  try {
    return JSON.parse(answer.body);
  } catch {
    throw sourceChanged(
      'JSON',
      `${answer.contentType || 'an untyped answer'} beginning "${answer.body.trim().slice(0, 60)}"`,
    );
  }
}
