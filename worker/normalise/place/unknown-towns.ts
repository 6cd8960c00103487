import { cityStates } from '../../../shared/places/countries.js';
import type { Region } from '../../gazetteer/gazetteer.js';
import { isCity } from './join-names.js';
import type { Token } from './name-meaning.js';
import { isOwnTown, minorTown, nowhere, type PlaceMeaning, sizeOf } from './place-meaning.js';
import { isCompass } from './place-words.js';

/** Towns missing in the gazetteer: a name directly before its region or country; `tokens` starts with the name. */
export function unknownTowns([token, next, after]: readonly Token[], parts: number): PlaceMeaning[] {
  if (
    token === undefined ||
    next === undefined ||
    next.breakBefore ||
    next.weak ||
    !isWide(next) ||
    !mayJoin(token, next)
  )
    return [];
  if (isWide(token) && !isTownThere(token, next, parts)) return [];
  const isKnown = (country: string, region: string) =>
    token.fullName === null && token.cities.some((city) => city.country === country && city.region === region);
  // "New York, Boston, DC": a code that also names a city is not the region of the town before it.
  if (next.cities.length > 0 && next.text.length <= 3 && token.cities.some(isCity)) return [];
  const isThere = next.regions.some(({ country, name }) => isKnown(country, name));
  const name = token.fullName ?? token.text;
  const inCountry = parts === 2 && next.country !== null && isCountryOfTowns(token, next);
  const regions = isThere ? [] : next.regions;
  const inside = next.districts.filter(
    (district) =>
      next.text.length > 2 && !isKnown(district.country, district.region) && !isOwnTown(district, next.cities),
  );
  if ((regions.length + inside.length === 0 && !inCountry) || !maybeTown(name)) return [];
  const town = { ...nowhere, level: 'city' as const, city: name, score: scoreOf(token, next, after) };
  return [
    ...regions.map((region, index) => inRegion(town, { region, index, code: next.text })),
    ...inside.map(({ region, country }) => ({ ...town, region, country })),
    ...(inCountry ? [{ ...town, country: next.country }] : []),
  ];
}

const isWide = ({ country, area, regions, districts }: Token): boolean =>
  country !== null || area !== null || regions.length + districts.length > 0;

/** "Regional Ohio" and "Staffing - QLD" name no town; "Deerfield Township OH" does. */
const mayJoin = ({ joint }: Token, { text }: Token): boolean =>
  joint === 'comma' || (joint === 'space' && /^[A-Z]{2}$/.test(text));

/** "Midlothian, VA": a foreign district or region before a US state's code is a town; "Alberta, Canada" is not. */
function isTownThere(token: Token, next: Token, parts: number): boolean {
  const states = next.regions.filter(({ country }) => country === 'US');
  if (states.length === 0 || next.cities.length > 0 || token.area !== null) return false;
  const isAbroad = [...token.regions, ...token.districts].every(
    ({ country }) => country !== 'US' && country !== next.country,
  );
  if (!isAbroad) return false;
  if (token.country !== null) return isTownNamedLikeCountry(token, next, parts);
  return next.text.length === 2 || token.regions.length === 0;
}

/** "Lebanon, OK" is a town, but "Israel, IL" and "Canada, ON" repeat the place, and US neighbours form a list. */
function isTownNamedLikeCountry({ text, country }: Token, next: Token, parts: number): boolean {
  if (text.length === 3) return /\p{Ll}/u.test(text);
  const isState = next.text.length === 2 || parts === 2;
  return text.length > 3 && isState && country !== next.country && !neighbours.has(country ?? '');
}

/** Countries that lists combine with US states. */
const neighbours: ReadonlySet<string> = new Set(['US', 'CA', 'MX', 'GB']);

/** Whether the parts are an unknown name and a country that has towns: not "Chestnut Drive, Singapore". */
const isCountryOfTowns = (token: Token, { text, country }: Token): boolean =>
  token.cities.length === 0 && token.joint === 'comma' && text.length > 2 && !cityStates.has(country ?? '');

const unknownTown = -1.5;

function scoreOf(token: Token, next: Token, after: Token | undefined): number {
  const { cities, fullName } = token;
  if (fullName !== null) return unknownTown + 0.5;
  if (isTownOfState(token, next, after)) return unknownTown + 2;
  // "Berlin, VT": a state's code without other meanings decides, even against a large namesake elsewhere.
  const decides =
    next.text.length === 2 && next.cities.length === 0 && next.regions.some(({ country }) => country === 'US');
  let score = unknownTown;
  for (const city of cities) {
    // "Eindhoven, NL": a known city in a country with this code is not an unknown town of a state.
    const isMeant = city.country === next.country && city.inhabitants >= minorTown;
    score = Math.min(score, unknownTown - (decides ? 0 : 2 * sizeOf(city)) - (isMeant ? 2 : 0));
  }
  return score;
}

/**
 * "Glenmont, New York": a name before a state with a city of the same name is a town of the state, unless it is part of
 * the city. Several words may be a building or a square, unless the country follows the state.
 */
function isTownOfState(token: Token, next: Token, after: Token | undefined): boolean {
  const isWellKnown = token.cities.some(({ inhabitants }) => inhabitants >= wellKnownTown);
  const isCityOfState = (after?.regions.length ?? 0) > 0;
  if (isWide(token) || isWellKnown || isCityOfState || partsOfCities.test(token.text)) return false;
  const isState = next.text.length > 3 && next.regions.some(({ country }) => country === 'US' || country === 'CA');
  return isState && next.cities.some(isCity) && (/^\p{L}+$/u.test(token.text) || (after?.country ?? null) !== null);
}

/** A town of this size next to "New York" is another city of a list. */
const wellKnownTown = 100_000;

/** Quarters missing in the gazetteer, and words for a quarter or a building. */
const partsOfCities =
  /^(?:soho|noho|nolita|tribeca|dumbo|fidi|(?:mid|down|up)town|bowery|gowanus|vieux)\b|\b(?:yards?|square|district|side|village|heights|market|plaza|wharf|pier|arcade|exchange|terrace|gardens)$/iu;

/** A code after a name means a state of the first country that has the code: "Foo, WA" is in the United States. */
function inRegion(
  town: PlaceMeaning,
  { region: { name, country, postal }, index, code }: { region: Region; index: number; code: string },
): PlaceMeaning {
  const score = town.score + (code.length > 3 ? 0 : postal && index === 0 ? 1 : -1);
  return { ...town, region: name, country, score };
}

/** Words that occur in no town's name: companies, teams, schools, streets. */
const notATown =
  /\d|[@#&*=<>{}%$€£"]|\b(?:inc|llc|ltd|limited|gmbh|ag|corp|corporation|co|company|companies|group|partners|holdings?|services?|solutions?|systems?|technolog(?:y|ies)|school|academy|academies|college|university|hospital|clinic|medical|health(?:care)?|center|centre|team|department|dept|division|sales|field|marketing|engineering|operations|office|branch|store|shop|plant|warehouse|street|st(?:reet)?\.?$|avenue|ave|road|rd|blvd|boulevard|drive|dr|lane|ln|court|ct|parkway|pkwy|highway|hwy|place|plaza|suite|ste|unit|floor|building|tower|airport|terminal|station|mall|hotel|resort|restaurant|church|preparatory|elementary|high school|care|living|home|homes|apartments?|residences?|commons|construction|doors|staffing|agency|remote|hybrid|flexible|various|multiple|only|based|position|job|role|full[- ]time|part[- ]time|contract|event|auditorium|time zone|hub|territory|coast|region|district|county|province|state|states|countries|country|locations?|cities|any|all|other|tbd|unknown|virtual|travel|the reserve|headquarters|hq|corporate|industries|manufacturing|logistics|distribution|international|global|national|management|consulting|bank|insurance|foods?|media|tv|radio|fleet|vessel|onboard|ship|site|project|client|customer|your|our|my|no|not|is|are|will|may|must|can)\b/iu;

/** Words at the end of town names ("Century City", "Mountain Center") that also end other names. */
const ends = / (?:cent(?:er|re)|city|country|coast|field|station|valley|springs|township)$/iu;
/** Words before a center, field or station that is not a town. */
const facilities =
  /\b(?:data|call|distribution|service|shopping|convention|community|learning|fitness|recovery|civic|senior|day|child|cancer|surgery|outpatient|business|tech|innovation|research|training|support|fulfil?lment|sports|event|customer|contact|command|space|parts|design|fire|police|power|gas|train|bus|metro|subway|work|air|trade|world|town|our|rail)$/iu;

/** Whether an unknown text may be the name of a small town: a few capitalised words and nothing else. */
export function maybeTown(text: string): boolean {
  if (text.length < 3 || text.length > 40) return false;
  const stem = text.replace(ends, '');
  if (stem !== text && isCompass(stem) && !/ (?:cent(?:er|re)|city)$/iu.test(text)) return false;
  if (notATown.test(stem === text || facilities.test(stem) ? text : stem)) return false;
  const words = text.split(/[\s-]+/u);
  return words.length <= 4 && /^\p{Lu}/u.test(text) && words.some((word) => /^\p{Lu}\p{Ll}+/u.test(word));
}
