import { expect, test } from '@jest/globals';
import { findSkills, skillEvidence } from '../../../shared/skills/find-skills.js';
import { mostSkills } from '../../../shared/skills/skill-names.js';
import { skillTable } from '../../../shared/skills/skill-table.js';

const posting = { title: '', description: '', tags: [], company: null };
const inText = (description: string): string[] => findSkills({ ...posting, description });
const inTitle = (title: string): string[] => findSkills({ ...posting, title });

test.each<[string, string[]]>([
  ['Experience with Python, SQL and Docker.', ['Python', 'SQL', 'Docker']],
  ['C++, C# and .NET on Node.js', ['C++', 'C#', '.NET', 'Node.js']],
  ['JavaScript is not Java, and TypeScript is neither.', ['JavaScript', 'Java', 'TypeScript']],
  ['MIG welding and a forklift licence', ['Welding', 'Forklift operation']],
  ['Python을 사용한 개발', ['Python']],
  ['GESTIÓN DE INVENTARIOS, DISEÑO GRAFICO', ['Inventory management', 'Graphic design']],
  ['Google WorkspaceStrong analytical mind', ['Google Workspace']],
])('"%s" names %j', (text, skills) => {
  expect(inText(text)).toEqual(skills);
});

test.each<[string, string[]]>([
  ['You will go far and react to change.', []],
  ['Two years of experience with Go.', ['Go']],
  ['Services in Python, Go and Rust', ['Python', 'Go', 'Rust']],
  ['Join us in Spring 2027.', []],
  ['Experience with Spring, Hibernate', ['Spring', 'Hibernate']],
  ['You excel in a team.', []],
  ['Advanced Excel skills', ['Excel']],
  ['Word, Outlook and PowerPoint', ['Microsoft Office', 'PowerPoint']],
  ['A word about our teams', []],
  ['Statistics in R, Python', ['Python', 'R']],
  ['Our R&D lab, series C', []],
  ['Experience in R&D, knowledge of R & D', []],
  ['Skills: R 42, C 3; qualification as R.N.', []],
  ['Expertise in C-level sales, experience with Series C and C corporations', []],
  ['Knowledge of vitamin C, hepatitis C and class C licences; certification C', []],
  ['Experience with R. Smith', []],
  ['Experience with R. You know SQL.', ['R', 'SQL']],
  ["Programming in C for devices, and R's packages: experience in R", ['C', 'R']],
  ['C-Kenntnisse, Erfahrung mit C und R', ['C', 'R']],
  ['Health insurance and dental', []],
  ['Our sales team helps you.', []],
  ['Experience in sales and marketing', ['Sales', 'Marketing']],
  ['Mail us: jobs@oracle.com or www.salesforce.example', []],
])('ambiguous words need a context: "%s" names %j', (text, skills) => {
  expect([...inText(text)].sort()).toEqual([...skills].sort());
});

test.each<[string, string[]]>([
  ['Sales Manager', ['Sales']],
  ['Go Developer', ['Go']],
  ['Spring Intake 2027', []],
  ['Registered Nurse', ['Nursing']],
  ['Data Scientist (R)', ['R']],
  ['Driver (C)', []],
])('a title "%s" names %j', (title, skills) => {
  expect(inTitle(title)).toEqual(skills);
});

test('a company that is called like a skill means itself', () => {
  const description = 'Salesforce is hiring. You know Apex.';
  expect(findSkills({ ...posting, description, company: 'Salesforce, Inc.' })).toEqual([]);
  expect(findSkills({ ...posting, description, company: 'Acme' })).toEqual(['Salesforce']);
});

test('a tag counts as a whole, whatever its name means elsewhere', () => {
  expect(findSkills({ ...posting, tags: ['Go', 'Excel', 'we go on'] })).toEqual(['Go', 'Excel']);
});

test('the sentence that names a skill is its evidence, the title first', () => {
  const evidence = skillEvidence({
    ...posting,
    title: 'Python Developer',
    description: 'We are kind.\n- Know SQL well; be nice.\nPython 3. More.',
  });
  expect(evidence).toEqual({ Python: 'Python Developer', SQL: 'Know SQL well' });
  const long = skillEvidence({ ...posting, description: `${'many words '.repeat(60)}SQL ${'many words '.repeat(60)}` });
  expect(long.SQL).toContain('SQL');
  expect(long.SQL?.length).toBeLessThanOrEqual(240);
});

test('a list of keywords gives so many skills and no more', () => {
  const all = skillTable().names.join(', ');
  expect(inText(all)).toHaveLength(mostSkills);
});

test('a text costs in proportion to its length, whatever it holds', () => {
  const cpuOf = (text: string): number => {
    const before = process.cpuUsage();
    inText(text);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  for (const part of ['go ', 'Go, ', 'microsoft ', 'Word, Excel and ', 'a', '. ', 'experience with ']) {
    const text = (length: number): string => part.repeat(Math.ceil(length / part.length));
    cpuOf(text(10_000));
    const times = [1, 2, 3].map(() => cpuOf(text(100_000)));
    // A quadratic one would take seconds.
    expect(Math.min(...times)).toBeLessThan(1_000_000);
  }
});
