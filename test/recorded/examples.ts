import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of recorded responses and pages, given to `npm test -- --suite recorded`; they are not ours to publish. */
const folder = process.env.RECORDED_EXAMPLES ?? '';

/** A recorded file; throws when it is missing. */
export const readExample = (path: string): string => readFileSync(join(folder, path), 'utf8');

/** The names of the recorded files in a folder. */
export const examplesIn = (path: string): string[] => readdirSync(join(folder, path));
