import { hash } from 'node:crypto';

/** The first characters of a SHA-256 in base64url: 96 bits, so that two of a million differ. */
export const shortHash = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url').slice(0, 16);

/** Identifies a posting's content; equal before and after the posting is packed as JSON. */
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
  /** HTML as sent by the source, with entities decoded once if the source escaped it twice. Untrusted. */
  descriptionHtml: string | null;
  /** Plain text, when the source provides text rather than HTML. */
  descriptionText: string | null;
  tags: string[];
  /** Months of experience required by a separate field; absent = no such field, to keep other hashes. */
  experienceMonths?: number;
  /** Degrees accepted by a separate field, in its words: `bachelor degree`; absent = no such field. */
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

/** The texts that are present, as a list. */
export function listOf(...texts: (string | null | undefined)[]): string[] {
  return texts.filter((text): text is string => text !== null && text !== undefined && text !== '');
}

/** A place with the parts that a source states. */
export const placeWith = (stated: Partial<PostingPlace>): PostingPlace => ({
  text: null,
  city: null,
  region: null,
  country: null,
  ...stated,
});

/** One place for each line of text; missing lines are dropped. */
export const placeText = (...lines: (string | null)[]): PostingPlace[] =>
  listOf(...lines).map((text) => placeWith({ text }));

/** One place in parts; none when every part is missing. */
export const placeParts = (city: string | null, region: string | null, country: string | null): PostingPlace[] =>
  city === null && region === null && country === null ? [] : [placeWith({ city, region, country })];

/** A place in parts, or by its line if no city is stated. */
export const placeIn = (line: string | null, parts: Omit<PostingPlace, 'text'>): PostingPlace => ({
  text: parts.city === null ? line : null,
  ...parts,
});

/** Pay with the parts that a source states; `null` when it states neither an amount nor a text. */
export function payWith(stated: Partial<PostingSalary>): PostingSalary | null {
  const pay = { text: null, min: null, max: null, currency: null, per: null, ...stated };
  return pay.text === null && pay.min === null && pay.max === null ? null : pay;
}

/** A company by its name, with the other facts that a source states. */
export const companyNamed = (name: string | null, stated: Partial<Posting['company']> = {}): Posting['company'] => ({
  name,
  url: null,
  logoUrl: null,
  ...stated,
});
