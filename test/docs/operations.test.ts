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

test('.env.example shows every setting with its default', () => {
  const lines = read('.env.example')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line));
  const shown = new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
  const expected = names.filter((name) => name !== 'WORKER_INDEX');
  expect([...shown.keys()].sort()).toEqual(expected.sort());
  for (const [name, value] of shown) {
    const schema = configSchema.shape[name as keyof typeof configSchema.shape];
    expect([name, schema.parse(value)]).toEqual([name, schema.parse(undefined)]);
  }
});

const allocatorSettings = Object.entries(everyEnvironment).map(([name, value]) => `${name}=${value}`);

test.each(['job-search-api.service', 'job-search-worker@.service'])('ops/systemd/%s starts what is built', (file) => {
  const unit = read(`ops/systemd/${file}`);
  const [, flags = '', room = ''] = /^ExecStart=\/usr\/bin\/node (.*) dist\/(\w+)\/main\.js$/m.exec(unit) ?? [];
  expect(flags).toBe(everyFlags.join(' '));
  expect(existsSync(projectFile(`${room}/main.ts`))).toBe(true);
  expect(unit).toContain(`ROLE=${room}`);
  const words = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
  for (const name of words.map((word) => word.slice(0, word.indexOf('=')).replace(/_FILE$/, '')))
    if (name !== 'NODE_ENV' && !name.startsWith('MALLOC_')) expect(names).toContain(name);
  expect(words).toEqual(expect.arrayContaining(allocatorSettings));
});

test('the images have the allocator settings of every process', () => {
  expect(read('Dockerfile')).toContain(`ENV ${allocatorSettings.join(' ')}\n`);
});
