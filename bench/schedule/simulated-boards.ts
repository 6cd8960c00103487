import { readSourcesFile } from '../../worker/sources/config/sources-file.js';
import type { Source } from '../../worker/sources/source.js';
import { createChance } from '../soak/chance.js';
import { sharedHostOf } from './shared-hosts.js';

/** A board of the simulation. */
export type SimulatedBoard = {
  id: string;
  postings: number;
  /** Requests that one reading takes. */
  requests: number;
  isFailing: boolean;
  /** Searches find postings of this board all the time. */
  isFound: boolean;
};

const share = { failing: 0.03, found: 0.05 };

/** Postings listed on one page of a board with a host of its own. */
const pageSize = 100;

/**
 * `count` boards of log-normal sizes (median 60 postings, one in a hundred above 2,000), and their sources: 80 % share three
 * hosts, as boards of a few systems do, and are read in one request each; the others have hosts of their own and take a
 * request for every hundred postings.
 */
export function simulateBoards(count: number): { boards: SimulatedBoard[]; sources: Source[] } {
  const chance = createChance(7);
  const boards: SimulatedBoard[] = [];
  const entries: object[] = [];
  for (let number = 0; number < count; number++) {
    const id = `board-${number}`;
    const shared = sharedHostOf(number / count);
    const host = shared === null ? `host-${number}.example` : `shared-${shared}.example`;
    const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
    const postings = Math.max(1, Math.round(60 * Math.exp(1.5 * normal)));
    const isAlone = shared === null;
    boards.push({
      ...{ id, postings, requests: isAlone ? Math.min(50, Math.ceil(postings / pageSize)) : 1 },
      ...{ isFailing: chance() < share.failing, isFound: chance() < share.found },
    });
    entries.push({ id, kind: 'greenhouse', board: id, baseUrl: `https://${host}` });
  }
  return { boards, sources: readSourcesFile(JSON.stringify({ sources: entries }), 'the simulation') };
}
