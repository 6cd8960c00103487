import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { configSchema } from '../../shared/config.js';
import { everyEnvironment, everyFlags } from '../../shared/process/node-flags.js';
import { settingsTable } from '../../shared/process/settings-table.js';
import { projectFile } from '../../shared/project-file.js';

const read = (file: string): string => readFileSync(projectFile(file), 'utf8');
const names = Object.keys(configSchema.shape);

describe('the documents for operators', () => {
  test('lists every setting as the service reads it (npm run docs regenerates the table)', () => {
    const table = /<!-- settings:begin -->\n([\s\S]*?)\n<!-- settings:end -->/.exec(
      read('docs/reference/settings.md'),
    )?.[1];
    expect(table).toBe(settingsTable());
  });

  test('names only files that exist', () => {
    const pages = [
      'guides/install',
      'guides/sizing',
      'guides/data',
      'guides/monitoring',
      'guides/runbook',
      'reports/scale-and-faults',
    ].map((page) => read(`docs/${page}.md`));
    const named = [
      ...pages.join('\n').matchAll(/`((?:ops|docker|docs|shared|bench|scripts|worker|api|test)\/[\w@./-]+)`/g),
    ];
    const files = named.map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(8);
    for (const file of files) expect([file, existsSync(projectFile(file))]).toEqual([file, true]);
  });
});
