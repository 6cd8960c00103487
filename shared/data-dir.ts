import { resolve } from 'node:path';
import type { Config } from '../shared/config.js';
import { projectFile } from '../shared/project-file.js';

/** DATA_DIR as a full path, from the project's root when it is relative. */
export function dataDirOf({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  return resolve(projectFile('.'), DATA_DIR);
}
