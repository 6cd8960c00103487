import { hash } from 'node:crypto';

/** The first characters of a SHA-256 in base64url: 96 bits, so that two of a million differ. */
export const shortHash = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url').slice(0, 16);

/** Identifies what a source says of a posting; equal before and after the posting is packed as JSON. */
export const hashOfPosting = (posting: Posting): string => shortHash(posting);

/** A place in the source's own words: one line of text, or parts of an address. */
export type PostingPlace = {
  text: string | null;
  city: string | null;
  region: string | null;
  country: string | null;
};

/** Pay as a source states it: in parts, or as `text` that is parsed later. Amounts may be numbers or text. */
export type PostingSalary = {
  text: string | null;
  min: number | string | null;
  max: number | string | null;
  currency: string | null;
  /** The source's word for the period: `HOUR`, `per-year-salary`, `yearly`. */
  per: string | null;
};

/**
 * One posting in its source's own words, before normalisation. Every member is always present; `null` or `[]` means that
 * the source does not state it. `worker/normalise/normalise.ts` converts it to a job.
 */
export type Posting = {
  /** The source's own id of the posting; `null` when it has none, so that the address identifies it. */
  sourceJobId: string | null;
  requisitionId: string | null;
  url: string;
  applyUrl: string | null;
  title: string;
  company: { name: string | null; url: string | null; logoUrl: string | null };
  places: PostingPlace[];
  /** Where remote workers must live (`applicantLocationRequirements`). */
  remoteRegions: string[];
  /** Texts that state the workplace: `TELECOMMUTE`, `Hybrid`. */
  workplace: string[];
  /** Texts that state the contract type: `FULL_TIME`, `Permanent`. */
  jobType: string[];
  /** Texts that state the level: `Mid-Senior level`, `experienced`. */
  level: string[];
  salary: PostingSalary | null;
  /** As stated: ISO text, relative text, or an epoch in seconds or milliseconds. */
  postedAt: string | number | null;
  validUntil: string | number | null;
  /** HTML as sent by the source, with entities decoded once where the source escaped it twice. Untrusted. */
  descriptionHtml: string | null;
  /** Plain text, when the source provides text rather than HTML. */
  descriptionText: string | null;
  tags: string[];
  /** Months of experience that a field of its own requires; absent = no such field, so that hashes of other postings stay as they are. */
  experienceMonths?: number;
  /** Degrees that a field of its own accepts, in its words: `bachelor degree`; absent = no such field. */
  education?: string[];
};

/** An empty posting; sources fill in what they know. */
export function emptyPosting(title: string, url: string): Posting {
  return {
    sourceJobId: null,
    requisitionId: null,
    url,
    applyUrl: null,
    title,
    company: { name: null, url: null, logoUrl: null },
    places: [],
    remoteRegions: [],
    workplace: [],
    jobType: [],
    level: [],
    salary: null,
    postedAt: null,
    validUntil: null,
    descriptionHtml: null,
    descriptionText: null,
    tags: [],
  };
}
