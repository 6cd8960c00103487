import { projectFile } from '../shared/project-file.js';
import { settingsTable } from '../shared/settings-table.js';
import { writeBetween } from './write-between.js';

/** Writes the table of settings to docs/operations.md, as shared/config.ts has them. */
writeBetween(projectFile('docs/operations.md'), 'settings', settingsTable());
