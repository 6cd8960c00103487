/** A place as a source writes it: one line of text, or parts of an address. All in the source's own words. */
export type PostingPlace = {
  text: string | null;
  city: string | null;
  region: string | null;
  country: string | null;
};

/** Pay as a source states it in parts; a text to be read goes into `text`. Amounts may be numbers or text. */
export type PostingSalary = {
  text: string | null;
  min: number | string | null;
  max: number | string | null;
  currency: string | null;
  /** The source's word for the period: `HOUR`, `per-year-salary`, `yearly`. */
  per: string | null;
};

/**
 * One posting in its source's own words, before anything is understood. Every member is always there;
 * `null` or `[]` says that the source did not say. `worker/normalise/normalise.ts` makes a job of it.
 */
export type Posting = {
  /** The source's own id of the posting; where it has none, `null`, and the address identifies it. */
  sourceJobId: string | null;
  requisitionId: string | null;
  url: string;
  applyUrl: string | null;
  title: string;
  company: { name: string | null; url: string | null; logoUrl: string | null };
  places: PostingPlace[];
  /** Where remote workers must live (`applicantLocationRequirements`). */
  remoteRegions: string[];
  /** Texts that tell the workplace: `TELECOMMUTE`, `Hybrid`. */
  workplace: string[];
  /** Texts that tell the kind of contract: `FULL_TIME`, `Permanent`. */
  jobType: string[];
  /** Texts that tell the level: `Mid-Senior level`, `experienced`. */
  level: string[];
  salary: PostingSalary | null;
  /** As stated: ISO text, relative text, or an epoch in seconds or milliseconds. */
  postedAt: string | number | null;
  validUntil: string | number | null;
  /** HTML as the source sent it, entities decoded once where the source escaped it twice. Untrusted. */
  descriptionHtml: string | null;
  /** Plain text, where the source gives text rather than HTML. */
  descriptionText: string | null;
  tags: string[];
};

/** A posting that says nothing yet; sources fill in what they know. */
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
