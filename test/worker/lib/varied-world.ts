import { createRandom, type Random } from '../../../bench/lib/postings/random.js';
import type { HeldJob } from '../../../shared/search/job.js';
import { anySearch, type SearchSubject } from '../../../shared/search/query/query.js';
import { type Made, made, now } from './made-jobs.js';

const titles = [
  ...['Nurse', 'Registered Nurse', 'Krankenpfleger', 'Nurse Practitioner', 'Senior Truck Driver', 'CDL Driver'],
  ...[
    'Software Engineer',
    'Junior Software Developer',
    'Backend Engineer (Java)',
    'Data Analyst',
    'Chief Data Officer',
  ],
  ...['Part Time Data Entry Clerk', 'Forklift Driver', 'Internship Software Engineering'],
];

/** Towns near each other on both sides of a border, wider places, places nobody knows, several in one line, and none. */
const places = [
  ...[
    'Berlin',
    'Potsdam, Germany',
    'Munich',
    'Kehl, Germany',
    'Strasbourg, France',
    'Paris, France',
    'Basel, Switzerland',
  ],
  ...['Austin, TX', 'El Paso, TX', 'Las Cruces, NM', 'New York, NY', 'Newark, NJ', 'Boston, MA', 'Cambridge, MA'],
  ...['Detroit, MI', 'Windsor, Canada', 'Toronto, Canada', 'London, UK', 'Singapore', 'Sydney, Australia'],
  ...['Germany', 'Texas', 'United States', 'Bavaria', 'Qwertyville', 'Qwertyville, Germany', ''],
  ...['Berlin; Boston, MA', 'Paris, France; Munich; Austin, TX', 'London, UK; Qwertyville'],
];

const remotePlaces = [
  ...[
    'Remote',
    'Remote',
    'Remote - Germany',
    'Remote, US',
    'Remote - EMEA',
    'Remote (EU)',
    'Remote - APAC',
    'Worldwide',
  ],
  ...['Austin, TX', 'Berlin', 'Qwertyville'],
];
const regions = [[], [], [], ['Germany'], ['United States'], ['EMEA'], ['Canada', 'France'], ['Texas'], ['Qwertyland']];

/** Names that hold each other, names of words that mean something in a keyword, other spellings, marks, other scripts. */
const companies = [
  ...['Acme', 'ACME Inc.', 'Acme Robotics', 'Robotics of Acme', 'AT&T', 'C++ Corp', 'The "Best" Bakery', 'Müller GmbH'],
  ...[
    'Muller',
    'Part Time Now Ltd',
    'Not Now',
    'Or Else Inc',
    'Nurse United',
    'Go',
    '日本電気',
    "O'Neill & Sons",
    'Data-Works',
  ],
  ...['Berlin Remote Group', 'Company 12', 'Company', ''],
];

const pays = [
  ...['$48,000 a year', '€72,000 per year', '$30 an hour', '$250,000 a year', '£200 a day', '€60,000 - €95,000 a year'],
  ...[undefined, undefined, undefined],
];
const workplaces = ['remote', 'remote', 'hybrid', 'on site', ''];
const jobTypes = ['full time', 'part time', 'full time or part time', 'contract', 'internship', ''];

const german =
  'Wir suchen für unser Team eine Person, die mit uns und mit den Kunden arbeitet und die Akten in der Stadt ordnet. ';

/** What is known of the companies of a board. */
const factsOfBoard: Readonly<Record<string, Pick<Made, 'industry' | 'size'>>> = {
  one: { industry: 'Retail & E-commerce', size: '51-200' },
  two: { industry: 'Retail' },
};

/** Makes postings that differ in everything that facets count; every fifth opening is on a second board, with other facts. */
export function makeVaried(seed: number, openings: number): HeldJob[] {
  const random = createRandom(seed, openings);
  return Array.from({ length: openings }, (_, at) => {
    const about = `the work of number ${at}`;
    const [title, company] = [random.pick(titles), random.pick(companies)];
    const workplace = random.pick(workplaces);
    const place = random.pick(workplace === 'remote' ? remotePlaces : places);
    const post = (source: string): HeldJob => {
      const pay = random.pick(pays);
      const job = made({
        ...{ source, title, company, about, place, days: random.maybe(0.1) ? null : random.below(45) + random.share() },
        ...{ workplace: [workplace], jobType: [random.pick(jobTypes)], requisition: `R-${seed}-${at}` },
        remoteRegions: workplace === 'remote' ? random.pick(regions) : [],
        ...(pay === undefined ? {} : { pay }),
        ...factsOfBoard[source],
        ...(at % 7 === 0 ? { text: german.repeat(2) + about } : {}),
      });
      return { ...job, ...observed(random) };
    };
    return at % 5 === 0 ? [post('one'), post('two')] : [post(random.pick(['one', 'two', 'three']))];
  }).flat();
}

/** What readings of a board have shown of a posting, nothing of some. */
function observed(random: Random): Pick<HeldJob, 'firstSeenAt' | 'seen'> {
  const days = random.pick([0, 1, 5, 20, 70, 200]) + random.share();
  const firstSeenAt = new Date(Math.floor(now.getTime() / 1000 - days * 86_400) * 1000).toISOString();
  if (random.maybe(0.2)) return { firstSeenAt };
  const at = Math.floor(now.getTime() / 1000) - 86_400;
  const times = random.maybe(0.2) ? 1 + random.below(3) : 0;
  const seen = { same: random.below(4), ...(random.maybe(0.5) && { opened: true as const }) };
  return {
    firstSeenAt,
    seen: { ...seen, ...(times > 0 && { reposts: { times, at } }), ...(random.maybe(0.1) && { last: at }) },
  };
}

const keywords = [
  ...['', '', 'nurse', 'registered nurse', 'software engineer', 'driver OR analyst', 'data -chief', '"data analyst"'],
  ...['remote nurse berlin', 'part time analyst', 'truck driver', 'lorry driver', 'welder', 'title:engineer', 'Acme'],
  ...['data analyst OR software engineer', '(nurse OR driver) -senior', 'company:acme', 'developer munich 60k eur'],
  ...['number', 'senior', 'Qwertyville', 'nurse company:"Acme"', 'NOT nurse', '-nurse'],
  ...['nurse industry:retail', 'size:<=200 -nurse', 'engineer -industry:"retail & e-commerce"'],
];
const locations = [
  ...['', '', 'Berlin', 'Germany', 'Europe', 'EU', 'Texas', 'United States', 'Boston, MA', 'New York', 'Bavaria'],
  ...[
    'Berlin; Austin, TX',
    'Munich or France',
    'Potsdam within 10 km',
    'Remote or Berlin',
    'Qwertyville',
    'Berlin, TX',
  ],
  ...['New York, NY; Paris', 'Worldwide', 'Strasbourg', 'EMEA', 'New England', 'DACH', 'Remote, Germany; London'],
];
const pick = <Value>(random: Random, share: number, values: readonly Value[]): Value | '' =>
  random.maybe(share) ? random.pick(values) : '';

/** Makes a search of any fields. */
export const makeSearch = (random: Random): SearchSubject => ({
  ...anySearch,
  keyword: random.pick(keywords),
  location: random.pick(locations),
  dateSincePosted: pick(random, 0.2, ['24hr', 'past week', 'past month', '72hr']),
  salary: pick(random, 0.25, [
    ...['0', '40000', '80000', '70000 EUR', '50000 USD', '200000'],
    ...['up to 60000', '50000-90000 EUR'],
  ]),
  jobType: pick(random, 0.2, ['full time', 'part time', 'contract', 'contract, part time'] as const),
  remoteFilter: pick(random, 0.4, ['remote', 'remote', 'hybrid', 'on site', 'hybrid, remote'] as const),
  experienceLevel: pick(random, 0.15, ['senior', 'entry level', 'internship', 'associate, senior'] as const),
  excludeCompanies: pick(random, 0.1, ['Acme', 'Globex; Acme Inc.']),
  language: pick(random, 0.1, ['en', 'de', 'de, en'] as const),
  label: pick(random, 0.15, ['new', 'fresh', 'old', 'reposted', 'always open', 'fresh, new'] as const),
  sortBy: random.pick(['relevant', 'relevant', 'recent', 'salary', 'distance'] as const),
});
