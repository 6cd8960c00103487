import { foldPlace } from '../../../shared/places/fold-place.js';
import { postalCountries } from '../../../shared/places/regions.js';
import { tableNames } from '../../../shared/places/table-names.js';
import type { City, Gazetteer } from '../../gazetteer/gazetteer.js';

/** Words that make "remote" a kind of work or a thing rather than a workplace. */
export const remoteThings: ReadonlySet<string> = new Set(
  'access area areas asset assets assistance attendant banking camp camps care communities community connectivity control controls deposit desktop device devices diagnostics driver driving environment environments equipment expert experts guard guarding hand hands health hospital identity infrastructure inspection location locations mine mines monitoring operated operation operations operator operators patient pharmacist pharmacy pilot power procedure proctor proctoring region regions robot robotics school schools sensing sensor sensors server servers service services site sites software start starter support surveillance system systems teaching testing underwater vehicle vehicles video viewing visual weapon weapons welding'.split(
    ' ',
  ),
);

/** Place names that are also words, people, brands or products: read as places only after "in" or "near". */
const doubtfulPlaces: ReadonlySet<string> = new Set(
  'alexandria anaheim aurora bath batman bend brest bristol buffalo carolina carson cary central chad chandler charlotte clinton columbia columbus concord cork corona cuba delta derby dover enterprise essen eugene fontana florence gary georgia gilbert glendale grace hamilton henderson hull independence irving jackson java jersey jordan kent lancaster leon liberty lima lincoln macon madison male mali marion medina mesa metro mission mobile montgomery most nancy newport nice niger norfolk nova oral orange orleans oxford palermo pearl perm phoenix pickering plymouth providence reading regina rochester rosario salem sale sandy santiago savannah sparks split spring springs stockton sunrise surprise tempe terrace togo tours troy tula turkey union van vaughan verona victoria vienna virginia vista vitoria wales warren washington york'.split(
    ' ',
  ),
);

/** Words that turn a following place name into the name of something else ("Bank of America", "Air France"). */
export const namesBeforePlaces: ReadonlySet<string> = new Set(
  'air and at bank city club college costa da de del do du east el fc for fort from greater hotel institute la lake las little los lower mount new north of or port radio royal saint san santa school south st team the to university upper virgin vs west western eastern northern southern central southeastern northeastern southwestern northwestern coastal upstate downtown inner mid'.split(
    ' ',
  ),
);

/** Words for jobs in other languages: next to facts they request nothing, next to other words they may name a role. */
export const wordsForJobs: ReadonlySet<string> = new Set(
  'employment stellen stellenangebote jobangebote emploi emplois offre offres empleo empleos trabajo trabajos emprego vagas lavoro vacature vacatures praca'.split(
    ' ',
  ),
);

/** A place at the end of a keyword, as a location; `taken`: its words, with the preposition before them. */
type TrailingPlace = { location: string; taken: number };

const prepositions: ReadonlySet<string> = new Set(['in', 'near', 'around', 'bei']);

/** Population from which a town is recognised: after a preposition or with its state, and by its name only. */
const smallest = { named: 15_000, alone: 300_000 } as const;

/** A town of this size takes precedence over other meanings of its name ("New York"). */
const metropolis = 1_000_000;

/** Shorter names are abbreviations ("IT", "PM"). */
const shortestName = 4;

/** Abbreviations that mean one place at the end of a keyword; those only after "remote" are also words ("us"). */
const abbreviations: ReadonlyMap<string, string> = new Map([
  ['usa', 'United States'],
  ['uk', 'United Kingdom'],
  ['uae', 'United Arab Emirates'],
]);
const afterRemote: ReadonlyMap<string, string> = new Map([...abbreviations, ['us', 'United States'], ['eu', 'EU']]);

/** Words in the longest place names. */
const wordsAtMost = 4;

/** Reads the place named by the last words, if unambiguous. `before`: words after which it is not a place. */
export function readTrailingPlace(
  words: readonly string[],
  before: ReadonlySet<string>,
  gazetteer: Gazetteer,
): TrailingPlace | null {
  for (let length = Math.min(wordsAtMost, words.length - 1); length > 0; length--) {
    const name = words.slice(-length);
    const former = (words.at(-length - 1) ?? '').toLowerCase();
    const isNamed = prepositions.has(former);
    if (!isNamed && before.has(former)) continue;
    const location =
      abbreviated(name, former) ?? townInWide(name, gazetteer) ?? oneName(name.join(' '), isNamed, gazetteer);
    if (location !== null) return { location, taken: length + (isNamed ? 1 : 0) };
  }
  return null;
}

function abbreviated([word = '', ...more]: readonly string[], former: string): string | null {
  if (more.length > 0) return null;
  return (former === 'remote' ? afterRemote : abbreviations).get(word.toLowerCase()) ?? null;
}

const locationOf = ({ name, region, country }: City, gazetteer: Gazetteer): string =>
  `${name}, ${region !== null && postalCountries.has(country) ? region : gazetteer.countryName(country)}`;

/** "austin tx", "Paris France": a town with its state or country. */
function townInWide(words: readonly string[], gazetteer: Gazetteer): string | null {
  for (let last = 1; last < words.length; last++) {
    const wide = words.slice(-last).join(' ');
    const regions = gazetteer.regions(wide);
    const country = wide.length < shortestName ? null : gazetteer.country(wide);
    const town = gazetteer
      .cities(words.slice(0, -last).join(' '))
      .find(
        (city) =>
          (city.country === country && city.inhabitants >= smallest.alone) ||
          (city.inhabitants >= smallest.named &&
            regions.some((region) => region.country === city.country && region.name === city.region)),
      );
    if (town !== undefined && !town.alias) return locationOf(town, gazetteer);
  }
  return null;
}

function oneName(name: string, isNamed: boolean, gazetteer: Gazetteer): string | null {
  if (name.length < shortestName || (!isNamed && doubtfulPlaces.has(foldPlace(name)))) return null;
  // Some areas have the name of a country in another language ("MENA").
  if (/^(?:area|named) /.test(tableNames().meaning(name) ?? '')) return name;
  const country = gazetteer.country(name);
  const region = gazetteer.regions(name).find((each) => postalCountries.has(each.country));
  const [city] = gazetteer.cities(name);
  if (city !== undefined && city.inhabitants >= metropolis) return locationOf(city, gazetteer);
  const isTown = city !== undefined && city.inhabitants >= (isNamed ? smallest.named : smallest.alone);
  const meanings = [
    country === null ? [] : gazetteer.countryName(country),
    region === undefined
      ? []
      : `${gazetteer.regionName(region.country, region.name)}, ${gazetteer.countryName(region.country)}`,
    isTown ? locationOf(city, gazetteer) : [],
  ].flat();
  // A name of several places means what it means in `location`.
  return meanings.length > 1 ? name : (meanings[0] ?? null);
}
