import type { JudgedPosting } from './relevance-postings.js';

/** Roles by relevance to the query: 3 = exact, 2 = close, 1 = related. */
export type Means = Partial<Record<1 | 2 | 3, readonly string[]>>;

/**
 * A query as typed, and its meaning. A posting's grade is that of its role in `means`; without `means`, that of its tools
 * (3 = used, 2 = nice to have). Every condition in `with` must hold for the posting, else its grade is 0: a job in Leeds is not
 * relevant to a search in Berlin.
 */
export type JudgedQuery = {
  text: string;
  means?: Means;
  tool?: string;
  with?: Partial<Pick<JudgedPosting, 'level' | 'company' | 'city' | 'workplace' | 'jobType'>> & {
    notLevel?: string;
    alsoTool?: string;
  };
};

const software: Means = {
  3: ['software engineer', 'software developer'],
  2: [
    'backend engineer',
    'full stack engineer',
    'java developer',
    'python developer',
    'c++ developer',
    '.net developer',
  ],
  1: ['frontend engineer', 'web developer', 'mobile developer'],
};
const frontend: Means = {
  3: ['frontend engineer'],
  2: ['ui engineer', 'web developer'],
  1: ['full stack engineer', 'react native developer'],
};
const backend: Means = {
  3: ['backend engineer'],
  2: ['full stack engineer', 'software engineer', 'software developer'],
};
const fullStack: Means = { 3: ['full stack engineer'], 1: ['web developer', 'frontend engineer', 'backend engineer'] };
const sre: Means = {
  3: ['site reliability engineer'],
  2: ['devops engineer', 'platform engineer'],
  1: ['cloud infrastructure engineer'],
};
const devops: Means = {
  3: ['devops engineer'],
  2: ['site reliability engineer', 'platform engineer'],
  1: ['cloud infrastructure engineer'],
};
const ml: Means = { 3: ['machine learning engineer'], 2: ['data scientist', 'applied scientist'] };
const dataScience: Means = {
  3: ['data scientist'],
  2: ['machine learning engineer', 'applied scientist'],
  1: ['data analyst', 'research scientist'],
};
const qa: Means = { 3: ['qa engineer'], 2: ['test automation engineer', 'software tester', 'quality analyst'] };
const productManager: Means = { 3: ['product manager', 'technical product manager'], 2: ['product owner'] };
const pm: Means = { 3: ['product manager', 'technical product manager', 'project manager'], 2: ['product owner'] };
const projectManager: Means = { 3: ['project manager'], 1: ['product manager', 'scrum master'] };
const nurse: Means = {
  3: [
    'registered nurse',
    'staff nurse',
    'community nurse',
    'icu nurse',
    'theatre nurse',
    'paediatric nurse',
    'nurse abroad',
  ],
  1: ['nurse manager'],
};
const registeredNurse: Means = {
  3: ['registered nurse'],
  2: ['staff nurse', 'icu nurse', 'community nurse', 'theatre nurse', 'paediatric nurse', 'nurse abroad'],
};
const care: Means = { 3: ['care assistant', 'support worker'], 2: ['home health aide'] };
const chef: Means = { 3: ['chef', 'sous chef', 'chef de partie', 'line cook'], 2: ['pastry chef'] };
const driver: Means = { 3: ['truck driver', 'delivery driver', 'bus driver'] };
const truckDriver: Means = { 3: ['truck driver'], 1: ['delivery driver', 'bus driver'] };
const teacher: Means = {
  3: [
    'teacher',
    'mathematics teacher',
    'primary school teacher',
    'english teacher',
    'science teacher',
    'special education teacher',
  ],
  1: ['teaching assistant', 'tutor'],
};
const electrician: Means = {
  3: ['electrician', 'maintenance electrician'],
  2: ['electrical technician', 'electrical fitter'],
  1: ['solar installer'],
};
const accountant: Means = { 3: ['accountant'], 1: ['accounts payable clerk', 'financial analyst', 'internal auditor'] };
const lawyer: Means = { 3: ['lawyer'] };
const waiter: Means = { 3: ['waiter'], 1: ['bartender'] };
const security: Means = {
  3: ['cyber security analyst', 'security analyst'],
  2: ['security engineer', 'application security engineer'],
};
const csm: Means = { 3: ['customer success manager'], 1: ['account manager', 'customer support specialist'] };
const recruiter: Means = { 3: ['recruiter', 'technical recruiter', 'talent acquisition partner'] };

const rows: readonly (readonly [text: string, JudgedQuery['means'] | string, JudgedQuery['with']?])[] = [
  // Roles, in the words of their titles.
  ['software engineer', software],
  ['product manager', productManager],
  ['registered nurse', registeredNurse],
  ['data scientist', dataScience],
  ['electrician', electrician],
  ['project manager', projectManager],
  // Short forms.
  ['SWE', software],
  ['SRE', sre],
  ['PM', pm],
  ['RN', registeredNurse],
  ['CSM', csm],
  ['ML engineer', ml],
  ['QA', qa],
  ['DBA', { 3: ['database administrator'] }],
  ['HR manager', { 3: ['hr manager'], 2: ['hr business partner', 'hr generalist'] }],
  // One word, two words, a dash.
  ['frontend', frontend],
  ['front-end developer', frontend],
  ['front end engineer', frontend],
  ['fullstack developer', fullStack],
  ['full-stack', fullStack],
  ['back end developer', backend],
  ['cybersecurity analyst', security],
  ['dev ops', devops],
  // More than one.
  ['nurses', nurse],
  ['software engineers', software],
  ['truck drivers', truckDriver],
  ['teachers', teacher],
  // British and American.
  ['pediatrician', { 3: ['paediatrician'], 1: ['paediatric nurse'] }],
  ['paediatric nurse', { 3: ['paediatric nurse'] }],
  ['anesthetist', { 3: ['anaesthetist'] }],
  ['labor relations adviser', { 3: ['labour relations'] }],
  ['organizational development', { 3: ['fulfilment manager'] }],
  ['theater technician', { 3: ['theatre technician'] }],
  // Other words for the same.
  ['programmer', software],
  ['lawyer', lawyer],
  ['attorney', lawyer],
  ['carer', care],
  ['physical therapist', { 3: ['physiotherapist'] }],
  ['cook', chef],
  ['recruiter', recruiter],
  ['welding', { 3: ['welder'] }],
  ['waitress', waiter],
  ['lorry driver', truckDriver],
  // Other languages.
  ['Softwareentwickler', software],
  ['Krankenpfleger', nurse],
  ['développeur', software],
  ['Lehrer', teacher],
  ['LKW Fahrer', truckDriver],
  ['comptable', accountant],
  ['Elektriker', electrician],
  // Operators.
  ['"product manager"', productManager],
  ['"site reliability engineer"', sre],
  ['software engineer -senior', software, { notLevel: 'senior' }],
  ['nurse -manager', nurse],
  [
    'manager -product -project',
    {
      3: [
        'engineering manager',
        'nurse manager',
        'hr manager',
        'office manager',
        'account manager',
        'marketing manager',
        'social media manager',
        'business development manager',
        'customer success manager',
        'fulfilment manager',
      ],
    },
  ],
  ['barista OR waiter', { 3: ['barista', 'waiter'] }],
  ['react OR vue developer', frontend],
  [
    'data scientist OR machine learning engineer',
    { 3: ['data scientist', 'machine learning engineer'], 2: ['applied scientist'] },
  ],
  ['(chef OR cook) berlin', chef, { city: 'Berlin' }],
  // Tools.
  ['k8s', 'Kubernetes'],
  ['kubernetes', 'Kubernetes'],
  ['postgres', 'PostgreSQL'],
  ['c++', 'C++'],
  ['.net', '.NET'],
  ['figma', 'Figma'],
  [
    'python developer',
    {
      3: ['python developer'],
      2: ['software engineer', 'software developer', 'backend engineer', 'full stack engineer'],
    },
    { alsoTool: 'Python' },
  ],
  [
    'react developer',
    { 3: ['frontend engineer'], 2: ['full stack engineer', 'ui engineer', 'web developer'] },
    { alsoTool: 'React' },
  ],
  [
    'devops terraform',
    { 3: ['devops engineer'], 2: ['site reliability engineer', 'platform engineer', 'cloud infrastructure engineer'] },
    { alsoTool: 'Terraform' },
  ],
  ['data scientist python', dataScience, { alsoTool: 'Python' }],
  // Level, company, place, workplace and hours in the keyword.
  ['senior software engineer', software, { level: 'senior' }],
  ['junior accountant', accountant, { level: 'entry level' }],
  [
    'entry level data analyst',
    { 3: ['data analyst'], 2: ['business intelligence analyst', 'reporting analyst', 'business analyst'] },
    { level: 'entry level' },
  ],
  [
    'software engineering intern',
    {
      3: ['software engineer', 'software developer', 'backend engineer', 'full stack engineer', 'java developer'],
      1: [
        'platform engineer',
        'cloud infrastructure engineer',
        'devops engineer',
        'frontend engineer',
        'web developer',
        'data engineer',
      ],
    },
    { level: 'internship' },
  ],
  ['Arrowleaf nurse', nurse, { company: 'Arrowleaf' }],
  ['Glasswing', undefined, { company: 'Glasswing' }],
  ['teacher Madrid', teacher, { city: 'Madrid' }],
  ['driver london', driver, { city: 'London' }],
  ['remote product manager', productManager, { workplace: 'remote' }],
  ['part-time barista', { 3: ['barista'] }, { jobType: 'part time' }],
  ['part time cook', chef, { jobType: 'part time' }],
  // Slips.
  ['sofware engineer', software],
  ['electrcian', electrician],
  ['acountant', accountant],
  ['registred nurse', registeredNurse],
];

/** All queries. */
export const judgedQueries: readonly JudgedQuery[] = rows.map(([text, asked, conditions]) => ({
  text,
  ...(typeof asked === 'string' ? { tool: asked } : asked === undefined ? {} : { means: asked }),
  ...(conditions === undefined ? {} : { with: conditions }),
}));

/** The relevance of a posting to a query, by its true attributes: 0 to 3. */
export function gradeOf(query: JudgedQuery, posting: JudgedPosting): number {
  const { notLevel, alsoTool, ...same } = query.with ?? {};
  for (const [name, value] of Object.entries(same)) if (posting[name as keyof typeof same] !== value) return 0;
  if (notLevel !== undefined && posting.level === notLevel) return 0;
  if (alsoTool !== undefined && !posting.tools.includes(alsoTool) && !posting.skills.includes(alsoTool)) return 0;
  if (query.tool !== undefined)
    return posting.tools.includes(query.tool) ? 3 : posting.skills.includes(query.tool) ? 2 : 0;
  if (query.means === undefined) return 3;
  for (const grade of [3, 2, 1] as const) if (query.means[grade]?.includes(posting.role)) return grade;
  return 0;
}
