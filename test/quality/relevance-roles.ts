/** A role in the relevance set: its titles, its tools, and the people that the work involves. */
export type Role = {
  /** The name of the role; the demo boards' titles are names of roles too. */
  role: string;
  titles: readonly string[];
  tools: readonly string[];
};

/** Roles the demo boards lack or write in one way only, and roles that look like others by their words. */
export const roles: readonly Role[] = [
  {
    role: 'software engineer',
    titles: ['Software Engineer', 'SWE', 'Software Engineer II', 'Engineer, Software', 'SDE'],
    tools: ['Go', 'Java', 'Python', 'PostgreSQL'],
  },
  {
    role: 'software developer',
    titles: ['Softwareentwickler', 'Softwareentwicklerin', 'Ingénieur logiciel', 'Software Developer', 'Programmer'],
    tools: ['Java', 'C#', 'SQL'],
  },
  {
    role: 'backend engineer',
    titles: ['Back-End Developer', 'Backend Developer', 'Server-Side Engineer'],
    tools: ['Go', 'Kotlin', 'Kafka'],
  },
  {
    role: 'frontend engineer',
    titles: ['Front End Developer', 'Frontend Entwickler', 'Développeur Front-End', 'React Developer'],
    tools: ['React', 'TypeScript', 'CSS'],
  },
  {
    role: 'full stack engineer',
    titles: ['Full-Stack Developer', 'Fullstack Engineer', 'Full Stack Developer'],
    tools: ['Node.js', 'React', 'PostgreSQL'],
  },
  {
    role: 'python developer',
    titles: ['Python Developer', 'Python Engineer', 'Desarrollador Python'],
    tools: ['Python', 'Django', 'PostgreSQL'],
  },
  { role: 'c++ developer', titles: ['C++ Developer', 'Embedded C++ Engineer'], tools: ['C++', 'Linux'] },
  { role: '.net developer', titles: ['.NET Developer', 'C# / .NET Engineer'], tools: ['C#', '.NET', 'Azure'] },
  {
    role: 'devops engineer',
    titles: ['DevOps Engineer', 'Dev-Ops Engineer', 'Kubernetes Administrator'],
    tools: ['Kubernetes', 'Terraform', 'AWS'],
  },
  {
    role: 'site reliability engineer',
    titles: ['SRE', 'Site Reliability Engineer'],
    tools: ['Kubernetes', 'Prometheus', 'Go'],
  },
  {
    role: 'machine learning engineer',
    titles: ['ML Engineer', 'Machine Learning Engineer', 'AI Engineer'],
    tools: ['PyTorch', 'Python', 'CUDA'],
  },
  { role: 'data scientist', titles: ['Data Scientist', 'Data-Scientist'], tools: ['Python', 'SQL', 'R'] },
  {
    role: 'qa engineer',
    titles: ['Quality Assurance Engineer', 'QA Tester', 'Test Engineer'],
    tools: ['Selenium', 'Playwright'],
  },
  { role: 'engineering manager', titles: ['Engineering Manager', 'Software Engineering Manager'], tools: ['Jira'] },
  {
    role: 'sales engineer',
    titles: ['Sales Engineer', 'Software Sales Engineer', 'Solutions Engineer'],
    tools: ['Salesforce'],
  },
  {
    role: 'software sales',
    titles: ['Software Sales Executive', 'Account Executive, Software'],
    tools: ['Salesforce', 'HubSpot'],
  },
  {
    role: 'technical recruiter',
    titles: ['Recruiter, Software Engineering', 'Technical Recruiter (Engineers)', 'Nurse Recruiter'],
    tools: ['LinkedIn'],
  },
  {
    role: 'product manager',
    titles: ['Product Manager', 'PM, Growth', 'Senior PM - Payments'],
    tools: ['Amplitude', 'Jira'],
  },
  {
    role: 'product marketing manager',
    titles: ['Product Marketing Manager', 'Marketing Manager, Product'],
    tools: ['HubSpot'],
  },
  { role: 'project manager', titles: ['Project Manager', 'Projektmanager', 'Chef de projet'], tools: ['MS Project'] },
  {
    role: 'product designer',
    titles: ['Product Designer', 'UI/UX Designer', 'User Experience Designer'],
    tools: ['Figma'],
  },
  {
    role: 'registered nurse',
    titles: ['Registered Nurse', 'RN - Emergency Department', 'Registered Nurse (RN)'],
    tools: [],
  },
  {
    role: 'nurse abroad',
    titles: ['Gesundheits- und Krankenpfleger', 'Krankenpflegerin', 'Infirmier', 'Enfermera', 'Verpleegkundige'],
    tools: [],
  },
  { role: 'nurse manager', titles: ['Nurse Manager', 'Director of Nursing'], tools: [] },
  { role: 'paediatrician', titles: ['Paediatrician', 'Pediatrician'], tools: [] },
  { role: 'paediatric nurse', titles: ['Paediatric Nurse', 'Pediatric Nurse'], tools: [] },
  { role: 'physiotherapist', titles: ['Physiotherapist', 'Physical Therapist'], tools: [] },
  { role: 'anaesthetist', titles: ['Anaesthetist', 'Anesthetist'], tools: [] },
  { role: 'care assistant', titles: ['Carer', 'Care Worker', 'Caregiver', 'Health Care Assistant'], tools: [] },
  { role: 'chef', titles: ['Chef', 'Head Chef', 'Koch', 'Cuisinier', 'Cook'], tools: [] },
  { role: 'barista', titles: ['Barista', 'Coffee Shop Barista', 'Barista / Server'], tools: [] },
  { role: 'waiter', titles: ['Waitress', 'Server', 'Kellner', 'Camarero'], tools: [] },
  { role: 'truck driver', titles: ['HGV Driver', 'LKW-Fahrer', 'CDL Truck Driver', 'Lorry Driver'], tools: [] },
  { role: 'bus driver', titles: ['Bus Driver', 'Busfahrer'], tools: [] },
  { role: 'driver relations', titles: ['Driver Relations Manager', 'Device Driver Engineer'], tools: ['C'] },
  {
    role: 'electrician',
    titles: ['Electrician', 'Elektriker', 'Electricien', 'Elektroniker für Betriebstechnik'],
    tools: [],
  },
  { role: 'welder', titles: ['Welder', 'MIG Welder', 'Welding Technician'], tools: [] },
  { role: 'lawyer', titles: ['Attorney', 'Lawyer', 'Solicitor', 'Legal Counsel'], tools: [] },
  { role: 'accountant', titles: ['Accountant', 'Buchhalter', 'Comptable', 'Bookkeeper'], tools: ['Xero', 'SAP'] },
  { role: 'account manager', titles: ['Key Account Manager', 'Account Manager'], tools: ['Salesforce'] },
  { role: 'executive assistant', titles: ['Executive Assistant', 'EA to the CEO'], tools: [] },
  { role: 'labour relations', titles: ['Labour Relations Advisor', 'Labor Relations Adviser'], tools: [] },
  {
    role: 'fulfilment manager',
    titles: ['Organisational Development Manager', 'Organizational Development Manager'],
    tools: [],
  },
  { role: 'theatre technician', titles: ['Theatre Technician', 'Theater Technician'], tools: [] },
  { role: 'teacher', titles: ['Teacher', 'Lehrer', 'Enseignant', 'Teachers of Mathematics'], tools: [] },
  { role: 'teacher trainer', titles: ['Teacher Training Coordinator', 'Teacher Recruitment Officer'], tools: [] },
  {
    role: 'cyber security analyst',
    titles: ['Cyber Security Analyst', 'Cybersecurity Analyst', 'SOC Analyst'],
    tools: ['Splunk'],
  },
  {
    role: 'database administrator',
    titles: ['DBA', 'Database Administrator', 'Data Base Administrator'],
    tools: ['PostgreSQL', 'Oracle'],
  },
  { role: 'customer success manager', titles: ['CSM', 'Customer Success Manager'], tools: ['Salesforce'] },
  { role: 'hr manager', titles: ['HR Manager', 'Human Resources Manager'], tools: ['Workday'] },
];
