import { expect, test } from '@jest/globals';
import { readSkill, skillKey, skillList, skillsIn } from '../../../shared/skills/skill-names.js';

test.each([
  ['golang', 'Go'],
  ['GO', 'Go'],
  ['k8s', 'Kubernetes'],
  ['c++', 'C++'],
  ['C#', 'C#'],
  ['c', 'C'],
  ['.net', '.NET'],
  ['node js', 'Node.js'],
  ['Power-BI', 'Power BI'],
  ['juggling', null],
  ['', null],
])('"%s" means %j', (text, skill) => {
  expect(readSkill(text)).toBe(skill);
});

test('keys tell apart what differs by signs alone', () => {
  expect(new Set(['C', 'C++', 'C#', '.NET', 'Net'].map(skillKey)).size).toBe(5);
});

test('a list has each name once and is read back as it was written', () => {
  expect(skillList(['SQL', 'Go', 'SQL'])).toBe('Go, SQL');
  expect(skillsIn('Go, SQL')).toEqual(['Go', 'SQL']);
  expect(skillsIn('')).toEqual([]);
});
