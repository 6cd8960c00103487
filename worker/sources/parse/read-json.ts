import type { PageResponse } from '../source.js';
import { sourceChanged } from '../source-errors.js';

/** The answer as JSON; a page in its place says so, since that is what a changed or closed endpoint sends. */
export function readJson(response: PageResponse): unknown {
  try {
    return JSON.parse(response.body);
  } catch {
    throw sourceChanged(
      'JSON',
      `${response.contentType || 'an untyped answer'} beginning "${response.body.trim().slice(0, 60)}"`,
    );
  }
}
