import { type Chance, chanceOf } from '../../demo-board/postings/chance.js';
import type { HeldJob } from '../../shared/search/job.js';
import type { Gazetteer } from '../../worker/gazetteer/gazetteer.js';
import { normalise } from '../../worker/normalise/normalise.js';
import { emptyPosting } from '../../worker/sources/posting.js';
import { type Role, roles } from './relevance-roles.js';

/** A posting with its true attributes, independent of its words; relevance grades are based on them. */
export type JudgedPosting = {
  job: HeldJob;
  role: string;
  level: 'internship' | 'entry level' | 'senior' | 'director' | null;
  /** The tools used in the job, and those that are only nice to have. */
  tools: readonly string[];
  skills: readonly string[];
  company: string;
  city: string | null;
  country: string;
  workplace: string;
  jobType: string;
};

const companies = [
  'Arrowleaf',
  'Brightmoor Labs',
  'Cobalt Wharf',
  'Dunmore & Vale',
  'Eastgate Clinics',
  'Ferrow Foods',
  'Glasswing',
  'Hollybank Trust',
  'Ironbridge Freight',
  'Juniper Row',
] as const;

const towns = [
  ['Berlin', 'Germany', 'DE'],
  ['London', 'United Kingdom', 'GB'],
  ['Austin', 'United States', 'US'],
  ['Toronto', 'Canada', 'CA'],
  ['Madrid', 'Spain', 'ES'],
  ['Dublin', 'Ireland', 'IE'],
] as const;

const levels = [
  ['Senior ', 'senior', 5],
  ['Junior ', 'entry level', 3],
  ['', null, 12],
] as const;

/** Sentences that mention other work: this posting is not relevant to searches for that work. */
const neighbours: readonly ((others: readonly string[]) => string)[] = [
  ([one, two]) => `You will sit between a ${one} and a ${two}, and talk to both before noon.`,
  ([one, two]) => `This is not a role for a ${one} or a ${two}, though you will meet many.`,
  ([one, two]) => `Every ${one} here was new once; our ${two}s help you to find your way.`,
  ([one, two]) => `Reports go to the ${one}; the ${two} plans the week.`,
];

const common = [
  'We meet on Tuesdays, write things down, and finish what we begin before something new is begun.',
  'The days are calm, the tools are good, and nobody is asked to be in two places at once.',
  'You bring patience, a plain way of writing, and some years in which things went wrong and were put right.',
  'There is a pension, a budget for books, and thirty days of holiday that people really take.',
] as const;

/** Postings per role, spread over its titles; generated, and graded by their attributes. */
const copies = 5;

/** Postings of the roles, each opening once. */
export function makeJudgedPostings(now: Date, gazetteer: Gazetteer): JudgedPosting[] {
  return roles.flatMap((role) =>
    role.titles.flatMap((title, at) =>
      Array.from({ length: copies }, (_, copy) =>
        write(role, title, {
          chance: chanceOf('relevance', role.role, at, copy),
          id: `${role.role}-${at}-${copy}`,
          now,
          gazetteer,
        }),
      ),
    ),
  );
}

type Tools = { chance: Chance; id: string; now: Date; gazetteer: Gazetteer };

function write({ role, tools }: Role, base: string, { chance, id, now, gazetteer }: Tools): JudgedPosting {
  const [prefix, level] = /^(?:Senior|Head|Director|Chief)\b|Manager|^EA /.test(base)
    ? (['', null] as const)
    : chance.weigh(levels.map(([word, name, weight]) => [[word, name] as const, weight] as const));
  const [city, land, country] = chance.pick(towns);
  const company = chance.pick(companies);
  const workplace = chance.weigh([
    ['on site', 4],
    ['remote', 2],
    ['hybrid', 2],
  ] as const);
  const jobType = chance.weigh([
    ['full time', 8],
    ['part time', 2],
    ['contract', 1],
  ] as const);
  const text = describe({ role, tools }, { company, title: `${prefix}${base}`, chance });
  const outcome = normalise(
    {
      ...emptyPosting(`${prefix}${base}`, `https://judged.example/${encodeURIComponent(id)}`),
      company: { name: company, url: null, logoUrl: null },
      places: [{ text: `${city}, ${land}`, city: null, region: null, country: null }],
      workplace: [workplace],
      jobType: [jobType],
      postedAt: new Date(now.getTime() - chance.int(0, 40) * 86_400_000).toISOString(),
      descriptionText: text,
      tags: chance.maybe(0.5) ? [...tools] : [],
    },
    { source: 'judged', gazetteer, now },
  );
  if ('flaw' in outcome) throw new Error(outcome.flaw);
  const truth = /^Senior /.test(base) ? 'senior' : /^Director/.test(base) ? 'director' : level;
  return { job: outcome.job, role, level: truth, tools, skills: [], company, city, country, workplace, jobType };
}

/** A description: the job, its tools, and sentences about other work that a pure word match mistakes for it. */
function describe(
  { role, tools }: Pick<Role, 'role' | 'tools'>,
  { company, title, chance }: { company: string; title: string; chance: Chance },
): string {
  const strangers = roles.filter((other) => other.role !== role);
  const others = chance.some(strangers, 4).map(({ titles: [first = ''] }) => first);
  return [
    `${company} is looking for a ${title}.`,
    chance.pick(neighbours)(others),
    ...(tools.length > 0 ? [`The work is done in ${tools.join(', ')}.`] : []),
    ...chance.some(common, 3),
    chance.pick(neighbours)(others.slice(2)),
  ].join('\n');
}
