import { settingsTable } from '../shared/process/settings-table.js';
import { projectFile } from '../shared/project-file.js';
import { writeBetween } from './write-between.js';

/** Writes the settings of shared/config.ts as a table to docs/operations.md. */
writeBetween(projectFile('docs/operations.md'), 'settings', settingsTable());
