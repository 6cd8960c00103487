import { chanceOf } from '../../../demo-board/postings/chance.js';
import type { TestService } from '../../lib/start-service.js';
import { narrowing } from '../given.js';
import { anySearch, type Meaning, type TruthQuery } from '../meaning.js';
import { asTroubles, type Disagreement } from '../oracle/disagreement.js';
import { type Bounds, type Counter, createCounter } from '../oracle/facet-oracle.js';
import { placeNamed, townNamed } from '../oracle/facet-places.js';
import { isWithin, verdictOn } from '../oracle/oracle.js';
import { hasNoPay, inBucket } from '../oracle/pay-oracle.js';
import { maybe, no, yes } from '../oracle/verdict.js';
import { askPage, searchAt, type WholeAnswer } from '../questions/ask.js';
import { kilometres, type Town, towns } from '../world/towns.js';
import { companies, tabledSkills } from '../world/vocabulary.js';
import type { World } from '../world/world.js';

type Row = { word: string; jobs: number };
type WordField = 'dateSincePosted' | 'jobType' | 'remoteFilter' | 'experienceLevel' | 'language' | 'label';
type Facets = Record<WordField | 'places' | 'companies' | 'skills', Row[]> & {
  map: { points: (Row & { lat: number; lon: number })[]; unplaced: number };
  salary: { any: number; unknown: number; buckets: { from: number; to: number | null; jobs: number }[] };
};
type Context = { service: TestService; query: TruthQuery; world: World; answer: WholeAnswer; seed: number };

/** How many rows of places and companies are listed at most. */
const mostRows = 10;

/** How many rows of skills are listed at most. */
const mostSkillRows = 20;

/** Checks each count of a search's facets against the oracle, and some of them against the search that they stand for. */
export async function checkFacets(context: Context): Promise<Disagreement[]> {
  const { service, query, world, answer } = context;
  const { status, answer: body } = await askPage(searchAt(service, '/api/jobs/facets'), query.body);
  const number = query.number;
  if (status !== 200) return [{ kind: 'facet', query: number, text: `status ${status}: ${body.code} ${body.detail}` }];
  const facets = body.facets as Facets;
  const count = createCounter(world, query.meaning, Date.now());
  const texts = [
    ...(body.total === answer.total && body.exact === answer.exact
      ? []
      : [`total ${body.total}, exact ${body.exact} of a search with ${answer.total}, ${answer.exact}`]),
    ...wordTroubles(facets, query, count),
    ...placeTroubles(facets, query.meaning, count),
    ...companyTroubles(facets, count),
    ...skillTroubles(facets, count),
    ...mapTroubles(facets, query.meaning, count),
    ...salaryTroubles(facets, query.meaning, count),
  ];
  const troubles = [
    ...asTroubles('facet', texts),
    ...asTroubles('facet and search', await searchTroubles(context, facets, count)),
  ];
  return troubles.map((trouble) => ({ ...trouble, query: number }));
}

const spans: Readonly<Record<string, number>> = {
  'past hour': 1,
  'past week': 168,
  'past month': 720,
  'past year': 8760,
};
const hoursOf = (word: string): number | null =>
  word === '' ? null : (spans[word] ?? Number(/^(\d+)hr$/.exec(word)?.[1]));

const members = {
  jobType: 'jobType',
  remoteFilter: 'workplace',
  experienceLevel: 'level',
  language: 'language',
  label: 'label',
} as const;

/** The words of a field that takes several, once another one is added; none for `''`, which stands for any. */
const wordsWith = (field: keyof typeof members, word: string, meaning: Meaning): string[] =>
  word === '' ? [] : [...meaning[members[field]], word];

/** Whether the keyword names languages: a field beside it narrows them, and takes no other one. */
const isByOperator = (field: WordField, { traits }: TruthQuery): boolean =>
  field === 'language' && traits.includes('language by operator');

/** The search with another word in a field; without one, what the keyword names stands. */
function changedTo(field: WordField, word: string, query: TruthQuery): Partial<Meaning> {
  const { meaning } = query;
  if (isByOperator(field, query)) {
    const kept = meaning.language.filter((each) => word === '' || each === word);
    if (kept.length === 0) throw new Error(`The facets list ${word}, which the keyword excludes.`);
    return { language: kept };
  }
  if (field === 'dateSincePosted') return { hours: hoursOf(word) };
  const words = wordsWith(field, word, meaning);
  const remote = field !== 'remoteFilter' ? meaning.remote : words.includes('remote') ? 'field' : null;
  return { [members[field]]: words, remote };
}

const within = (name: string, jobs: number, { least, most }: Bounds): string[] =>
  jobs >= least && jobs <= most
    ? []
    : [`${name}: ${jobs}, where ${least === most ? least : `${least} to ${most}`} fit`];

const wordFields: readonly WordField[] = [
  ...(['dateSincePosted', 'jobType', 'remoteFilter', 'experienceLevel', 'language', 'label'] as const),
];
/** "Remote, Germany" says what the field would; another value beside it is refused. */
const fieldsOf = ({ remote }: Meaning): readonly WordField[] =>
  wordFields.filter((field) => field !== 'remoteFilter' || remote !== 'place');

function wordTroubles(facets: Facets, query: TruthQuery, count: Counter): string[] {
  return fieldsOf(query.meaning).flatMap((field) =>
    facets[field].flatMap(({ word, jobs }) =>
      within(`${field} ${JSON.stringify(word)}`, jobs, count(changedTo(field, word, query))),
    ),
  );
}

function placeTroubles({ places }: Facets, meaning: Meaning, count: Counter): string[] {
  const listed = places.filter(({ word }) => word !== '');
  const anywhere = places.find(({ word }) => word === '');
  const countIn = (place: NonNullable<ReturnType<typeof placeNamed>>): Bounds => {
    const asked: Meaning = { ...anySearch, places: [place], remote: meaning.remote };
    return count({}, (opening) => verdictOn(opening, { meaning: asked, now: 0 }));
  };
  const troubles = listed.flatMap(({ word, jobs }) => {
    const place = placeNamed(word);
    return place === null
      ? [`places "${word}": the world has no such place`]
      : within(`places "${word}"`, jobs, countIn(place));
  });
  if (anywhere === undefined) troubles.push('places has no row for anywhere');
  else if (meaning.remote !== 'place') troubles.push(...within('places ""', anywhere.jobs, count({ places: [] })));
  // Remote jobs state countries.
  if (meaning.remote !== null) return troubles;
  const named = listed.flatMap(({ word }) => townNamed(word) ?? []);
  const around = (town: Town): Town[] => towns.filter((other) => kilometres(other, town) <= 55);
  // Of towns near each other one is listed, and none whose surroundings reach beyond the place of the search.
  const unlisted = towns.filter((town) =>
    around(town).every((other) => !named.includes(other) && isWithin(other, meaning)),
  );
  const lacking = unlisted.map((town) => ({
    name: `places lacks ${town.city}, ${town.region}`,
    bounds: countIn({ is: 'town', town, km: 0 }),
  }));
  return [...troubles, ...listTroubles('places', listed, lacking)];
}

function companyTroubles({ companies: listed }: Facets, count: Counter): string[] {
  const of = (company: string): Bounds => count({}, (opening) => (opening.company === company ? yes : no('another')));
  const unlisted = companies.filter((company) => !listed.some(({ word }) => word === company));
  return [
    ...listed.flatMap(({ word, jobs }) => within(`companies "${word}"`, jobs, of(word))),
    ...listTroubles(
      'companies',
      listed,
      unlisted.map((company) => ({ name: `companies lacks ${company}`, bounds: of(company) })),
    ),
  ];
}

/** Titles name further skills, which the oracle does not know. */
function skillTroubles({ skills: listed }: Facets, count: Counter): string[] {
  const of = (skill: string): Bounds => count({}, ({ tags }) => (tags.includes(skill) ? yes : no('does not name it')));
  const known = Object.keys(tabledSkills);
  const told = listed.filter(({ word }) => known.includes(word));
  const least = listed.length < mostSkillRows ? 0 : Math.min(...listed.map(({ jobs }) => jobs));
  const unlisted = known.filter((skill) => !listed.some(({ word }) => word === skill));
  return [
    ...told.flatMap(({ word, jobs }) => within(`skills "${word}"`, jobs, of(word))),
    ...unlisted.flatMap((skill) => (of(skill).least > least ? [`skills lacks ${skill} with ${of(skill).least}`] : [])),
  ];
}

type Lacking = { name: string; bounds: Bounds };

/** The busiest come first, and none that is busier is lacking. */
function listTroubles(name: string, listed: readonly Row[], lacking: readonly Lacking[]): string[] {
  const least = listed.length < mostRows ? 0 : Math.min(...listed.map(({ jobs }) => jobs));
  const rises = listed.some(({ jobs }, at) => jobs > (listed[at - 1]?.jobs ?? jobs));
  return [
    ...(rises ? [`${name} are not in order: ${listed.map(({ jobs }) => jobs).join(', ')}`] : []),
    ...lacking.flatMap((each) =>
      each.bounds.least > least ? [`${each.name} with ${each.bounds.least}, where ${listed.length} are listed`] : [],
    ),
  ];
}

function mapTroubles({ map }: Facets, meaning: Meaning, count: Counter): string[] {
  const at = (town: Town): Bounds => count({}, ({ places }) => (places.includes(town) ? yes : no('elsewhere')));
  const named = map.points.map((point) => ({ ...point, town: townNamed(point.word) }));
  const troubles = named.flatMap(({ word, jobs, lat, lon, town }) => {
    if (town === null) return [`map "${word}": the world has no such town`];
    const far = kilometres(town, { ...town, lat, lon });
    return [
      ...within(`map "${word}"`, jobs, at(town)),
      ...(far > 25 ? [`map "${word}" is ${Math.round(far)} km off`] : []),
    ];
  });
  const inside = towns.filter((town) => isWithin(town, meaning));
  for (const town of inside.filter((each) => !named.some((point) => point.town === each)))
    troubles.push(...within(`map lacks ${town.city}, ${town.region}`, 0, at(town)));
  const unplaced = count({}, ({ places }) => {
    if (places.length === 0) return yes;
    return places.some((town) => inside.includes(town)) ? no('in a town') : maybe('at the edge of the place');
  });
  return [...troubles, ...within('map.unplaced', map.unplaced, unplaced)];
}

function salaryTroubles({ salary }: Facets, meaning: Meaning, count: Counter): string[] {
  return [
    ...within('salary.any', salary.any, count({ salary: null })),
    ...within('salary.unknown', salary.unknown, count({ salary: null }, hasNoPay)),
    ...salary.buckets.flatMap(({ from, to, jobs }) =>
      within(
        `salary ${from}–${to ?? ''}`,
        jobs,
        count({ salary: null }, (opening) => inBucket(opening, { from, to }, meaning)),
      ),
    ),
  ];
}

const isLocalPay = ({ salary }: Meaning): boolean => salary !== null && (salary.currency === null || salary.sign);

/** Sends the searches that two of the counts stand for; each must have as many exact matches. */
async function searchTroubles({ service, query, seed }: Context, facets: Facets, count: Counter): Promise<string[]> {
  const { meaning } = query;
  const chance = chanceOf('facet', seed, query.number);
  // A board that narrows may find less when it is asked for the place, and more when it is not.
  const narrowed = (changed: Partial<Meaning>, asked: Meaning | null): number =>
    count(changed, (opening) => {
      if (!opening.postings.every(({ board }) => narrowing.has(board))) return no('on another board');
      return asked === null ? yes : verdictOn(opening, { meaning: asked, now: 0 });
    }).most;
  const words = fieldsOf(meaning).flatMap((field) =>
    facets[field].map((row) => {
      // Remote work is asked for without a place.
      const changed = changedTo(field, row.word, query);
      const isOther = field === 'remoteFilter' && changed.remote !== meaning.remote;
      const spare = isOther && meaning.places.length > 0 ? narrowed(changed, null) : 0;
      const isAlone = field === 'dateSincePosted' || isByOperator(field, query);
      const value = isAlone ? row.word : wordsWith(field, row.word, meaning).join(', ');
      return { ...row, field, value, less: spare, more: spare };
    }),
  );
  const places = facets.places
    // Pay without a currency is compared in that of the place.
    .filter(({ word }) => word !== '' && meaning.places.length === 0 && !isLocalPay(meaning))
    .map((row) => {
      const place = placeNamed(row.word);
      const asked: Meaning = { ...anySearch, places: place === null ? [] : [place], remote: meaning.remote };
      return { ...row, field: 'location', value: row.word, less: narrowed({}, asked), more: 0 };
    });
  const troubles: string[] = [];
  for (const { field, word, value, jobs, less, more } of [...chance.some(words, 2), ...chance.some(places, 1)]) {
    const { status, answer } = await askPage(service.search, { ...query.body, [field]: value, limit: '1' });
    const exact = status === 200 ? answer.page.exact : `status ${status}: ${answer.detail}`;
    const agrees = typeof exact === 'number' && exact <= jobs + more && exact >= jobs - less;
    if (!agrees) troubles.push(`${field} ${JSON.stringify(word)}: ${jobs}, and its search has ${exact}`);
  }
  return troubles;
}
