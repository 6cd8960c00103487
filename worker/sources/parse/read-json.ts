import { parseForeignJson } from '../../structured-data/parse-json.js';
import { type PageResponse, sourceChanged } from '../source.js';

/** Parses a response as JSON. The error quotes what came instead, usually the HTML page of a changed or closed endpoint. */
export function readJson(response: PageResponse): unknown {
  try {
    return parseForeignJson(response.body);
  } catch {
    throw sourceChanged(
      'JSON',
      `${response.contentType || 'an untyped answer'} beginning "${response.body.trim().slice(0, 60)}"`,
    );
  }
}
