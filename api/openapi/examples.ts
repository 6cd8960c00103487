// Examples of searches and jobs, as the document shows them.

const query = {
  keyword: 'software engineer',
  location: 'Austin, TX',
  dateSincePosted: 'past week',
  salary: '100000',
  jobType: 'full time',
  remoteFilter: 'hybrid',
  experienceLevel: 'senior',
  excludeCompanies: '',
  language: '',
  skills: '',
  label: '',
  sortBy: 'recent',
  limit: '1',
  page: '0',
};

const sources = [
  { name: 'greenhouse', status: 'ok', jobs: 131, tookMs: 812, detail: null },
  { name: 'lever', status: 'ok', jobs: 83, tookMs: 640, detail: null },
];

const sourceCounts = { total: 2, ok: 2, pending: 0, timeout: 0, failed: 0, resting: 0 };
const bothPending = { ...sourceCounts, ok: 0, pending: 2 };

const job = {
  id: 'job_7Q3kX0pV2mZt5RfB',
  title: 'Senior Software Engineer, Platform',
  company: { name: 'Acme Robotics', url: 'https://acme.example', logoUrl: null, industry: 'Robotics', size: '51-200' },
  location: { text: 'Austin, TX', city: 'Austin', region: 'TX', country: 'US' },
  locations: [{ text: 'Austin, TX', city: 'Austin', region: 'TX', country: 'US' }],
  workplace: 'hybrid',
  jobType: 'full time',
  jobTypes: ['full time', 'part time'],
  experienceLevel: 'senior',
  experienceLevels: ['senior'],
  salary: {
    text: '$140K – $175K a year',
    min: 140_000,
    max: 175_000,
    currency: 'USD',
    per: 'year',
    yearly: { min: 140_000, max: 175_000 },
  },
  postedAt: '2026-11-18T00:00:00.000Z',
  validUntil: null,
  firstSeenAt: '2026-11-18T06:12:40.000Z',
  seen: {
    first: '2026-11-18T06:12:40.000Z',
    last: '2026-11-21T09:14:03.000Z',
    reposted: 0,
    repostedAt: null,
    sameElsewhere: 2,
  },
  label: 'fresh',
  summary: 'Own the build and deploy platform used by 40 engineers. You will design …',
  url: 'https://boards.greenhouse.io/acme/jobs/4211987',
  applyUrl: 'https://boards.greenhouse.io/acme/jobs/4211987#app',
  source: 'greenhouse',
  alsoOn: [{ source: 'lever', url: 'https://jobs.lever.co/acme/0f6c', says: { workplace: 'on site' } }],
  repeats: 0,
  inferred: ['experienceLevel', 'postedAt'],
  remoteFrom: null,
  visaSponsorship: false,
  securityClearance: null,
  degree: 'bachelor',
  yearsOfExperience: { min: 5, max: null },
  language: 'en',
  postedBy: null,
  skills: ['Kubernetes', 'Go'],
  evidence: {
    visaSponsorship: 'We are unable to sponsor visas for this role.',
    degree: 'Bachelor’s degree in computer science or equivalent experience.',
    yearsOfExperience: '5+ years of experience with distributed systems.',
    language: 'Own the build and deploy platform used by 40 engineers.',
    label: 'Posted on 2026-11-18, as its board says.',
  },
};

const match = {
  score: 0.87,
  why: ['title has "software engineer"', 'in Austin, TX', 'pays 140000 a year or more', 'posted 3 days ago'],
};

/** Example request bodies. */
export const requestExamples = {
  simple: { summary: 'A few fields', value: { keyword: 'software engineer', remoteFilter: 'hybrid', limit: '5' } },
  everything: { summary: 'All jobs', value: {} },
  full: { summary: 'All fields', value: query },
};

const answered = {
  query,
  page: { index: 0, limit: 1, count: 1, total: 214, exact: 214 },
  next: { ...query, page: '1' },
  notices: [],
  partial: false,
  stale: false,
  collectedAt: '2026-11-21T09:14:03.512Z',
  ageSeconds: 95,
  tookMs: 4,
  sources,
  sourceCounts,
  jobs: [{ ...job, match }],
};

/** Example answers to a search. */
export const answerExamples = {
  whole: { summary: 'Every source answered', value: answered },
  partial: {
    summary: 'A source is missing and is named',
    value: {
      ...answered,
      partial: true,
      sources: [
        { name: 'lever', status: 'timeout', jobs: 0, tookMs: 8000, detail: 'No answer within 8 seconds.' },
        sources[0],
      ],
      sourceCounts: { ...sourceCounts, ok: 1, timeout: 1 },
    },
  },
  nothing: {
    summary: 'No job matches and every source answered; only then is an answer empty',
    value: {
      ...answered,
      page: { index: 0, limit: 1, count: 0, total: 0, exact: 0 },
      next: null,
      sources: sources.map((source) => ({ ...source, jobs: 0 })),
      jobs: [],
    },
  },
};

const facetRows = (jobs: Record<string, number>) => Object.entries(jobs).map(([word, each]) => ({ word, jobs: each }));

/** Example facets of a search. */
export const facetsExample = {
  query: { ...query, limit: '10' },
  total: 214,
  exact: 214,
  facets: {
    dateSincePosted: facetRows({ '': 902, '24hr': 31, 'past week': 214, 'past month': 603 }),
    jobType: facetRows({
      '': 231,
      'full time': 214,
      'part time': 2,
      contract: 14,
      temporary: 0,
      volunteer: 0,
      internship: 1,
    }),
    remoteFilter: facetRows({ '': 611, 'on site': 240, remote: 157, hybrid: 214 }),
    experienceLevel: facetRows({
      '': 480,
      internship: 3,
      'entry level': 41,
      associate: 120,
      senior: 214,
      director: 12,
      executive: 1,
    }),
    language: facetRows({ '': 214, en: 212, es: 2 }),
    label: facetRows({ '': 214, new: 31, fresh: 120, old: 40, reposted: 6, 'always open': 3 }),
    places: facetRows({ '': 3120, 'Austin, TX': 214 }),
    companies: facetRows({ 'Acme Robotics': 41, 'Example Labs': 12 }),
    industries: facetRows({ Robotics: 41, 'Financial Services': 9 }),
    sizes: facetRows({ '51-200': 41, '1001-5000': 9 }),
    skills: facetRows({ Kubernetes: 97, Go: 41 }),
    map: {
      points: [
        { word: 'Austin, TX', lat: 30.26715, lon: -97.74306, jobs: 201 },
        { word: 'Round Rock, TX', lat: 30.50826, lon: -97.6789, jobs: 13 },
      ],
      unplaced: 0,
    },
    salary: {
      any: 530,
      unknown: 190,
      buckets: [
        { from: 80_000, to: 100_000, jobs: 126 },
        { from: 200_000, to: 220_000, jobs: 35 },
      ],
    },
  },
  notices: [],
  partial: false,
  stale: false,
  collectedAt: '2026-11-21T09:14:03.512Z',
  ageSeconds: 95,
  tookMs: 6,
  sourceCounts,
};

/** The 202 answer to a search that continues. */
export const acceptedExample = {
  status: 'collecting',
  detail: 'Send the same request again in 5 seconds.',
  retryAfterSeconds: 5,
  query: { ...query, limit: '10' },
  sources: [{ name: 'greenhouse', status: 'pending', jobs: 0, tookMs: 0, detail: null }],
  sourceCounts: { ...bothPending, total: 1, pending: 1 },
};

/** An opening as exports and deliveries have it. */
export const openingExample = job;

/** One job with its description. */
export const wholeJobExample = {
  ...job,
  alsoOn: [],
  lastSeenAt: '2026-11-21T09:14:03.512Z',
  closedAt: null,
  description: 'Own the build and deploy platform used by 40 engineers.\n\n- Five years of practice',
  skillEvidence: { Kubernetes: 'You will run our Kubernetes clusters.', Go: 'Most of our tools are written in Go.' },
  descriptionHtml:
    '<p>Own the build and deploy platform used by 40 engineers.</p><ul><li>Five years of practice</li></ul>',
};

/** A search as an event stream. */
export const eventsExample = [
  `event: search\ndata: ${JSON.stringify({ query, sources: sources.map((source) => ({ ...source, status: 'pending', jobs: 0, tookMs: 0 })), sourceCounts: bothPending })}`,
  `event: source\ndata: ${JSON.stringify({ ...sources[0], sourceCounts: { ...bothPending, ok: 1, pending: 1 } })}`,
  `event: source\ndata: ${JSON.stringify({ ...sources[1], sourceCounts })}`,
  `event: result\ndata: ${JSON.stringify(answered)}`,
]
  .map((event) => `${event}\n\n`)
  .join('');

/** The jobs of a search, one a line. */
export const linesExample = answered.jobs.map((each) => `${JSON.stringify(each)}\n`).join('');
