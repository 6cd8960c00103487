import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readOccupations } from '../../../../worker/match/occupations/read-occupations.js';

const occupations = readOccupations();

/** A folder with these tables. */
function tables(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'occupations-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('the tables of occupations', () => {
  test('have several hundred groups, each with a name of its own and titles', () => {
    const names = occupations.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(200);
    for (const { name, titles } of occupations) expect([name, titles.length]).not.toEqual([name, 0]);
  });

  test('name only groups that exist as related', () => {
    const names = new Set(occupations.map(({ name }) => name));
    for (const { name, related } of occupations)
      expect([name, related.filter((other) => !names.has(other))]).toEqual([name, []]);
  });

  test('have titles in lower case, without spaces around them or twice within a language', () => {
    for (const { name, titles } of occupations)
      for (const title of titles) expect([name, title]).toEqual([name, title.trim().toLowerCase()]);
  });

  test.each([
    ['nurse', 'krankenpfleger'],
    ['nurse', 'infirmier'],
    ['nurse', 'enfermera'],
    ['chef', 'köchin'],
    ['physician', 'ärztin'],
    ['truck-driver', 'camionero'],
  ])('%s has the title %s', (name, title) => {
    expect(occupations.find((each) => each.name === name)?.titles).toContain(title);
  });
});

describe('a table that is wrong is refused', () => {
  test('when it names a group that does not exist', () => {
    const folder = tables({
      'groups.tsv': 'group\tfamily\tarea\trelated\na\tb\tc\t\n',
      'en.tsv': 'group\ttitles\nz\tone\n',
    });
    expect(() => readOccupations(folder)).toThrow('en.tsv: no group "z"');
  });

  test('when a row has no titles', () => {
    const folder = tables({
      'groups.tsv': 'group\tfamily\tarea\trelated\na\tb\tc\t\n',
      'en.tsv': 'group\ttitles\na\t\n',
    });
    expect(() => readOccupations(folder)).toThrow('no titles');
  });
});
