import type { recordsOf } from '../lib/open-kind.js';

type Job = ReturnType<typeof recordsOf>[number];

/** The facts a record may state, as in the recorded files. Inferred facts do not count. */
const facts = {
  company: ({ company }: Job) => company.name,
  address: ({ company }: Job) => company.url,
  logo: ({ company }: Job) => company.logoUrl,
  places: ({ places }: Job) => places.length || null,
  regions: ({ remoteRegions }: Job) => remoteRegions.length || null,
  workplace: ({ workplace }: Job) => workplace,
  type: ({ jobType, inferred }: Job) => (inferred.includes('jobType') ? null : jobType),
  level: ({ experienceLevel, inferred }: Job) => (inferred.includes('experienceLevel') ? null : experienceLevel),
  salary: ({ salary }: Job) => salary,
  posted: ({ postedAt }: Job) => postedAt,
  until: ({ validUntil }: Job) => validUntil,
  apply: ({ applyUrl }: Job) => applyUrl,
  number: ({ requisitionId }: Job) => requisitionId,
  text: ({ description }: Job) => description || null,
  tags: ({ tags }: Job) => tags.length || null,
};
export type Filled = Partial<Record<keyof typeof facts, number>>;

/** How many records state each fact; facts that none states are omitted. */
export function filledIn(records: readonly Job[]): Filled {
  const counts = Object.entries(facts).map(([name, tell]) => [
    name,
    records.filter((job) => tell(job) !== null).length,
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}

/** What each recorded list states: the number of postings, and how many of them state each fact. */
export const recordedLists: {
  kind: string;
  settings?: object;
  path: string;
  /** What the recording has lost of the answer around its list. */
  around?: object;
  postings: number;
  filled: Filled;
}[] = [
  {
    kind: 'greenhouse',
    settings: { board: 'a' },
    path: 'ats/greenhouse_gitlab_list.json',
    postings: 2,
    filled: {
      company: 2,
      places: 2,
      regions: 2,
      workplace: 2,
      salary: 1,
      posted: 2,
      apply: 2,
      number: 2,
      text: 2,
      tags: 2,
    },
  },
  {
    kind: 'lever',
    settings: { site: 'matchgroup' },
    path: 'ats/lever_matchgroup.json',
    postings: 2,
    filled: { company: 2, places: 2, workplace: 2, type: 2, salary: 1, posted: 2, apply: 2, text: 2, tags: 2 },
  },
  {
    kind: 'ashby',
    settings: { board: 'linear' },
    path: 'ats/ashby_linear.json',
    postings: 2,
    filled: { company: 2, regions: 2, workplace: 2, type: 2, posted: 2, apply: 2, text: 2, tags: 2 },
  },
  {
    kind: 'workable',
    settings: { account: 'zaelab' },
    path: 'ats/workable_widget_zaelab.json',
    // Two rows of one opening, a location each.
    postings: 1,
    filled: { company: 1, places: 1, workplace: 1, posted: 1, tags: 1 },
  },
  {
    kind: 'personio',
    settings: { company: 'acme' },
    path: 'ats/personio.xml',
    postings: 2,
    filled: { company: 2, places: 2, type: 2, level: 2, posted: 2, tags: 2 },
  },
  {
    kind: 'teamtailor',
    settings: { site: 'career.teamtailor.com' },
    path: 'ats/teamtailor_jobs.json',
    postings: 2,
    filled: { company: 2, places: 2, posted: 2 },
  },
  {
    kind: 'arbeitnow',
    path: 'aggregators/arbeitnow_3.json',
    around: { links: { next: null } },
    postings: 3,
    filled: { company: 3, places: 2, workplace: 1, posted: 3, text: 3, tags: 3 },
  },
  {
    kind: 'remoteok',
    path: 'aggregators/remoteok_5_short.json',
    postings: 4,
    filled: { company: 4, places: 4, workplace: 4, posted: 4, apply: 4, text: 4, tags: 4 },
  },
  {
    kind: 'himalayas',
    path: 'aggregators/himalayas_4.json',
    postings: 4,
    filled: {
      company: 4,
      logo: 4,
      regions: 4,
      workplace: 4,
      type: 4,
      level: 4,
      salary: 2,
      posted: 4,
      until: 4,
      apply: 4,
      text: 4,
      tags: 4,
    },
  },
  {
    kind: 'jobicy',
    path: 'aggregators/jobicy_4.json',
    postings: 4,
    filled: {
      company: 4,
      logo: 4,
      regions: 4,
      workplace: 4,
      type: 4,
      level: 3,
      salary: 1,
      posted: 4,
      text: 4,
      tags: 4,
    },
  },
  {
    kind: 'weworkremotely',
    path: 'aggregators/weworkremotely_2020.rss',
    postings: 4,
    // Two are open to applicants anywhere.
    filled: { company: 4, address: 4, logo: 3, regions: 2, workplace: 4, posted: 4, text: 4, tags: 4 },
  },
];
