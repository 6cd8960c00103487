import type { Meaning, PlaceMeaning } from '../meaning.js';
import type { Facts, Label, Opening, Posting } from '../world/opening.js';
import { countriesByCode, kilometres, type Town } from '../world/towns.js';
import { keywordVerdict } from './keyword-oracle.js';
import { payVerdict } from './pay-oracle.js';
import { type Answer, allOf, anyOf, maybe, no, yes } from './verdict.js';

/**
 * Decides by the contract alone whether an opening belongs in the response: `yes` it must, `no` it must not, `maybe` the
 * contract leaves it open. `boards` selects those whose postings the service has.
 */
export function verdictOn(
  opening: Opening,
  { meaning, now, boards = () => true }: { meaning: Meaning; now: number; boards?: (board: string) => boolean },
): Answer {
  const postings = opening.postings.filter(({ board }) => boards(board));
  if (postings.length === 0) return no('on no board that was read whole');
  if (opening.validUntil !== null && opening.validUntil < now) return no('past its validUntil');
  const { keyword, workplace, jobType, level, language, label, hours, salary, skills, without } = meaning;
  const stated = (asked: readonly unknown[], name: keyof Facts): Answer =>
    asked.length === 0 ? yes : anyOf(postings.map(({ facts }) => oneOf(facts[name], asked, name)));
  const filters = allOf([
    placeVerdict(opening, meaning),
    language.length === 0 || language.includes(opening.language) ? yes : no(`written in ${opening.language}`),
    without.includes(opening.company) ? no('of a company that is left out') : yes,
    ...skills.map((skill) => (opening.tags.includes(skill) ? yes : no(`does not name ${skill}`))),
    stated(workplace, 'workplace'),
    stated(jobType, 'jobType'),
    stated(level, 'level'),
    label.length === 0 ? yes : labelVerdict(postings, label, now),
    hours === null ? yes : anyOf(postings.map((posting) => ageVerdict(posting, hours, now))),
    salary === null ? yes : anyOf(postings.map(({ facts }) => payVerdict(facts.pay, salary, meaning.payCurrency))),
  ]);
  return keyword === null || filters.verdict === 'no' ? filters : allOf([filters, keywordVerdict(opening, keyword)]);
}

/** A filter keeps only what is known to match: a fact that no board states is a no. */
function oneOf(stated: unknown, asked: readonly unknown[], name: string): Answer {
  return asked.includes(stated) ? yes : no(`${name} is ${stated === null ? 'not stated' : JSON.stringify(stated)}`);
}

function ageVerdict({ facts }: Posting, hours: number, now: number): Answer {
  if (facts.postedAt === null) return no('its date is not stated');
  const age = (now - facts.postedAt) / 3_600_000;
  return age <= hours ? yes : no(`posted ${Math.round(age)} hours ago`);
}

/** Postings whose dates differ in their label leave open which is shown; so does one that is about to change. */
function labelVerdict(postings: readonly Posting[], asked: readonly Label[], now: number): Answer {
  const dates = postings.flatMap(({ facts: { postedAt } }) => (postedAt === null ? [] : [postedAt]));
  const labels = dates.flatMap((date) => [-1, 1].map((hours) => labelByDate(now - date + hours * 3_600_000)));
  const isAsked = (label: Label | null): boolean => label !== null && asked.includes(label);
  const why = `its labels are ${labels.join(', ') || 'none'}`;
  if (!labels.some(isAsked)) return no(why);
  return labels.every(isAsked) ? yes : maybe(why);
}

function labelByDate(age: number): Label | null {
  const days = age / 86_400_000;
  return days < 2 ? 'new' : days < 14 ? 'fresh' : days < 60 ? null : 'old';
}

function placeVerdict(opening: Opening, { places, remote }: Meaning): Answer {
  if (remote === 'place') {
    const isRemote = anyOf(opening.postings.map(({ facts }) => oneOf(facts.workplace, ['remote'], 'workplace')));
    if (isRemote.verdict === 'no') return isRemote;
  }
  if (places.length === 0) return yes;
  return anyOf(places.map((place) => lies(opening, place, remote)));
}

function lies(opening: Opening, place: PlaceMeaning, remote: Meaning['remote']): Answer {
  if (place.is === 'unknown') return liesInUnknown(opening, place, remote);
  if (opening.places.length > 0) return anyOf(opening.places.map((town) => townLies(town, place)));
  const { remoteRegions: regions } = opening;
  if (regions.length === 0) {
    if (remote === 'field') return yes;
    // "Open to Germany" may be read as "not closed to it".
    return remote === 'place' ? maybe('remote, open to nobody knows whom') : no('remote, without a place');
  }
  return anyOf(regions.map((region) => (remote === null ? regionLies(region, place) : regionCovers(region, place))));
}

/** A town that is unknown where it is said to be is matched by text: never a town of the same name elsewhere. */
function liesInUnknown(
  opening: Opening,
  { town, state: { country, region } }: PlaceMeaning & { is: 'unknown' },
  remote: Meaning['remote'],
): Answer {
  const inState = opening.places.some((each) => each.country === country && (region ?? each.region) === each.region);
  // A service may read a misspelling as a town of that state.
  if (inState) return maybe(`in the state that "${town}" is said to be in`);
  const around: PlaceMeaning = region === null ? { is: 'country', code: country } : { is: 'region', country, region };
  // Remote work for residents of that state, in any of its towns.
  if (opening.places.length === 0 && remote !== null && lies(opening, around, remote).verdict !== 'no')
    return maybe(`remote, open to the state that "${town}" is said to be in`);
  return no(`nowhere near "${town}"`);
}

/** Whether a town certainly lies in what a search names; always where it names no place. */
export const isWithin = (town: Town, { places }: Pick<Meaning, 'places'>): boolean =>
  places.length === 0 || places.some((place) => place.is !== 'unknown' && townLies(town, place).verdict === 'yes');

function townLies(town: Town, place: Exclude<PlaceMeaning, { is: 'unknown' }>): Answer {
  const where = `in ${town.city}, ${town.region}, ${town.country}`;
  switch (place.is) {
    case 'country':
      return town.country === place.code ? yes : no(where);
    case 'region':
      return town.country === place.country && town.region === place.region ? yes : no(where);
    case 'area':
      return town.areas.includes(place.name) ? yes : no(where);
    case 'town': {
      if (town === place.town) return yes;
      const far = kilometres(town, place.town);
      // Gazetteers place the centre of a town a few kilometres apart.
      if (Math.abs(far - place.km) < Math.max(3, place.km / 10)) return maybe(`${where}, ${Math.round(far)} km away`);
      return far < place.km ? yes : no(`${where}, ${Math.round(far)} km away`);
    }
  }
}

/** Whether a remote job's region includes residents of the place. */
function regionCovers(region: string, place: Exclude<PlaceMeaning, { is: 'unknown' }>): Answer {
  const where = `remote, for those in ${region}`;
  const code = codeOf(place);
  if (region.length === 2) {
    if (code !== null) return code === region ? yes : no(where);
    const areas = areasOf(region);
    return place.is === 'area' && areas.includes(place.name) ? yes : no(where);
  }
  if (code !== null) return areasOf(code).includes(region) ? yes : no(where);
  if (place.is !== 'area') return no(where);
  if (place.name === region) return yes;
  // Areas may overlap (EMEA and Europe) or not (Midwest and Europe).
  return overlap(place.name, region) ? maybe(where) : no(where);
}

/** Whether a remote job is in the place by its stated region: only a country or an area can contain it completely. */
function regionLies(region: string, place: Exclude<PlaceMeaning, { is: 'unknown' }>): Answer {
  const where = `remote, for those in ${region}`;
  if (place.is === 'country' && region === place.code) return yes;
  if (place.is === 'area' && !usAreas.has(place.name)) return regionCovers(region, place);
  // Open to a whole country, and so to the requested town: the contract decides that only with remoteFilter.
  return regionCovers(region, place).verdict === 'yes' ? maybe(where) : no(where);
}

function codeOf(place: Exclude<PlaceMeaning, { is: 'unknown' }>): string | null {
  if (place.is === 'country') return place.code;
  if (place.is === 'region') return place.country;
  if (place.is === 'town') return place.town.country;
  return usAreas.has(place.name) ? 'US' : null;
}

const usAreas = new Set(['Bay Area', 'Midwest', 'New England']);
const areasOf = (code: string): readonly string[] => countriesByCode[code]?.areas ?? [];
const overlap = (one: string, other: string): boolean =>
  Object.values(countriesByCode).some(({ areas }) => areas.includes(one) && areas.includes(other));
