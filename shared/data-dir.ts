import { join, resolve } from 'node:path';
import type { Config } from './config.js';
import { projectFile } from './project-file.js';

/** DATA_DIR as an absolute path, resolved from the project's root. */
export function dataDirOf({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  return resolve(projectFile('.'), DATA_DIR);
}

/** The sources file of a service without SOURCES: the demo board's entries until boards are added. */
export const ownSourcesFile = (config: Pick<Config, 'DATA_DIR'>): string => join(dataDirOf(config), 'sources.json');
