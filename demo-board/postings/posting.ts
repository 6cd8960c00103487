import type { JobType, Level, PayPeriod, Workplace } from '../../shared/words/words.js';
import type { CountryCode, DemoPlace, Occupation, Sector } from '../vocabulary.js';

/** The demo boards, named by how they are read. */
export const boardNames = ['greenhouse', 'careers', 'spa'] as const;
export type BoardName = (typeof boardNames)[number];

/** How a posting states a fact: separately (a field, the line of places), in prose only, or not at all. */
export type Telling = 'field' | 'text' | 'none';

/** An invented employer, with its domain in `.example` (RFC 2606), the towns where it hires, and the headings of its descriptions. */
export type Company = Record<'name' | 'slug' | 'url', string> & {
  sector: Sector;
  home: CountryCode;
  places: readonly DemoPlace[];
} & Record<'founded' | 'people' | 'houseStyle', number>;

/** `min` without `max` is "from", `max` without `min` "up to", both alike a single figure. */
export type Pay = { min: number | null; max: number | null; currency: string; per: PayPeriod };

/** Where the holder of a remote job may live. */
export type RemoteRegion = { name: string; countries: readonly CountryCode[]; worldwide: boolean };

/** A job to be filled, independent of its presentation. It is on one board or two. */
export type Opening = {
  index: number;
  company: Company;
  occupation: Occupation;
  title: string;
  level: Level | null;
  jobType: JobType;
  workplace: Workplace;
  /** Where the work is done; empty for remote work. */
  places: readonly DemoPlace[];
  remoteRegion: RemoteRegion | null;
  /** The country whose currency applies. */
  country: CountryCode;
  pay: Pay | null;
  team: string;
  tools: readonly string[];
  skills: readonly string[];
  requisitionId: string;
  ageMinutes: number;
};

/** An opening as one board shows it. */
export type DemoPosting = {
  id: string;
  board: BoardName;
  /** Its page on this server, from the first slash. */
  path: string;
  /** Shared, as the same object, by the two postings of an opening that is on two boards. */
  opening: Opening;
  title: string;
  companyName: string;
  /** The location line: `Austin, TX (Hybrid)`, `Remote, EMEA`. */
  locationText: string;
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
