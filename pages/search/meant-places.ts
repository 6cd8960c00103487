import type { Query } from './answer.js';
import type { FacetLoader } from './facets.js';

/** As many places of one name are offered. */
const most = 4;

/** Locations whose places are kept. */
const maxKept = 20;

/** A place as a value of `location`, and the jobs that the search would have there; `null` = not known yet. */
export type MeantPlace = { location: string; jobs: number | null };

export type MeantPlaces = {
  /** The places that the location of a search may mean; none while they are not known, or there is one. */
  of(query: Query): MeantPlace[];
  /** Asks the service for them, once for a location; the jobs of each then count as a search. */
  load(query: Query): Promise<void>;
};

/** `left`: the searches that are left, `null` = not known. `onLoad` is called when there are several places. */
type MeantOptions = { left(): number | null; onLoad(): void };

/** Finds the towns of one name ("Cambridge") that have jobs, those of the reader's country first. */
export function createMeantPlaces(facets: Pick<FacetLoader, 'of' | 'load'>, options: MeantOptions): MeantPlaces {
  const known = new Map<string, readonly string[]>();
  // A browser takes milliseconds to load what folds letters: not for a search of all places.
  const placesOf = ({ location }: Query): readonly string[] =>
    location === '' ? [] : (known.get(fold(location)) ?? []);

  const ask = async (query: Query, name: string): Promise<void> => {
    const words = await suggested(query.location);
    const places = words.filter((word) => word.includes(',') && fold(word.replace(/,.*/, '')) === name);
    if (places.length < 2) return;
    known.set(name, homeFirst(places).slice(0, most));
    options.onLoad();
  };

  return {
    of: (query) =>
      placesOf(query).map((location) => ({ location, jobs: facets.of({ ...query, location })?.total ?? null })),
    async load(query) {
      if (query.location === '') return;
      const name = fold(query.location);
      if (!mayBeSeveral(name)) return;
      for (const old of [...known.keys()].slice(0, -maxKept)) known.delete(old);
      if (!known.has(name)) {
        known.set(name, []);
        await ask(query, name);
      }
      const left = options.left();
      for (const location of placesOf(query)) facets.load({ ...query, location }, { left, isComplete: true });
    },
  };
}

/** One name without its state or country, a radius or alternatives. */
const mayBeSeveral = (name: string): boolean => /^[\p{L}\p{M}.' -]{2,60}$/u.test(name) && !/ or | within /.test(name);

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** Countries whose towns are named with the abbreviation of their state or province ("Cambridge, MA"). */
const postalCountries: ReadonlySet<string> = new Set(['US', 'CA', 'AU']);

/** Those in the country of the browser's language first ("en-GB"). */
function homeFirst(places: readonly string[]): string[] {
  const [, region] = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?-([A-Z]{2})\b/.exec(navigator.language) ?? [];
  if (region === undefined) return [...places];
  const home = `, ${new Intl.DisplayNames(['en'], { type: 'region' }).of(region)}`;
  const isHome = (place: string): boolean =>
    place.endsWith(home) || (postalCountries.has(region) && /, [A-Z]{2,3}$/.test(place));
  return [...places.filter(isHome), ...places.filter((place) => !isHome(place))];
}

/** The places that complete a text; none when the service fails, since the list stands without them. */
async function suggested(text: string): Promise<string[]> {
  try {
    const response = await fetch(`/api/suggest?q=${encodeURIComponent(text.trim())}`);
    const body: unknown = response.ok ? await response.json() : null;
    if (typeof body !== 'object' || body === null || !('places' in body) || !Array.isArray(body.places)) return [];
    return body.places.flatMap((row: unknown) =>
      typeof row === 'object' && row !== null && 'word' in row && typeof row.word === 'string' ? [row.word] : [],
    );
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return [];
    throw error;
  }
}
