import { join, resolve } from 'node:path';
import type { Config } from './config.js';
import { projectFile } from './project-file.js';

/** DATA_DIR as a full path, from the project's root when it is relative. */
export function dataDirOf({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  return resolve(projectFile('.'), DATA_DIR);
}

/** The sources file of a service whose SOURCES names none: the demo board's entries until boards are added. */
export const ownSourcesFile = (config: Pick<Config, 'DATA_DIR'>): string => join(dataDirOf(config), 'sources.json');
