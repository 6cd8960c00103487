import { existsSync, readFileSync } from 'node:fs';
import { isDemoSource } from '../shared/catalogue/known-boards.js';
import { parseJson } from '../shared/parse-json.js';

/** Whether a sources file has a board besides those of the demo board. Throws for a file that is not JSON. */
export function hasOwnBoards(file: string): boolean {
  if (!existsSync(file)) return false;
  const { sources = [] } = parseJson(readFileSync(file, 'utf8'), file) as { sources?: { id: string }[] };
  return sources.some(({ id }) => !isDemoSource(id));
}
