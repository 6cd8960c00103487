import { settingsTable } from '../shared/process/settings-table.js';
import { projectFile } from '../shared/project-file.js';
import { writeBetween } from './write-between.js';

/** Writes the table of settings to docs/operations.md, as shared/config.ts has them. */
writeBetween(projectFile('docs/operations.md'), 'settings', settingsTable());
