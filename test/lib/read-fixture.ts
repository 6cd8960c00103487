import { readFileSync } from 'node:fs';
import { projectFile } from '../../shared/project-file.js';

/** The text of a file in test/fixtures. */
export function readFixture(name: string): string {
  return readFileSync(projectFile(`test/fixtures/${name}`), 'utf8');
}

/** The bytes of a file in test/fixtures. */
export function readFixtureBytes(name: string): Buffer {
  return readFileSync(projectFile(`test/fixtures/${name}`));
}
