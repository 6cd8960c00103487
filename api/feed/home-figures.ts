import { LRUCache } from 'lru-cache';
import pTimeout from 'p-timeout';
import { areas } from '../../shared/places/areas.js';
import { namedRegions } from '../../shared/places/named-regions.js';
import { canonicalLocation } from '../../shared/places/parse-location.js';
import type { Job } from '../../shared/search/job.js';
import { anySearch } from '../../shared/search/query/query.js';
import type { AskHeld } from '../jobs/ask-held.js';
import type { BoardFiguresCache } from '../server/board-figures-cache.js';
import { createHeldWords } from '../suggest/suggest.js';

type Row = { word: string; jobs: number };

/**
 * Figures of the start page: jobs, boards and companies, the age of the oldest reading of a board, and the most
 * frequent titles and places.
 */
export type HomeFigures = {
  jobs: number;
  boards: number;
  companies: number;
  oldestAgeSeconds: number | null;
  titles: Row[];
  places: Row[];
};

/** Titles and places shown. */
const most = 8;

/** The newest jobs shown, at most `mostOfOne` of one company, chosen from `newestAsked`. */
const newestShown = 8;
const newestAsked = 50;
const mostOfOne = 2;

/** Milliseconds that the newest jobs are cached, and that the page waits for them. */
const newestKeptMs = 60_000;
const newestWaitMs = 300;

/** A title of one part, as people search for. */
const isPlainTitle = (word: string): boolean => word.length <= 40 && !/[,()|:/\d]| [-–—] /.test(word);

/** Areas contain most of the postings and distinguish nothing. */
const areaNames: ReadonlySet<string> = new Set([...areas, ...namedRegions].map(({ name }) => canonicalLocation(name)));

type HomeContext = Parameters<typeof createHeldWords>[0] & { boardFigures: BoardFiguresCache };

/** Reads the figures from this process's memory; `null` while nothing is stored. */
export function createHomeFigures(context: HomeContext): () => Promise<HomeFigures | null> {
  const held = createHeldWords(context);
  return async () => {
    const [figures, words] = await Promise.all([context.boardFigures(), held.read()]);
    if (words === null || figures.postings === 0) return null;
    const places = words.places.filter(({ word }) => !areaNames.has(word));
    const top = (rows: readonly Row[]): Row[] => rows.slice(0, most).map(({ word, jobs }) => ({ word, jobs }));
    return {
      jobs: figures.postings,
      boards: figures.total,
      companies: words.companies.length,
      oldestAgeSeconds: figures.neverRead > 0 ? null : figures.oldestAgeSeconds,
      titles: top(words.titles.filter(({ word }) => isPlainTitle(word))),
      places: top(places),
    };
  };
}

/** Gives the newest stored jobs; none while no worker answers in time. */
export function createNewestJobs({ askHeld }: { askHeld: AskHeld }): () => Promise<readonly Job[]> {
  const known = new LRUCache<'newest', readonly Job[]>({
    max: 1,
    ttl: newestKeptMs,
    allowStale: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async () => {
      const { jobs } = await askHeld({
        subject: { ...anySearch, sortBy: 'recent' },
        jobs: newestAsked,
        facets: false,
      });
      return ofSeveralCompanies(jobs).slice(0, newestShown);
    },
  });
  return async () => {
    const asked = known.fetch('newest').then((jobs) => jobs ?? []);
    return pTimeout(asked, { milliseconds: newestWaitMs, fallback: () => [] }).catch(() => []);
  };
}

/** A board that posts many jobs at once leaves room for others. */
function ofSeveralCompanies(jobs: readonly Job[]): Job[] {
  const counts = new Map<string, number>();
  return jobs.filter(({ company }) => {
    const name = company.name ?? '';
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count <= mostOfOne;
  });
}
