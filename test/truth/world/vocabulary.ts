/**
 * The words of the world. An occupation's `family` groups words that a person would call related: an opening with a word
 * related to the query's, but not that word, may or may not be found, since synonyms are allowed.
 */
export type Occupation = { title: string; family: string };

export const occupations: readonly Occupation[] = rows({
  software: [
    'Software Engineer',
    'Backend Developer',
    'Programmer',
    'Softwareentwickler',
    'Firmware Engineer',
    '软件工程师',
  ],
  nursing: ['Registered Nurse', 'Midwife', 'Nurse Practitioner'],
  money: ['Accountant', 'Auditor', 'Bookkeeper', 'Tax Advisor'],
  numbers: ['Data Analyst', 'Statistician', 'Actuary'],
  kitchen: ['Chef', 'Pastry Baker', 'Line Cook'],
  school: ['Teacher', 'Language Tutor'],
  driving: ['Bus Driver', 'Forklift Operator', 'Tram Conductor'],
  wood: ['Carpenter', 'Cabinetmaker'],
  hiring: ['Talent Partner'],
  pipes: ['Plumber', 'Pipefitter'],
  power: ['Electrician'],
  metal: ['Welder', 'Blacksmith'],
  words: ['Translator', 'Copywriter', 'Proofreader'],
  drugs: ['Pharmacist'],
  teeth: ['Dentist', 'Orthodontist'],
  animals: ['Veterinarian', 'Beekeeper'],
  plants: ['Gardener', 'Florist'],
  law: ['Paralegal', 'Notary'],
  books: ['Librarian', 'Archivist'],
  guarding: ['Security Guard'],
  eyes: ['Optician'],
  bodies: ['Physiotherapist'],
  rays: ['Radiographer'],
  water: ['Hydrologist'],
  rocks: ['Geologist'],
  glass: ['Glazier'],
  locks: ['Locksmith'],
  roofs: ['Roofer'],
  sofas: ['Upholsterer'],
  pictures: ['Illustrator', 'Photographer'],
});

function rows(families: Readonly<Record<string, readonly string[]>>): Occupation[] {
  return Object.entries(families).flatMap(([family, titles]) => titles.map((title) => ({ title, family })));
}

/** Skills by family. Some names differ only in their symbols. */
export const skills: Readonly<Record<string, string>> = {
  'C++': 'c++',
  'C#': 'c#',
  '.NET': '.net',
  'Node.js': 'node.js',
  Kubernetes: 'containers',
  Photoshop: 'photoshop',
  Salesforce: 'salesforce',
  AutoCAD: 'drafting',
  QuickBooks: 'ledgers',
  Phlebotomy: 'blood',
  Soldering: 'solder',
  Scaffolding: 'scaffold',
  Fermentation: 'ferment',
  Calligraphy: 'calligraphy',
  Cartography: 'maps',
  Horticulture: 'plants',
  Mandarin: 'mandarin',
  Esperanto: 'esperanto',
};

/** Those of them that the table of the service has, with other spellings of each. */
export const tabledSkills: Readonly<Record<string, readonly string[]>> = {
  'C++': ['C++', 'cpp', 'c plus plus'],
  'C#': ['C#', 'c sharp'],
  '.NET': ['.NET', 'dotnet', '.net'],
  'Node.js': ['Node.js', 'nodejs', 'Node'],
  Kubernetes: ['Kubernetes', 'k8s'],
  Photoshop: ['Photoshop', 'Adobe Photoshop'],
  Salesforce: ['Salesforce', 'salesforce'],
  AutoCAD: ['AutoCAD', 'Auto CAD'],
  QuickBooks: ['QuickBooks', 'quick books'],
  Phlebotomy: ['Phlebotomy', 'venipuncture'],
  Soldering: ['soldering'],
  Scaffolding: ['Scaffolding'],
};

/** Words that differ only in spelling; a query for one must find the other. */
export const spellings: Readonly<Record<string, string>> = { node: 'node.js', nodejs: 'node.js', cpp: 'c++' };

const firstNames = [
  'Quillmark',
  'Brightwater',
  'Oakhollow',
  'Zephyrine',
  'Mossgate',
  'Vantoria',
  'Kestrelby',
  'Lumenfall',
];
const moreNames = [
  'Ironwick',
  'Dunmarrow',
  'Fennimore',
  'Galdrake',
  'Harrowfen',
  'Juniperus',
  'Wexcombe',
  'Yarrowdale',
];
const lastNames = [
  'Thistlewood',
  'Umbergate',
  'Pellworth',
  'Rookhaven',
  'Silverspan',
  'Tarnbrook',
  'Ambervale',
  'Cobblestow',
];
const otherNames = [
  'Elderquay',
  'Nightjar',
  'Ospreyline',
  'Driftholm',
  'Larkmere',
  'Bexhollow',
  'Corvidane',
  'Whinfield',
];

/** Companies: the first word of each resembles no other word of the world. */
export const companies: readonly string[] = [...firstNames, ...moreNames, ...lastNames, ...otherNames].map(
  (name, index) => `${name} ${['Labs', 'Group', 'Works', 'Partners'][index % 4]}`,
);

/** Generic words of titles: two-word titles share them with others. */
const generic = new Set(['data', 'line', 'language', 'security', 'talent', 'bus', 'registered', 'tax']);

const relatives: readonly (readonly string[])[] = [
  ...familyWords(),
  ['senior', 'sr', 'lead', 'staff', 'principal'],
  ['associate', 'mid', 'level', 'intermediate'],
  ['junior', 'jr', 'entry', 'graduate', 'trainee'],
  ['intern', 'internship', 'trainee', 'student'],
  ['director', 'head'],
  ['vice', 'president', 'vp', 'chief', 'executive'],
];

function familyWords(): string[][] {
  const families = new Map<string, Set<string>>();
  for (const { title, family } of occupations) {
    const words = families.get(family) ?? new Set([family]);
    for (const word of title.toLowerCase().split(' ')) if (!generic.has(word)) words.add(word);
    families.set(family, words);
  }
  for (const [skill, family] of Object.entries(skills)) families.get(family)?.add(skill.toLowerCase());
  return [...families.values()].map((words) => [...words]);
}

const knownPairs = new Map<string, boolean>();

/** Whether a person might call two folded words related: of one family, or of one stem. */
export function areRelated(one: string, other: string): boolean {
  const pair = `${one} ${other}`;
  const known = knownPairs.get(pair);
  if (known !== undefined) return known;
  const related =
    one === other || relatives.some((group) => group.includes(one) && group.includes(other)) || ofOneStem(one, other);
  knownPairs.set(pair, related);
  return related;
}

function ofOneStem(one: string, other: string): boolean {
  const shared = Math.min(one.length, other.length, 5);
  return shared >= 4 && one.slice(0, shared) === other.slice(0, shared) && Math.abs(one.length - other.length) <= 5;
}
