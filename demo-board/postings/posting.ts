import type { Opening } from './opening.js';
import type { Pay } from './pay.js';

/** The demo boards, named by how they are read. */
export const boardNames = ['greenhouse', 'careers', 'spa'] as const;
export type BoardName = (typeof boardNames)[number];

/** How a posting states a fact: separately (a field, the title, the line of places), in prose only, or not at all. */
export type Telling = 'field' | 'text' | 'none';

/** An opening as one board shows it. The facts of the job are in `opening`; their presentation is here. */
export type DemoPosting = {
  id: string;
  board: BoardName;
  /** Its page on this server, from the first slash. */
  path: string;
  /** Shared, as the same object, by the two postings of an opening that is on two boards. */
  opening: Opening;
  title: string;
  companyName: string;
  /** The line of places: `Austin, TX (Hybrid)`, `Remote, EMEA`. */
  locationText: string;
  /** The pay as this board states it; the other board of the same opening may omit it. */
  pay: Pay | null;
  payText: string | null;
  stated: { jobType: Telling; workplace: Telling; pay: Telling };
  requisitionId: string | null;
  /** Instants, ISO 8601 in UTC. */
  postedAt: string;
  updatedAt: string;
  validUntil: string | null;
  descriptionHtml: string;
};
