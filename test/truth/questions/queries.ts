import { type Chance, chanceOf } from '../../../demo-board/postings/chance.js';
import { anySearch, type Body, type Meaning, type TruthQuery } from '../meaning.js';
import type { JobType, Label, Level, Opening, Workplace } from '../world/opening.js';
import { type Language, languageWords } from '../world/texts.js';
import { countriesByCode } from '../world/towns.js';
import { companies, tabledSkills } from '../world/vocabulary.js';
import { keywordQuery } from './keyword-queries.js';
import { payQuery } from './pay-queries.js';
import { placeQuery } from './place-queries.js';

/** Spellings of each word, from the table of section 3.2. */
const jobTypes: Readonly<Record<JobType, readonly string[]>> = {
  'full time': ['full time', 'Full-Time', 'FULL_TIME', 'fulltime', 'permanent', 'FT'],
  'part time': ['part time', 'Part-time', 'PT'],
  contract: ['contract', 'contractor', 'Freelance', 'C2C', '1099'],
  temporary: ['temporary', 'temp', 'Seasonal'],
  volunteer: ['volunteer', 'unpaid'],
  internship: ['internship', 'Intern', 'trainee'],
};
const workplaces: Readonly<Record<Workplace, readonly string[]>> = {
  'on site': ['on site', 'onsite', 'On-Site', 'in office', 'in person'],
  remote: ['remote', 'WFH', 'fully remote', 'Work From Home', '100% remote'],
  hybrid: ['hybrid', 'HYBRID', 'partly remote', 'flexible'],
};
const levels: Readonly<Record<Level, readonly string[]>> = {
  internship: ['internship', 'student'],
  'entry level': ['entry level', 'Junior', 'jr', 'new grad'],
  associate: ['associate', 'mid', 'Mid-Level', 'intermediate'],
  senior: ['senior', 'Sr.', 'lead', 'principal'],
  director: ['director', 'Head'],
  executive: ['executive', 'VP', 'C-Level'],
};
const labels: Readonly<Record<Label, readonly string[]>> = {
  new: ['new', 'Brand new'],
  fresh: ['fresh', 'Recent'],
  old: ['old', 'stale'],
  reposted: ['reposted', 'Posted again'],
  'always open': ['always open', 'Evergreen'],
};
/** Spans with their spellings, including those of section 10. */
const spans: readonly (readonly [number, readonly string[]])[] = [
  [1, ['past hour', '1 hour', '1h']],
  [24, ['24hr', '24 hours', 'Past Day', 'today']],
  [48, ['48 hours', '2 days', '48h']],
  [72, ['3 days', '72hr', 'past 3 days']],
  [168, ['past week', '7 days', 'Last Week', '1w']],
  [336, ['2 weeks', '14 days', 'last 2 weeks']],
  [720, ['past month', '30 days', 'month']],
  [8760, ['past year', '1 year', 'Past Year']],
];

const orders: Readonly<Record<Meaning['order'], readonly string[]>> = {
  relevant: ['', 'relevant', 'Best match'],
  recent: ['recent', 'newest', 'Date'],
  salary: ['salary', 'Pay'],
  distance: ['distance', 'nearest'],
};

const separators = [', ', ',', '; ', ' | ', ' or ', ' OR '];

type Wish = { seed: number; count: number; only: (query: TruthQuery) => boolean };

/** Random searches over openings, reproducible by seed. Most are about one of them, so that they find something. */
export function makeQueries(openings: readonly Opening[], { seed, count, only }: Wish): TruthQuery[] {
  const queries: TruthQuery[] = [];
  for (let draw = 0; queries.length < count; draw++) {
    const query = makeQuery(openings, chanceOf('query', seed, draw), queries.length + 1);
    if (only(query)) queries.push(query);
  }
  return queries;
}

type Field = { text: string; variants: readonly string[]; traits: string[] };
type Draft = { meaning: Meaning; fields: Map<string, Field>; wantsNotice: boolean; mayBroaden: boolean };

function makeQuery(openings: readonly Opening[], chance: Chance, number: number): TruthQuery {
  const draft: Draft = { meaning: { ...anySearch }, fields: new Map(), wantsNotice: false, mayBroaden: true };
  const about = chance.pick(openings);
  if (chance.maybe(0.7)) addKeyword(draft, about, chance);
  if (chance.maybe(0.45)) addPlace(draft, about, chance);
  if (chance.maybe(0.18)) addSpan(draft, about, chance);
  if (chance.maybe(0.2)) addSalary(draft, about, chance);
  const facts = chance.pick(about.postings).facts;
  addWord(draft, { field: 'jobType', member: 'jobType', words: jobTypes, stated: facts.jobType, chance });
  addWord(draft, { field: 'remoteFilter', member: 'workplace', words: workplaces, stated: facts.workplace, chance });
  addWord(draft, { field: 'experienceLevel', member: 'level', words: levels, stated: facts.level, chance });
  if (chance.maybe(0.12)) addCompanies(draft, about, chance);
  if (chance.maybe(0.14)) addSkills(draft, about, chance);
  const { meaning } = draft;
  // "Remote, Germany" says what remoteFilter would.
  if (meaning.remote === 'place') draft.fields.delete('remoteFilter');
  if (meaning.remote === 'place') meaning.workplace = [];
  if (meaning.workplace.includes('remote')) meaning.remote = 'field';
  meaning.payCurrency = currencyAt(meaning.places);
  addOrder(draft, chance);
  if (chance.maybe(0.12)) addLanguage(draft, about, chance);
  if (chance.maybe(0.08)) addLabel(draft, chance);
  return finish(draft, chance, number);
}

/** The one currency of the countries that a search names; an area has several. */
function currencyAt(places: Meaning['places']): string {
  const currencies = places.map((place) => {
    if (place.is === 'area') return null;
    if (place.is === 'country') return countriesByCode[place.code]?.currency ?? null;
    const { country } = place.is === 'town' ? place.town : place.is === 'region' ? place : place.state;
    return countriesByCode[country]?.currency ?? null;
  });
  const [only = null, ...others] = new Set(currencies);
  return (others.length === 0 ? only : null) ?? 'USD';
}

function finish({ meaning, fields, wantsNotice, mayBroaden }: Draft, chance: Chance, number: number): TruthQuery {
  const body = Object.fromEntries([...fields].map(([name, { text }]) => [name, text]));
  const variants: Body[] = [...fields].flatMap(([name, { variants: spellings }]) =>
    spellings.length === 0 ? [] : [{ ...body, [name]: chance.pick(spellings) }],
  );
  const traits = [...fields.values()].flatMap((field) => field.traits);
  return { number, body, meaning, variants, wantsNotice, mayBroaden, traits };
}

function addKeyword(draft: Draft, about: Opening, chance: Chance): void {
  const { text, meaning, traits, plain, slip } = keywordQuery(about, chance);
  draft.meaning.keyword = meaning;
  draft.mayBroaden = plain;
  if (slip) draft.wantsNotice = true;
  draft.fields.set('keyword', { text, variants: [text.toLowerCase(), text.toUpperCase(), ` ${text}  `], traits });
}

function addPlace(draft: Draft, about: Opening, chance: Chance): void {
  const { text, places, remote, traits, unknown } = placeQuery(about, chance);
  draft.meaning.places = places;
  if (remote) draft.meaning.remote = 'place';
  if (unknown) draft.wantsNotice = true;
  draft.fields.set('location', { text, variants: [text.toLowerCase(), text.toUpperCase()], traits });
}

function addSpan(draft: Draft, about: Opening, chance: Chance): void {
  const age = (Date.now() - (about.postings[0]?.facts.postedAt ?? 0)) / 3_600_000;
  const fitting = spans.filter(([hours]) => hours >= age);
  const [hours, words] = chance.pick(fitting.length > 0 && chance.maybe(0.7) ? fitting : spans);
  draft.meaning.hours = hours;
  draft.fields.set('dateSincePosted', { text: chance.pick(words), variants: words, traits: ['span'] });
}

function addSalary(draft: Draft, about: Opening, chance: Chance): void {
  const { text, variants, meaning, traits } = payQuery(about, chance);
  draft.meaning.salary = meaning;
  draft.fields.set('salary', { text, variants, traits });
}

/** Leaves companies out, mostly others than the one that the query is about; their names as people write them. */
function addCompanies(draft: Draft, about: Opening, chance: Chance): void {
  const others = companies.filter((company) => company !== about.company);
  const without = [...chance.some(others, chance.int(1, 3)), ...(chance.maybe(0.2) ? [about.company] : [])];
  draft.meaning.without = without;
  const spelt = (company: string): string =>
    chance.pick([company, company.toUpperCase(), `${company} Inc.`, `${company}, GmbH`, ` ${company.toLowerCase()} `]);
  const written = (): string => without.map(spelt).join(chance.pick([';', '; ', ' ; ']));
  draft.fields.set('excludeCompanies', { text: written(), variants: [written()], traits: ['companies left out'] });
}

/** Skills in their field, or as operators where there is no other keyword; spelt as people write them. */
function addSkills(draft: Draft, about: Opening, chance: Chance): void {
  const known = Object.keys(tabledSkills);
  const own = about.tags.filter((tag) => known.includes(tag));
  const skills = own.length > 0 && chance.maybe(0.85) ? chance.some(own, chance.int(1, 2)) : [chance.pick(known)];
  draft.meaning.skills = skills;
  const spelt = (skill: string): string => chance.pick(tabledSkills[skill] ?? [skill]);
  const isField = draft.fields.has('keyword') || chance.maybe(0.5);
  const written = (): string =>
    isField
      ? skills.map(spelt).join(chance.pick(separators))
      : skills.map((skill) => `skill:"${spelt(skill)}"`).join(' ');
  draft.fields.set(isField ? 'skills' : 'keyword', {
    ...{ text: written(), variants: [written()] },
    traits: [isField ? 'skills' : 'skills by operator'],
  });
}

/** Languages in their field, or as an operator where there is no other keyword. */
function addLanguage(draft: Draft, about: Opening, chance: Chance): void {
  const others = (Object.keys(languageWords) as Language[]).filter((each) => each !== about.language);
  const wanted = chance.maybe(0.7) ? [about.language] : chance.some(others, chance.int(1, 2));
  draft.meaning.language = wanted;
  const isField = draft.fields.has('keyword') || chance.maybe(0.6);
  const written = (): string =>
    isField
      ? wanted.map((each) => chance.pick(languageWords[each])).join(chance.pick(separators))
      : `language:${wanted.map((each) => chance.pick(languageWords[each])).join(',')}`;
  draft.fields.set(isField ? 'language' : 'keyword', {
    ...{ text: written(), variants: [written()] },
    traits: [isField ? 'language' : 'language by operator'],
  });
}

/**
 * Distances are asked for from a place; where it is no town, the answer says that they are not known. Not from an area, which some
 * take for a town ("Bay Area"), nor from an unknown town, which may be read as one that is spelt like it ("Austn").
 */
function addOrder(draft: Draft, chance: Chance): void {
  const { places } = draft.meaning;
  const order = chance.weigh<Meaning['order']>([
    ['relevant', 40],
    ['recent', 30],
    ['salary', 20],
    ...(places.length === 0 || places.some(({ is }) => is === 'area' || is === 'unknown')
      ? []
      : ([['distance', 30]] as const)),
  ]);
  const isKnown = order !== 'distance' || places.some(({ is }) => is === 'town');
  if (!isKnown) draft.wantsNotice = true;
  draft.meaning.order = isKnown ? order : 'relevant';
  const text = chance.pick(orders[order]);
  if (text !== '')
    draft.fields.set('sortBy', { text, variants: orders[order].filter(Boolean), traits: [`by ${order}`] });
}

/** Openings that have just been read have the labels of their dates. */
function addLabel(draft: Draft, chance: Chance): void {
  const known = Object.keys(labels) as Label[];
  const values = chance.some(known, chance.int(1, 2));
  draft.meaning = { ...draft.meaning, label: values };
  const written = (): string => values.map((each) => chance.pick(labels[each])).join(chance.pick(separators));
  draft.fields.set('label', { text: written(), variants: [written()], traits: ['label'] });
}

type Word<Value extends string> = {
  field: string;
  member: 'jobType' | 'workplace' | 'level';
  words: Readonly<Record<Value, readonly string[]>>;
  stated: Value | null;
  chance: Chance;
};

function addWord<Value extends string>(draft: Draft, { field, member, words, stated, chance }: Word<Value>): void {
  if (!chance.maybe(0.18)) return;
  const value = stated !== null && chance.maybe(0.85) ? stated : chance.pick(Object.keys(words) as Value[]);
  const others = (Object.keys(words) as Value[]).filter((other) => other !== value);
  const values = chance.maybe(0.3) ? [value, ...chance.some(others, chance.int(1, 2))] : [value];
  draft.meaning = { ...draft.meaning, [member]: values };
  const written = (): string => values.map((each) => chance.pick(words[each])).join(chance.pick(separators));
  const variants = values.length === 1 ? words[value] : [written(), written()];
  draft.fields.set(field, {
    text: written(),
    variants,
    traits: values.length === 1 ? [member] : [`several of ${member}`],
  });
}
