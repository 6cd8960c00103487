// Generated from the OpenAPI document by `npm run client`; do not edit.

/** The members of every problem. */
export type BasicProblem<Code extends string, Status extends number> = {
  type: `/api#${Code}`;
  title: string;
  status: Status;
  code: Code;
  detail: string;
  requestId: string;
};

export type SearchRequest = {
  /** What to look for: words, "phrases in quotes", -without, this OR that, (groups), title:word, company:"two words". With a fact that the posting is to state: visa:yes, clearance:no, degree:<=bachelor, years:<=3, language:de, agency:no, industry:technology, size:51-200, skill:python, remotefrom:DE. */
  keyword?: string;
  /** Where: "City, State", a city, state, country or region; several with ";" or "or"; "within 25 miles" or "10 km" after a place; "Remote", or "Remote, Germany". */
  location?: string;
  /** How long ago at most: a word, or any count of hours, days, weeks or months up to a year ("3 days"). */
  dateSincePosted?: '' | '24hr' | 'past week' | 'past month' | (string & Record<never, never>);
  /** Lowest yearly pay ("80k"), a range ("80k-120k") or the highest ("up to 120k"), which the yearly pay of a job is to overlap; also by the hour, day, week or month ("EUR 50/hour"). In the currency that each job states; with a currency, pay in others is converted by reference rates. From "0" to "99999999". */
  salary?: string;
  /** Kind of contract; several with "," or "or": any of them. */
  jobType?: '' | 'full time' | 'part time' | 'contract' | 'temporary' | 'volunteer' | 'internship' | (string & Record<never, never>);
  /** Where the work is done; several with "," or "or": any of them. */
  remoteFilter?: '' | 'on site' | 'remote' | 'hybrid' | (string & Record<never, never>);
  /** How far along a career; several with "," or "or": any of them. */
  experienceLevel?: '' | 'internship' | 'entry level' | 'associate' | 'senior' | 'director' | 'executive' | (string & Record<never, never>);
  /** Companies whose jobs are left out, ";" between their names, at most 200; "Acme Inc." is "Acme". */
  excludeCompanies?: string;
  /** The language of the posting (ISO 639-1); several with "," or "or": any of them. */
  language?: '' | 'en' | 'de' | 'fr' | 'es' | 'pt' | 'it' | 'nl' | 'pl' | 'sv' | 'da' | 'no' | 'fi' | 'cs' | 'sk' | 'hu' | 'ro' | 'tr' | 'hr' | 'id' | 'vi' | 'et' | 'lt' | 'lv' | 'ca' | 'ja' | 'ko' | 'zh' | 'uk' | 'ru' | 'bg' | 'el' | 'he' | 'ar' | 'th' | 'hi' | (string & Record<never, never>);
  /** Skills that the posting names, "," between them, at most 20: all of them. */
  skills?: string;
  /** How long the opening has been there, as far as this service has seen; several with "," or "or": any of them. */
  label?: '' | 'new' | 'fresh' | 'old' | 'reposted' | 'always open' | (string & Record<never, never>);
  /** Order of the answer: by relevance, date, highest yearly pay, or distance from the place in `location`. "relevant" if absent. */
  sortBy?: '' | 'recent' | 'relevant' | 'salary' | 'distance' | (string & Record<never, never>);
  /** Jobs on a page. From "1" to "100". "10" if absent. */
  limit?: string;
  /** Page, counted from 0; (page + 1) × limit is at most 1000. From "0" to "999". "0" if absent. */
  page?: string;
  /** With an API key: each job has its whole description, as text or as Markdown. */
  descriptions?: '' | 'text' | 'markdown' | (string & Record<never, never>);
};

export type ExportRequest = {
  /** What to look for: words, "phrases in quotes", -without, this OR that, (groups), title:word, company:"two words". With a fact that the posting is to state: visa:yes, clearance:no, degree:<=bachelor, years:<=3, language:de, agency:no, industry:technology, size:51-200, skill:python, remotefrom:DE. */
  keyword?: string;
  /** Where: "City, State", a city, state, country or region; several with ";" or "or"; "within 25 miles" or "10 km" after a place; "Remote", or "Remote, Germany". */
  location?: string;
  /** How long ago at most: a word, or any count of hours, days, weeks or months up to a year ("3 days"). */
  dateSincePosted?: '' | '24hr' | 'past week' | 'past month' | (string & Record<never, never>);
  /** Lowest yearly pay ("80k"), a range ("80k-120k") or the highest ("up to 120k"), which the yearly pay of a job is to overlap; also by the hour, day, week or month ("EUR 50/hour"). In the currency that each job states; with a currency, pay in others is converted by reference rates. From "0" to "99999999". */
  salary?: string;
  /** Kind of contract; several with "," or "or": any of them. */
  jobType?: '' | 'full time' | 'part time' | 'contract' | 'temporary' | 'volunteer' | 'internship' | (string & Record<never, never>);
  /** Where the work is done; several with "," or "or": any of them. */
  remoteFilter?: '' | 'on site' | 'remote' | 'hybrid' | (string & Record<never, never>);
  /** How far along a career; several with "," or "or": any of them. */
  experienceLevel?: '' | 'internship' | 'entry level' | 'associate' | 'senior' | 'director' | 'executive' | (string & Record<never, never>);
  /** Companies whose jobs are left out, ";" between their names, at most 200; "Acme Inc." is "Acme". */
  excludeCompanies?: string;
  /** The language of the posting (ISO 639-1); several with "," or "or": any of them. */
  language?: '' | 'en' | 'de' | 'fr' | 'es' | 'pt' | 'it' | 'nl' | 'pl' | 'sv' | 'da' | 'no' | 'fi' | 'cs' | 'sk' | 'hu' | 'ro' | 'tr' | 'hr' | 'id' | 'vi' | 'et' | 'lt' | 'lv' | 'ca' | 'ja' | 'ko' | 'zh' | 'uk' | 'ru' | 'bg' | 'el' | 'he' | 'ar' | 'th' | 'hi' | (string & Record<never, never>);
  /** Skills that the posting names, "," between them, at most 20: all of them. */
  skills?: string;
  /** How long the opening has been there, as far as this service has seen; several with "," or "or": any of them. */
  label?: '' | 'new' | 'fresh' | 'old' | 'reposted' | 'always open' | (string & Record<never, never>);
  /** Order of the answer: by relevance, date, highest yearly pay, or distance from the place in `location`. "relevant" if absent. */
  sortBy?: '' | 'recent' | 'relevant' | 'salary' | 'distance' | (string & Record<never, never>);
  /** With an API key: each job has its whole description, as text or as Markdown. */
  descriptions?: '' | 'text' | 'markdown' | (string & Record<never, never>);
  /** Where to go on; leave the other fields out. */
  cursor?: string;
};

export type LookupRequest = {
  /** Addresses of postings, as any board or its application form shows them. */
  urls?: string[];
  /** Ids of jobs, as answers of this service have them. */
  ids?: string[];
};

export type WatchRequest = {
  search: SearchRequest;
  /** Where new openings are sent: a webhook (`https://example.com/hook`; http and private hosts only where the operator lets them through) or, where the operator offers it, `mailto:me@example.com`, `ntfy:my-topic`, `slack:T000/B000/XXXX`, `discord:1234/XXXX` or `telegram:-1001234`. */
  url: string;
  /** How often new openings are sent: as they are found (the default), on each hour, or at 08:00, each day or on Mondays. */
  rhythm?: '' | 'at once' | 'hourly' | 'daily' | 'weekly' | (string & Record<never, never>);
  /** When nothing is sent, such as `22:00-07:00`; none by default. */
  quietHours?: string;
  /** The IANA time zone of both, such as `Europe/Berlin`; UTC by default. */
  timeZone?: string;
};

export type WatchChange = {
  search?: SearchRequest;
  /** Where new openings are sent: a webhook (`https://example.com/hook`; http and private hosts only where the operator lets them through) or, where the operator offers it, `mailto:me@example.com`, `ntfy:my-topic`, `slack:T000/B000/XXXX`, `discord:1234/XXXX` or `telegram:-1001234`. */
  url?: string;
  /** How often new openings are sent: as they are found (the default), on each hour, or at 08:00, each day or on Mondays. */
  rhythm?: '' | 'at once' | 'hourly' | 'daily' | 'weekly' | (string & Record<never, never>);
  /** When nothing is sent, such as `22:00-07:00`; none by default. */
  quietHours?: string;
  /** The IANA time zone of both, such as `Europe/Berlin`; UTC by default. */
  timeZone?: string;
};

export type GeoStatsRequest = {
  /** Time window in hours; 24 by default. */
  hours?: number;
  /** Time window in days (UTC); use instead of `hours`. */
  days?: number;
  /** Only places in this country, by its two letters (ISO 3166-1). */
  country?: string;
  /** Level at which places are grouped. */
  level?: 'city' | 'region' | 'country';
  /** Maximum number of places, ordered by searches, then by jobs. */
  top?: number;
};

export type SearchAnswer = {
  query: SearchQuery;
  page: {
    /** Counted from 0. */
    index: number;
    limit: number;
    /** Jobs on this page. */
    count: number;
    /** Jobs held for this search, near matches included; not jobs on the web. */
    total: number;
    /** Those that meet everything, `match.inText` among them: all but the near matches (`match.near`). */
    exact: number;
  };
  /** The ready-to-send body of the next page; `null` on the last. */
  next: SearchQuery | null;
  /** Sentences worth showing, such as a place we do not know. */
  notices: string[];
  /** At least one source is missing: see `sourceCounts`. */
  partial: boolean;
  /** Older than its fresh lifetime; a fresh one is being collected. */
  stale: boolean;
  collectedAt: string | null;
  ageSeconds: number | null;
  /** How long you waited. */
  tookMs: number;
  /** At most 100 reports: sources that failed first, then those still pending, then those that answered; each group in the order of the sources file. */
  sources: SourceReport[];
  sourceCounts: SourceCounts;
  jobs: Job[];
};

/** The request as understood. Send it again, get the same search. */
export type SearchQuery = WatchedSearch & {
  sortBy: 'recent' | 'relevant' | 'salary' | 'distance';
  limit: string;
  page: string;
  descriptions?: 'text' | 'markdown';
};

export type SourceReport = {
  /** Id of the source, as the operator named it. */
  name: string;
  /** Treat a status you do not know as "not ok". */
  status: 'ok' | 'timeout' | 'failed' | 'resting' | 'pending';
  /** Jobs of this source that match. */
  jobs: number;
  tookMs: number;
  /** What went wrong, in a sentence. */
  detail: string | null;
};

export type SourceCounts = {
  /** Sources of this search; `sources` names at most 100 of them. */
  total: number;
  ok: number;
  pending: number;
  timeout: number;
  failed: number;
  resting: number;
};

export type Job = Opening & {
  match: {
    score: number;
    /** The job does not meet the keyword, but its title is near it; `why` says what it lacks. */
    near?: true;
    /** The title is not what was asked for: the posting only mentions the words, and `why` says where. */
    inText?: true;
    why: string[];
  };
};

export type Opening = {
  id: string;
  title: string;
  company: Company;
  location: Location;
  workplace: 'on site' | 'remote' | 'hybrid' | null;
  jobType: 'full time' | 'part time' | 'contract' | 'temporary' | 'volunteer' | 'internship' | null;
  experienceLevel: 'internship' | 'entry level' | 'associate' | 'senior' | 'director' | 'executive' | null;
  salary: Salary | null;
  postedAt: string | null;
  validUntil: string | null;
  /** When this service first saw the opening on any of its boards. */
  firstSeenAt: string;
  /** What this service has seen of the opening. */
  seen: SeenOpening;
  /** How long the opening has been there, as far as it was seen; `evidence.label` says by what. `null` = none fits. */
  label: 'new' | 'fresh' | 'old' | 'reposted' | 'always open' | null;
  summary: string;
  /** Where `descriptions` asks for it: the whole text, or Markdown; `null` = it is no longer held. */
  description?: string | null;
  url: string;
  applyUrl: string | null;
  source: string;
  alsoOn: OtherBoard[];
  /** How many more times its source lists just the same posting. */
  repeats: number;
  inferred: Array<'location' | 'workplace' | 'jobType' | 'experienceLevel' | 'salary' | 'postedAt' | 'validUntil'>;
  /** Skills and technologies of our table that the posting names, those of its title first. */
  skills: string[];
  /** Where a remote worker must live, as stated; at most 60 places. */
  remoteFrom: RemoteHome[] | null;
  /** Whether a visa or work permit is sponsored. */
  visaSponsorship: boolean | null;
  /** Whether a security clearance is required. */
  securityClearance: boolean | null;
  /** The lowest degree that is accepted; `none` = the posting says that none is needed. */
  degree: 'none' | 'school' | 'vocational' | 'associate' | 'bachelor' | 'master' | 'doctorate' | null;
  /** The years of experience that are required. */
  yearsOfExperience: {
    min: number | null;
    max: number | null;
  } | null;
  /** The language of the posting (ISO 639-1). */
  language: string | null;
  /** `agency` = it recruits for a client; `employer` = it takes no candidates from agencies. */
  postedBy: 'employer' | 'agency' | null;
  /** The sentence of the posting that proves each of these facts; for `label`, what was seen. */
  evidence: Evidence;
};

export type Company = {
  name: string | null;
  url: string | null;
  logoUrl: string | null;
  /** Such as `Financial Services`; `null` unless it is known of the board. */
  industry: string | null;
  /** Employees; `null` unless it is known of the board. */
  size: '1-10' | '11-50' | '51-200' | '201-500' | '501-1000' | '1001-5000' | '5001-10000' | '10000+' | null;
};

export type SeenOpening = {
  /** When this service first saw the opening on any of its boards: `firstSeenAt`. */
  first: string;
  /** The last reading of any of its boards that listed it. */
  last: string;
  /** How often it was seen to be posted again under another id after it had closed. */
  reposted: number;
  /** When it was last posted again. */
  repostedAt: string | null;
  /** Other openings of the employer with the same title on its board, such as in other cities; `null` = not known, as the board is not read whole. */
  sameElsewhere: number | null;
};

export type OtherBoard = {
  source: string;
  url: string;
  says?: {
    workplace?: 'on site' | 'remote' | 'hybrid';
    jobType?: 'full time' | 'part time' | 'contract' | 'temporary' | 'volunteer' | 'internship';
    experienceLevel?: 'internship' | 'entry level' | 'associate' | 'senior' | 'director' | 'executive';
    salary?: Salary;
    postedAt?: string;
  };
};

export type RemoteHome = {
  text: string;
  region: string | null;
  country: string | null;
  area: string | null;
};

export type Evidence = {
  remoteFrom?: string;
  visaSponsorship?: string;
  securityClearance?: string;
  degree?: string;
  yearsOfExperience?: string;
  language?: string;
  postedBy?: string;
  label?: string;
};

export type JobFeed = {
  version: 'https://jsonfeed.org/version/1.1';
  title: string;
  home_page_url: string;
  feed_url: string;
  /** The next page of the search. */
  next_url?: string;
  /** What a reader should know of the page. */
  description?: string;
  _job_search: {
    /** How many jobs match. */
    total: number;
    /** Some sources have not answered: their jobs may be missing. */
    partial: boolean;
    notices: string[];
  };
  items: Array<{
    id: string;
    url: string;
    /** The title of the job, its company and its place. */
    title: string;
    content_text: string;
    date_published: string;
    date_modified: string;
    /** The company. */
    authors: Array<{
      name: string;
    }>;
    tags: string[];
    /** ISO 639-1. */
    language?: string;
    _job_search: Job;
  }>;
};

export type Salary = {
  text: string;
  min: number | null;
  max: number | null;
  currency: string | null;
  per: 'hour' | 'day' | 'week' | 'month' | 'year' | null;
  yearly: {
    min: number | null;
    max: number | null;
  } | null;
  /** The bands that the text gives for several places or levels, `text` naming which, in the currency and period of the salary; absent where it gives one. `min` and `max` of the salary are those of the place or level of the posting where a band is known to be for it, else of all bands. */
  bands?: Array<{
    text: string;
    min: number | null;
    max: number | null;
  }>;
};

export type Location = {
  text: string | null;
  city: string | null;
  region: string | null;
  country: string | null;
};

export type ExportLine = {
  change: 'begin';
  /** How many jobs match: in round 0 so many lines follow. Absent when an export goes on behind a cursor. */
  total?: number;
  /** Some sources have not answered: their jobs may be missing. */
  partial?: boolean;
  notices?: string[];
  /** 0 while all jobs are sent, then one more each time changes are asked for. */
  round: number;
  /** Send it to go on behind this line. */
  cursor: string;
} | {
  change: 'added';
  id: string;
  job: Opening;
} | {
  change: 'changed';
  id: string;
  job: Opening;
} | {
  change: 'closed';
  /** The job is no longer held, or no longer meets the search. */
  id: string;
} | {
  change: 'cursor';
  /** Send it to go on behind this line. */
  cursor: string;
} | {
  change: 'end';
  /** Lines of this response that are about a job. */
  changes: number;
  /** Send it later for what changed since; `null`: too many jobs to follow on this plan. */
  cursor: string | null;
};

export type FacetsAnswer = {
  query: SearchQuery;
  /** Jobs held for this search, near matches included. */
  total: number;
  /** Those that meet everything. */
  exact: number;
  /** For each field, the `page.exact` of the search with the value: in place of its own, or, where a field takes several, beside its own. */
  facets: Facets;
  /** Sentences worth showing, such as a place we do not know. */
  notices: string[];
  /** At least one source is missing: see `sourceCounts`. */
  partial: boolean;
  /** Older than its fresh lifetime; a fresh one is being collected. */
  stale: boolean;
  collectedAt: string | null;
  ageSeconds: number | null;
  /** How long you waited. */
  tookMs: number;
  sourceCounts: SourceCounts;
};

export type Facets = {
  /** `word` is a value of the field, `""` any. */
  dateSincePosted: FacetRow[];
  /** `word` is a value of the field, `""` any. */
  jobType: FacetRow[];
  /** `word` is a value of the field, `""` any. */
  remoteFilter: FacetRow[];
  /** `word` is a value of the field, `""` any. */
  experienceLevel: FacetRow[];
  /** `word` is the code of a language, `""` any. Those that find nothing are left out. */
  language: FacetRow[];
  /** `word` is a value of the field, `""` any. */
  label: FacetRow[];
  /** The busiest places within that of the search, the busiest first: `word` is a value of `location`, `""` anywhere; a town stands for all within 50 km. */
  places: FacetRow[];
  /** The companies with the most jobs of this search, the busiest first; `company:"…"` added to the keyword finds those of one. */
  companies: FacetRow[];
  /** The industries of the companies with the most jobs of this search, as far as they are known, the busiest first; `industry:"…"` added to the keyword finds those of one. */
  industries: FacetRow[];
  /** The sizes of the companies in employees, as far as they are known, the smallest first; `size:"…"` added to the keyword finds those of one. Those that find nothing are left out. */
  sizes: FacetRow[];
  /** The skills that most jobs of this search name, the most wanted first; `skill:"…"` added to the keyword finds those of one. */
  skills: FacetRow[];
  /** Jobs by their highest yearly pay, in the currency each states. */
  salary: FacetPay;
  /** Where the jobs of this search are. */
  map: {
    /** The towns that most jobs state, within the place of the search, the busiest first; a job of several towns counts at each. */
    points: Array<{
      /** A value of `location`. */
      word: string;
      /** Degrees north. */
      lat: number;
      /** Degrees east. */
      lon: number;
      jobs: number;
    }>;
    /** Jobs that state no such town. */
    unplaced: number;
  };
};

export type FacetRow = {
  word: string;
  jobs: number;
};

export type FacetPay = {
  /** Jobs with `salary: ""`. */
  any: number;
  /** Those of them that state no pay. */
  unknown: number;
  buckets: Array<{
    from: number;
    /** Not included; `null` = no upper bound. */
    to: number | null;
    jobs: number;
  }>;
};

export type Accepted = {
  status: 'collecting';
  detail: string;
  retryAfterSeconds: number;
  query: SearchQuery;
  /** At most 100 reports: sources that failed first, then those still pending, then those that answered; each group in the order of the sources file. */
  sources: SourceReport[];
  sourceCounts: SourceCounts;
};

export type SearchStarted = {
  query: SearchQuery;
  /** At most 100 reports: sources that failed first, then those still pending, then those that answered; each group in the order of the sources file. */
  sources: SourceReport[];
  sourceCounts: SourceCounts;
};

export type ReportedSource = SourceReport & {
  sourceCounts: SourceCounts;
};

export type SearchProgress = {
  sourceCounts: SourceCounts;
};

export type WholeJob = {
  id: string;
  title: string;
  company: Company;
  location: Location;
  workplace: 'on site' | 'remote' | 'hybrid' | null;
  jobType: 'full time' | 'part time' | 'contract' | 'temporary' | 'volunteer' | 'internship' | null;
  experienceLevel: 'internship' | 'entry level' | 'associate' | 'senior' | 'director' | 'executive' | null;
  salary: Salary | null;
  postedAt: string | null;
  validUntil: string | null;
  /** When this service first saw the opening on any of its boards. */
  firstSeenAt: string;
  /** What this service has seen of the opening. */
  seen: SeenOpening;
  /** How long the opening has been there, as far as it was seen; `evidence.label` says by what. `null` = none fits. */
  label: 'new' | 'fresh' | 'old' | 'reposted' | 'always open' | null;
  summary: string;
  /** Readable text; lists kept as lists. */
  description: string;
  url: string;
  applyUrl: string | null;
  source: string;
  alsoOn: OtherBoard[];
  /** How many more times its source lists just the same posting. */
  repeats: number;
  inferred: Array<'location' | 'workplace' | 'jobType' | 'experienceLevel' | 'salary' | 'postedAt' | 'validUntil'>;
  /** Skills and technologies of our table that the posting names, those of its title first. */
  skills: string[];
  /** Where a remote worker must live, as stated; at most 60 places. */
  remoteFrom: RemoteHome[] | null;
  /** Whether a visa or work permit is sponsored. */
  visaSponsorship: boolean | null;
  /** Whether a security clearance is required. */
  securityClearance: boolean | null;
  /** The lowest degree that is accepted; `none` = the posting says that none is needed. */
  degree: 'none' | 'school' | 'vocational' | 'associate' | 'bachelor' | 'master' | 'doctorate' | null;
  /** The years of experience that are required. */
  yearsOfExperience: {
    min: number | null;
    max: number | null;
  } | null;
  /** The language of the posting (ISO 639-1). */
  language: string | null;
  /** `agency` = it recruits for a client; `employer` = it takes no candidates from agencies. */
  postedBy: 'employer' | 'agency' | null;
  /** The sentence of the posting that proves each of these facts; for `label`, what was seen. */
  evidence: Evidence;
  /** When its source last listed it. */
  lastSeenAt: string;
  /** When its source was found to list it no longer; `null` while it is open. Closed ones are kept for 30 days. */
  closedAt: string | null;
  /** The sentence of this posting, or the tag of its source, that names each of its skills. */
  skillEvidence: Record<string, string>;
  /** Sanitised HTML. */
  descriptionHtml: string;
};

export type LookupAnswer = {
  /** One for each address, then one for each id, in the order in which they were sent. */
  jobs: Array<{
    /** The address or id as it was sent. */
    asked: string;
    /** `open`: its source lists it; `closed`: its source was found to list it no longer, or the date until which it is valid has passed; `unknown`: this service does not hold it, which does not mean that it is closed. */
    state: 'open' | 'closed' | 'unknown';
    /** When it was found to be closed; `null` unless it is. */
    closedAt: string | null;
    /** When its source last listed it; `null` when it is unknown. */
    lastSeenAt: string | null;
    /** Its id; `null` when it is unknown. */
    id: string | null;
    title: string | null;
    company: string | null;
    /** The address that its source gives. */
    url: string | null;
    source: string | null;
  }>;
  /** Not all held postings could be searched for the addresses: some that are unknown may be held. */
  partial: boolean;
};

export type SimilarAnswer = {
  /** Openings of other companies with the same title or a near one, first those in its place, at its level, with its workplace and its skills; `match` says why, as in a search for the title. */
  jobs: Job[];
  /** Not all held postings could be searched. */
  partial: boolean;
};

export type HiddenJobs = {
  /** The jobs that searches with your key leave out, those hidden last first. */
  jobs: Array<{
    id: string;
    hiddenAt: string;
  }>;
};

export type CompanyAnswer = {
  /** Its name without case, spaces, punctuation and legal form: "Acme Robotics Inc." is `acmerobotics`. */
  key: string;
  name: string;
  url: string | null;
  logoUrl: string | null;
  /** Such as `Financial Services`; `null` unless it is known of the board. */
  industry: string | null;
  /** Employees; `null` unless it is known of the board. */
  size: '1-10' | '11-50' | '51-200' | '201-500' | '501-1000' | '1001-5000' | '5001-10000' | '10000+' | null;
  /** Its openings. */
  total: number;
  /** Its openings by field, as in the facets of a search. */
  facets: {
    /** `word` is a value of the field, `""` any. */
    dateSincePosted: FacetRow[];
    /** `word` is a value of the field, `""` any. */
    jobType: FacetRow[];
    /** `word` is a value of the field, `""` any. */
    remoteFilter: FacetRow[];
    /** `word` is a value of the field, `""` any. */
    experienceLevel: FacetRow[];
    /** The busiest places within that of the search, the busiest first: `word` is a value of `location`, `""` anywhere; a town stands for all within 50 km. */
    places: FacetRow[];
    /** Jobs by their highest yearly pay, in the currency each states. */
    salary: FacetPay;
  };
  /** Its newest openings. */
  jobs: Job[];
  /** Openings that its boards were found to list no longer, the latest first; of the last 30 days. */
  closed: Array<{
    id: string;
    title: string;
    location: string | null;
    closedAt: string;
  }>;
  /** How many days its openings were seen open until they closed; `null` = none was seen to close. */
  openDays: {
    median: number;
    /** Openings that closed in the last 30 days, at most 30 of each board, of which this is the median. */
    closings: number;
    /** Some of them were there when their board was first read, so that they were open for longer than was seen. */
    atLeast: boolean;
  } | null;
  /** The boards that list the openings in `jobs`. */
  sources: string[];
  /** Not all held postings could be searched. */
  partial: boolean;
};

export type SuggestAnswer = {
  /** The text that was completed. */
  q: string;
  titles: SuggestedWord[];
  /** Skills and tags that postings state. */
  skills: SuggestedWord[];
  companies: SuggestedWord[];
  /** Places as values of `location`. */
  places: SuggestedWord[];
};

export type SuggestedWord = {
  word: string;
  /** Postings that state it; copies on several boards count separately. */
  jobs: number;
};

export type GeoStats = {
  generatedAt: string;
  window: {
    from: string;
    to: string;
    hours: number;
  };
  /** Where people read what each number means. */
  definitions: string;
  searches: {
    total: number;
    cached: number;
    collected: number;
    failed: number;
    hitRate: number | null;
    /** Percentiles in milliseconds; `null` where nothing was measured. */
    tookMs: Percentiles;
  };
  /** The sums over all places of the answer, also of those beyond `top`; with `country`, of that country. */
  totals: {
    /** Places with a search or a job, listed or not. */
    places: number;
    searches: number;
    jobs: number;
    newJobs: number;
    workplaces: WorkplaceCounts;
  };
  /** Busiest first. */
  places: PlaceStats[];
  /** At most 100: sources that are cooling down first, then those with the most jobs. */
  sources: SourceStats[];
  /** Sources read in the window, of which `sources` names at most 100. */
  sourceCounts: {
    total: number;
    ok: number;
    resting: number;
  };
  workers: Array<{
    id: string;
    startedAt: string;
    lastSeenAt: string;
    running: number;
    finished: number;
  }>;
  /** Assistants and crawlers of generative engines that called this service. */
  generativeEngines: {
    requests: number;
    fromEngines: number;
    share: number | null;
    engines: Array<{
      engine: string;
      requests: number;
      kinds: {
        agent: number;
        crawler: number;
        referral: number;
      };
      lastSeenAt: string;
    }>;
  };
  /** Hour by hour or day by day, oldest first. */
  series: Array<{
    at: string;
    searches: number;
    cached: number;
    failed: number;
    jobs: number;
    fromEngines: number;
  }>;
};

export type PlaceStats = {
  place: string | null;
  city: string | null;
  region: string | null;
  country: string | null;
  lat: number | null;
  lon: number | null;
  searches: number;
  /** Counted as unique. */
  jobs: number;
  /** Posted within a day of being collected. */
  newJobs: number;
  workplaces: WorkplaceCounts;
  salary: {
    currency: string | null;
    /** Jobs that state their pay in this currency. */
    known: number;
    /** From five known salaries on. */
    medianYearly: number | null;
  };
  /** Percentiles in milliseconds; `null` where nothing was measured. */
  tookMs: Percentiles;
  lastCollectedAt: string | null;
};

export type SourceStats = {
  name: string;
  status: 'ok' | 'resting';
  asked: number;
  answered: number;
  timedOut: number;
  failed: number;
  jobs: number;
  /** Percentiles in milliseconds; `null` where nothing was measured. */
  tookMs: Percentiles;
  lastAnswerAt: string | null;
  restingUntil: string | null;
};

export type Percentiles = {
  p50: number | null;
  p95: number | null;
};

export type WorkplaceCounts = {
  'on site': number;
  remote: number;
  hybrid: number;
  unknown: number;
};

export type Watch = {
  id: string;
  search: WatchedSearch;
  /** Where new openings are sent: by POST as the Standard Webhooks specification says (https), by mail (mailto:), or to a chat (ntfy:, slack:, discord:, telegram:). */
  url: string;
  /** How often new openings are sent: as they are found, on each hour, or at 08:00, each day or on Mondays. */
  rhythm: 'at once' | 'hourly' | 'daily' | 'weekly';
  /** When nothing is sent, such as `22:00-07:00`; `""` = there are none. */
  quietHours: string;
  /** The IANA time zone of both, such as `Europe/Berlin`. */
  timeZone: string;
  /** `failing`: its address did not accept the last delivery, which is tried again. */
  state: 'active' | 'failing' | 'paused';
  /** Why it is failing or paused; `null` while it is active. */
  reason: string | null;
  createdAt: string;
  /** When an address last accepted a delivery. */
  lastDeliveryAt: string | null;
};

export type CreatedWatch = Watch & {
  /** Signs the deliveries; it is shown this once. */
  secret: string;
};

export type WatchList = {
  watches: Watch[];
};

export type WatchTest = {
  /** The `webhook-id` of the delivery. */
  id: string;
  accepted: boolean;
  /** Why it was not accepted; `null` when it was. */
  reason: string | null;
};

export type Delivery = {
  /** `watch.test`: a test that was asked for; it has no jobs. */
  type: 'jobs.found' | 'watch.test';
  /** When the delivery was made. */
  timestamp: string;
  data: {
    /** The id of the watch. */
    watch: string;
    /** The new openings, each as in a search without `match`. */
    jobs: Opening[];
  };
};

export type WatchDelivery = {
  /** Its number in this watch, by which it is sent again. */
  n: number;
  /** The `webhook-id` of the delivery: the same in all attempts to send it. */
  id: string;
  type: 'jobs.found' | 'watch.test';
  at: string;
  tookMs: number;
  /** Openings in the delivery. */
  jobs: number;
  accepted: boolean;
  /** The status that the address answered; `null` without an answer, and for messages. */
  status: number | null;
  /** How the body of its answer begins, as text; `null` where there was none. */
  answer: string | null;
  /** Why it was not accepted; `null` when it was. */
  reason: string | null;
  /** When it is tried again; `null` when it is not. */
  nextAt: string | null;
};

export type WatchDeliveryList = {
  deliveries: WatchDelivery[];
};

export type WatchedSearch = {
  keyword: string;
  location: string;
  /** `""`, `24hr`, `past week`, `past month` or hours such as `72hr`. */
  dateSincePosted: string;
  /** `""`, or pay of a year: `80000`, `80000-120000` or `up to 60000`, with the code of a currency (`50000 EUR`) or without. */
  salary: string;
  /** `""`, a word, or several such as `contract, full time`. */
  jobType: string;
  /** `""`, a word, or several such as `hybrid, remote`. */
  remoteFilter: string;
  /** `""`, a word, or several such as `associate, entry level`. */
  experienceLevel: string;
  /** `""`, or names of companies such as `Acme; Globex`. */
  excludeCompanies: string;
  /** `""`, a code, or several such as `de, en`. */
  language: string;
  /** `""`, or names of skills such as `Python, SQL`. */
  skills: string;
  /** `""`, a label, or several such as `fresh, new`. */
  label: string;
};

export type Me = {
  plan: string;
  /** The id of your key, never the key itself; `null` without one. */
  key: string | null;
  quota: {
    /** Searches in a window. */
    requests: number;
    windowSeconds: number;
    /** Searches left in this window. */
    remaining: number;
    /** Seconds until the window ends; the length of a window when none has begun. */
    resetSeconds: number;
    /** When the window ends; `null` when none has begun. */
    resetsAt: string | null;
  };
  /** Searches that may be collected for you at the same time. */
  searchesAtOnce: number;
  /** Exports that may run for you at the same time; 0 without a key. */
  exportsAtOnce: number;
  /** Watches that you may have; 0 without a key. */
  watches: number;
  /** Whether lists and exports may have whole descriptions; not without a key. */
  descriptions: boolean;
};

export type Info = {
  name: 'job-search';
  description: string;
  version: string;
  releaseId: string | null;
  status: 'pass' | 'warn' | 'fail';
  time: string;
  checks: Record<string, HealthCheck[]>;
  endpoints: Array<{
    method: string;
    path: string;
    summary: string;
  }>;
  fields: Record<string, {
    type: 'string';
    default: string;
    summary: string;
    noun?: string;
    maxLength?: number;
    minimum?: string;
    maximum?: string;
    allowed?: string[];
    /** Other spellings of each word. */
    understood?: Record<string, string[]>;
    /** It takes several of its words: any of them. */
    several?: true;
  }>;
  /** Whether people without a key may have new jobs sent by mail: the page /alerts. */
  alerts: boolean;
  plans: Plan[];
  problems: Record<string, {
    status: number;
    title: string;
    advice: string;
  }>;
};

export type HealthCheck = {
  componentType: string;
  status: 'pass' | 'warn' | 'fail';
  observedValue: number | string | null;
  observedUnit?: string;
  /** What is wrong, in a sentence. */
  output: string | null;
};

export type Plan = {
  name: string;
  /** Searches in `windowSeconds`; `null` = agreed on with each caller. */
  requests: number | null;
  windowSeconds: number;
  /** Whether it takes a key: only the free plan takes none. */
  key: boolean;
  /** Turn in the queue: a smaller number is served first. */
  priority: number;
  /** Searches being collected at once. */
  searchesAtOnce: number;
  /** Exports that may run at once, over all API processes; 0 without a key. */
  exportsAtOnce: number;
  /** Watches that you may have; 0 without a key. Those that are there stay when the plan is lowered. */
  watches: number;
  /** Whether lists and exports may have whole descriptions; not without a key. */
  descriptions: boolean;
  /** Megabytes (10^6 bytes) that may be kept for your searches together; beyond it the oldest is let go. */
  keptMegabytes: number;
};

export type FieldError = {
  /** RFC 6901 as a URI fragment: `#/jobType`; `#` is the body itself. */
  pointer: string;
  code: 'not-an-object' | 'unknown-field' | 'not-a-string' | 'not-a-number' | 'unknown-value' | 'out-of-range' | 'too-long' | 'conflict';
  detail: string;
  /** What may be sent: a list of words, or a range. */
  allowed?: string[] | {
    min: string;
    max: string;
  };
  /** What was probably meant. */
  suggestion?: string;
};

export type InvalidJsonProblem = BasicProblem<'invalid-json', 400>;

export type InvalidRequestProblem = BasicProblem<'invalid-request', 400> & {
  errors: FieldError[];
};

export type MalformedRequestProblem = BasicProblem<'malformed-request', 400>;

export type InvalidKeyProblem = BasicProblem<'invalid-key', 401>;

export type KeyRequiredProblem = BasicProblem<'key-required', 401>;

export type ForbiddenOriginProblem = BasicProblem<'forbidden-origin', 403>;

export type UnknownHostProblem = BasicProblem<'unknown-host', 421>;

export type NotFoundProblem = BasicProblem<'not-found', 404> & {
  /** The address that was probably meant. */
  suggestion?: string;
};

export type MethodNotAllowedProblem = BasicProblem<'method-not-allowed', 405>;

export type CursorExpiredProblem = BasicProblem<'cursor-expired', 410>;

export type RequestInProgressProblem = BasicProblem<'request-in-progress', 409> & {
  /** The same as the Retry-After header. */
  retryAfterSeconds: number;
};

export type IdempotencyKeyReusedProblem = BasicProblem<'idempotency-key-reused', 422>;

export type RequestTimeoutProblem = BasicProblem<'request-timeout', 408>;

export type BodyTooLargeProblem = BasicProblem<'body-too-large', 413>;

export type UnsupportedTypeProblem = BasicProblem<'unsupported-type', 415>;

export type HeadersTooLargeProblem = BasicProblem<'headers-too-large', 431>;

export type RateLimitedProblem = BasicProblem<'rate-limited', 429> & {
  plan: string;
  limit: number;
  windowSeconds: number;
  /** The same as the Retry-After header. */
  retryAfterSeconds: number;
};

export type TooManySearchesProblem = BasicProblem<'too-many-searches', 429> & {
  plan: string;
  /** How many may be collected at once. */
  searchesAtOnce: number;
  /** The same as the Retry-After header. */
  retryAfterSeconds: number;
};

export type TooManyExportsProblem = BasicProblem<'too-many-exports', 429> & {
  plan: string;
  /** How many may run at once. */
  exportsAtOnce: number;
  /** The same as the Retry-After header. */
  retryAfterSeconds: number;
};

export type TooManyTestsProblem = BasicProblem<'too-many-tests', 429> & {
  /** The same as the Retry-After header. */
  retryAfterSeconds: number;
};

export type TooManyUnknownKeysProblem = BasicProblem<'too-many-unknown-keys', 429> & {
  /** The same as the Retry-After header. */
  retryAfterSeconds: number;
};

export type TooManyInvalidRequestsProblem = BasicProblem<'too-many-invalid-requests', 429> & {
  /** The same as the Retry-After header. */
  retryAfterSeconds: number;
};

export type InternalErrorProblem = BasicProblem<'internal-error', 500>;

export type MethodUnknownProblem = BasicProblem<'method-unknown', 501>;

export type UnavailableProblem = BasicProblem<'unavailable', 503> & {
  /** The same as the Retry-After header. */
  retryAfterSeconds: number;
};

export type SourcesFailedProblem = BasicProblem<'sources-failed', 503> & {
  /** The same as the Retry-After header. */
  retryAfterSeconds: number;
  sources: SourceReport[];
  sourceCounts: SourceCounts;
};

export type SearchTimeoutProblem = BasicProblem<'search-timeout', 504> & {
  /** The same as the Retry-After header. */
  retryAfterSeconds: number;
};

/** Any problem (RFC 9457). Branch on `code`. */
export type Problem = InvalidJsonProblem | InvalidRequestProblem | MalformedRequestProblem | InvalidKeyProblem | KeyRequiredProblem | ForbiddenOriginProblem | UnknownHostProblem | NotFoundProblem | MethodNotAllowedProblem | CursorExpiredProblem | RequestInProgressProblem | IdempotencyKeyReusedProblem | RequestTimeoutProblem | BodyTooLargeProblem | UnsupportedTypeProblem | HeadersTooLargeProblem | RateLimitedProblem | TooManySearchesProblem | TooManyExportsProblem | TooManyTestsProblem | TooManyUnknownKeysProblem | TooManyInvalidRequestsProblem | InternalErrorProblem | MethodUnknownProblem | UnavailableProblem | SourcesFailedProblem | SearchTimeoutProblem;

