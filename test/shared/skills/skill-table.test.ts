import { expect, test } from '@jest/globals';
import { findSkills } from '../../../shared/skills/find-skills.js';
import { skillKey } from '../../../shared/skills/skill-names.js';
import { parseSkills, skillTable } from '../../../shared/skills/skill-table.js';

test('a table is read line by line, and what is no line of it is refused', () => {
  const table = parseSkills('# remark\nname,spellings,cased,doubtful,listed\nPython,python3,,,\nGo,golang,,Go,\n');
  expect(table.names).toEqual(['Python', 'Go']);
  expect(table.spellings).toEqual([
    { skill: 'Python', text: 'python', kind: 'plain' },
    { skill: 'Python', text: 'python3', kind: 'plain' },
    { skill: 'Go', text: 'golang', kind: 'plain' },
    { skill: 'Go', text: 'Go', kind: 'doubtful' },
  ]);
  expect(() => parseSkills('Python,,,,')).toThrow('does not begin with');
  expect(() => parseSkills('name,spellings,cased,doubtful,listed\nPython')).toThrow('"Python" is not a skill.');
});

test('no two skills of the table share a name or a spelling', () => {
  const { names, spellings } = skillTable();
  expect(names.length).toBeGreaterThan(400);
  expect(new Set(names.map(skillKey)).size).toBe(names.length);
  const skillsOf = new Map<string, Set<string>>();
  for (const { text, skill } of spellings) skillsOf.set(text, (skillsOf.get(text) ?? new Set()).add(skill));
  expect([...skillsOf].filter(([, skills]) => skills.size > 1)).toEqual([]);
});

test('every spelling that needs no context is found as its skill', () => {
  const lost = skillTable().spellings.filter(
    ({ text, kind, skill }) =>
      (kind === 'plain' || kind === 'cased') &&
      !findSkills({ title: '', description: `We ask for ${text}.`, tags: [], company: null }).includes(skill),
  );
  expect(lost).toEqual([]);
});
