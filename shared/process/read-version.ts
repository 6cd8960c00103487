import { readFileSync } from 'node:fs';
import { projectFile } from '../project-file.js';

/** The version of this service, from package.json. */
export function readVersion(): string {
  return (JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string }).version;
}
