import type { PageResponse } from '../source.js';
import { sourceChanged } from '../source-errors.js';
import type { XmlParser } from './xml-parser.js';

/** Parses a response as XML. The error quotes what came instead, usually the HTML page of a changed or closed endpoint. */
export function readXml(response: PageResponse, parser: XmlParser): unknown {
  try {
    return parser.parse(response.body);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw sourceChanged('XML', `"${response.body.trim().slice(0, 60)}" (${reason.slice(0, 80)})`);
  }
}
