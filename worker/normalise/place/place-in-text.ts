/** Reads the location of a job from its title and text, for postings whose fields name no town. */
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { namesBeforePlaces, readTrailingPlace } from '../../match/keyword/trailing-place.js';
import type { PostingPlace } from '../../sources/posting.js';
import { anyOf } from '../languages/language-tables.js';
import { type LocationBias, type ReadPlaces, readNames, readPlaces } from './place.js';
import { ordinaryWords } from './place-words.js';
import { prepareLocation } from './prepare-location.js';

/** A line of the text after a word such as "Arbeitsort:". */
const labelledLine = new RegExp(
  `(?:^|\\n)[^\\p{L}\\n]{0,6}(?:${anyOf('place label')}) ?[:：] ?\\n?(?<said>[^\\n|;•]{2,80})`,
  'giu',
);
/** Maximum characters of a text searched for such a line, and maximum lines tried. */
const readAtMost = 20_000;
const linesAtMost = 4;

/** The parts of a title after its first: "Baker - Teresina/PI", "Baker (Leeds, UK)", "Baker | Berlin 🇩🇪". */
const titleParts = /(?: [-–—|@]|[([,;]) ?(?<said>[^|()[\]]{3,60}?) ?(?= [-–—|@] |[()[\]|]|$)/gu;
/** A town with its state or country. */
const withWider = /[/,]|\p{Regional_Indicator}{2}| [A-Z]{2}$/u;

/** Minimum inhabitants for a town of the posting's country to be read from a part of the title. */
const townFrom = 15_000;

/** The fields of a posting that state its location. */
export type PlaceFields = { places: readonly PostingPlace[]; remoteRegions: readonly string[] };
type Named = { placed: PlaceFields; where: ReadPlaces };

/** The places of a posting from its fields, or else the town named in its title or in a labelled line of its text. */
export function placesOrNamed(
  posting: PlaceFields,
  { title, description }: { title: string; description: string },
  { gazetteer, bias }: { gazetteer: Gazetteer; bias?: LocationBias | undefined },
): Named {
  const where = readPlaces(posting, gazetteer, bias);
  const isEnough = where.places.some(({ city, region }) => city !== null || region !== null);
  if (isEnough || where.remoteRegions.length > 0 || where.workplace === 'remote') return { placed: posting, where };
  const [country] = where.places.map((place) => place.country).filter((code) => code !== null);
  const named = (text: string): Named | null => {
    const placed = { ...posting, places: [{ text, city: null, region: null, country: country ?? null }] };
    const read = readPlaces(placed, gazetteer, bias);
    const [first] = read.places;
    const isThere = country === undefined || first?.country === country;
    if (first === undefined || first.city === null || first.lat === null || !isThere) return null;
    return { placed, where: { ...read, workplace: where.workplace, guessed: true } };
  };
  const isTown = (text: string): boolean =>
    !ordinaryWords.has(text.toLowerCase()) &&
    gazetteer.cities(text).some((city) => city.country === country && city.inhabitants >= townFrom);
  for (const text of textsOf({ title, description, gazetteer, isTown })) {
    const found = named(text);
    if (found !== null) return found;
  }
  return { placed: posting, where };
}

type TextTools = { title: string; description: string; gazetteer: Gazetteer; isTown(text: string): boolean };

/** The texts that may name the place, the most reliable first. */
function* textsOf({ title, description, gazetteer, isTown }: TextTools): Generator<string> {
  let lines = 0;
  for (const { groups } of description.slice(0, readAtMost).matchAll(labelledLine)) {
    if (lines++ === linesAtMost) break;
    const [said = ''] = (groups?.said ?? '').trim().split('. ');
    if (readNames(prepareLocation(said), gazetteer)[0]?.place) yield said;
  }
  const parts = Array.from(title.matchAll(titleParts), ({ groups }) => groups?.said ?? '').reverse();
  for (const part of parts) {
    const names = withWider.test(part) ? readNames(part, gazetteer) : [];
    if (isTown(part) || (names.length > 0 && names.every(({ place }) => place !== null))) yield part;
  }
  const words = title.split(/[^\p{L}\p{M}\p{N}'’.-]+/u).filter((word) => word !== '' && word !== '-');
  const trailing = words.length < 2 ? null : readTrailingPlace(words, namesBeforePlaces, gazetteer);
  if (trailing !== null) yield trailing.location;
}
