import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { projectFile } from '../shared/project-file.js';

/** Which rooms each room may enter. `shared` enters nobody; `api` and `worker` never meet. */
const doors: Readonly<Record<string, readonly string[]>> = {
  api: ['api', 'shared'],
  worker: ['worker', 'shared'],
  shared: ['shared'],
  'demo-board': ['demo-board', 'shared'],
  pages: ['pages', 'shared'],
  start: ['start', 'demo-board', 'shared'],
  cli: ['cli', 'shared'],
  client: ['client'],
};

const root = projectFile('.');

const files = (room: string): string[] =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('dist/'))
    .map((name) => join(room, name));

const source = (file: string): string => readFileSync(join(root, file), 'utf8');

const rooms = (file: string): string[] =>
  [...source(file).matchAll(/(?:from|import|import\()\s*['"](\.[^'"]+)['"]/g)].map(([, target = '']) =>
    String(relative(root, resolve(root, dirname(file), target)).split(sep)[0]),
  );

/** What only one file may do, and what it looks like. */
const onlyIn: { what: string; sign: RegExp; file: string; but?: string }[] = [
  { what: 'reads the environment', sign: /process\.env\b/, file: 'shared/config.ts' },
  { what: 'opens Redis', sign: /new (?:Redis|Cluster)\(/, file: 'shared/redis/redis.ts' },
  { what: 'spells a Redis key', sign: /['"`]\{?js:/, file: 'shared/redis/redis-keys.ts' },
  { what: 'loads Playwright', sign: /import\('playwright'\)/, file: 'worker/browser/chromium-process.ts' },
];

describe.each(Object.keys(doors))('%s/', (room) => {
  test.each(files(room))('%s enters only its own doors', (file) => {
    for (const target of rooms(file)) expect(doors[room]).toContain(target);
  });

  test.each(files(room))('%s fits on a few screens', (file) => {
    const printed = source(file).startsWith('// Printed from');
    if (!printed) expect(source(file).split('\n').length).toBeLessThanOrEqual(300);
  });

  test.each(files(room))('%s keeps to the house rules', (file) => {
    const text = source(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    expect(file).not.toMatch(/(?:^|\/)(?:utils?|helpers?|common|misc|index|types)\.ts$/);
    expect(text).not.toMatch(
      /\bas any\b|: any\b|<any>|export default|console\.|\bTODO\b|catch(?: \(\w+\))? \{\s*return (?:\[\]|\{\});/,
    );
    for (const { sign, file: owner } of onlyIn) if (file !== owner) expect(text).not.toMatch(sign);
  });
});

test.each(files('pages'))('%s takes only types from other rooms, which a browser never loads', (file) => {
  for (const [line] of source(file).matchAll(/^(?:import|export) .* from '\.\.\/.*$/gm))
    expect(line).toMatch(/^(?:import|export) type /);
});
