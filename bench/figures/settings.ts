import { settingsTable } from '../../shared/process/settings-table.js';
import { writeSection } from './sections.js';

/** Writes the settings of shared/config.ts as a table to docs/reference/settings.md. */
writeSection('docs/reference/settings.md', 'settings', settingsTable());
