import { areas } from '../../shared/places/areas.js';
import { canonicalLocation } from '../../shared/places/canonical-location.js';
import { namedRegions } from '../../shared/places/named-regions.js';
import type { BoardFiguresCache } from '../server/board-figures-cache.js';
import { createHeldWords } from '../suggest/held-words.js';

type Row = { word: string; jobs: number };

/**
 * What the start page says of a service: its jobs, boards and companies, how long ago the board was read that waits longest, and
 * the titles and places that most postings have.
 */
export type HomeFigures = {
  jobs: number;
  boards: number;
  companies: number;
  oldestAgeSeconds: number | null;
  titles: Row[];
  places: Row[];
};

/** Titles and places that are shown. */
const most = 8;

/** Areas hold most of what is held, and say nothing of it. */
const areaNames: ReadonlySet<string> = new Set([...areas, ...namedRegions].map(({ name }) => canonicalLocation(name)));

type HomeContext = Parameters<typeof createHeldWords>[0] & { boardFigures: BoardFiguresCache };

/** Reads the figures from what this process holds in memory; `null` while nothing is held. */
export function createHomeFigures(context: HomeContext): () => Promise<HomeFigures | null> {
  const held = createHeldWords(context);
  return async () => {
    const [figures, words] = await Promise.all([context.boardFigures(), held.read()]);
    if (words === null || figures.postings === 0) return null;
    const places = words.places.filter(({ word }) => !areaNames.has(word));
    const top = (rows: readonly Row[]): Row[] => rows.slice(0, most).map(({ word, jobs }) => ({ word, jobs }));
    return {
      ...{ jobs: figures.postings, boards: figures.total, companies: words.companies.length },
      oldestAgeSeconds: figures.neverRead > 0 ? null : figures.oldestAgeSeconds,
      ...{ titles: top(words.titles), places: top(places) },
    };
  };
}
