import type { CollectedJob } from '../../shared/search/collections/collection-store.js';
import { jobId } from '../../worker/normalise/text/job-id.js';
import type { Completeness } from '../../worker/openings/compare-listing.js';
import type { AbsenceMeaning } from '../../worker/sources/source.js';

/** One reading of a simulated board: what it listed, and how whole the reading was. */
export type SimulatedListing = { openings: readonly string[]; completeness: Completeness };

/** A board whose true openings are known. `openings` are the ids of its own. */
export type SimulatedBoard = {
  id: string;
  absence: AbsenceMeaning;
  openings: Set<string>;
  /** Lets openings close and others open, as in so many hours. */
  change(hours: number): void;
  /** What a reading lists now: usually the truth. */
  list(): SimulatedListing;
};

/** Share of a board's openings that close in an hour; as many open. */
const hourlyChange = 0.02;

/** Share of readings that do not show a board as it is; the next one does. */
const faultShare = 0.05;

/** One board in five is a site, which also misses single postings without a sign. */
const siteEvery = 5;

/** Boards of log-normal sizes (median 60 openings, at most 2,000). */
export function simulateListings(count: number, chance: () => number): SimulatedBoard[] {
  return Array.from({ length: count }, (_, number) => {
    const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
    const size = Math.min(2000, Math.max(2, Math.round(60 * Math.exp(1.5 * normal))));
    return simulateBoard(`board-${number}`, { size, isSite: number % siteEvery === 0, chance });
  });
}

type BoardOptions = { size: number; isSite: boolean; chance: () => number };

function simulateBoard(id: string, { size, isSite, chance }: BoardOptions): SimulatedBoard {
  let next = 0;
  let wasFaulty = false;
  const openings = new Set<string>();
  const open = (count: number): void => {
    for (let at = 0; at < count; at++) openings.add(`${id}-${next++}`);
  };
  open(size);
  const without = (count: number): string[] => {
    const missing = new Set<number>();
    while (missing.size < Math.min(count, openings.size)) missing.add(Math.floor(chance() * openings.size));
    return [...openings].filter((_, at) => !missing.has(at));
  };
  const faults: (() => SimulatedListing)[] = [
    () => ({ openings: [], completeness: 'whole' }),
    () => ({ openings: [...openings].slice(0, Math.min(10, openings.size * 0.6)), completeness: 'whole' }),
    () => ({ openings: without(Math.ceil(openings.size * 0.6)), completeness: 'whole' }),
    () => ({ openings: [...openings].slice(0, Math.floor(chance() * openings.size)), completeness: 'cut' }),
    () => ({ openings: without(3), completeness: 'gaps' }),
  ];
  if (isSite) faults.push(() => ({ openings: without(3), completeness: 'whole' }));
  return {
    ...{ id, openings, absence: isSite ? 'uncertain' : 'closed' },
    change(hours) {
      for (const each of [...openings])
        if (chance() < hourlyChange * hours) {
          openings.delete(each);
          open(1);
        }
    },
    list() {
      const isFaulty = chance() < faultShare && !wasFaulty;
      wasFaulty = isFaulty;
      const fault = isFaulty ? faults[Math.floor(chance() * faults.length)] : undefined;
      return fault === undefined ? { openings: [...openings], completeness: 'whole' } : fault();
    },
  };
}

const sentence =
  'You plan the work with three colleagues, write it down, build it, and look after it until it runs well. ';

/** The job of a simulated opening, with a text of 3 kB. */
export function jobOf(board: string, own: string): CollectedJob {
  const description = `${own}: ${sentence.repeat(29)}`;
  return {
    descriptionHtml: '',
    job: {
      ...{ id: jobId(board, own), title: `Opening ${own}`, company: { name: board, url: null, logoUrl: null } },
      ...{ location: { text: 'Berlin', city: 'Berlin', region: null, country: 'DE' }, workplace: null, jobType: null },
      ...{ experienceLevel: null, salary: null, postedAt: null, validUntil: null, firstSeenAt: '' },
      ...{ summary: sentence, url: `https://${board}.example/${own}`, applyUrl: null, source: board, inferred: [] },
      ...{ description, places: [], remoteRegions: [], tags: [], requisitionId: null },
    },
  };
}
